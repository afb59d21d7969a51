import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { forgetSettings, withSettings } from "../../../tests/support/settings.ts";

vi.mock("node:timers/promises", async (original) => ({ ...(await original<object>()), setTimeout: async () => undefined }));

let admit: typeof import("./admission.server.ts").admit;
let openContext: typeof import("~/sessions.server").openContext;

beforeAll(async () => {
  const settings = {
    NODE_ENV: "production",
    PUBLIC_URL: "http://localhost:3000",
    ALLOW_HTTP: "1",
    HOME_SITE_URL: "https://home.example.org",
    SESSION_SECRET: "a secret of at least thirty-two characters",
  };
  [{ admit }, { openContext }] = await withSettings(settings, () =>
    Promise.all([import("./admission.server.ts"), import("~/sessions.server")]),
  );
});
afterAll(() => {
  vi.restoreAllMocks();
  forgetSettings();
});

const headOf = (url: string, cookie: string) => ({
  method: "POST",
  url,
  headers: { host: "localhost:3000", origin: "http://localhost:3000", cookie },
  address: "192.0.2.7",
  protocol: "http",
});

/** What an empty form without a session is answered; 200 when it is admitted. */
async function post(url: string, cookie = ""): Promise<number> {
  const head = headOf(url, cookie);
  return (await admit(head as unknown as IncomingMessage, await openContext(head)))?.status ?? 200;
}

/** The cookies of a browser in which somebody has signed in, of one that has only asked, or of one with an open sheet. */
async function cookiesOf(act: (context: Awaited<ReturnType<typeof openContext>>) => Promise<unknown>, url = "/"): Promise<string> {
  const context = await openContext({ ...headOf(url, ""), method: "GET" });
  await act(context);
  return context
    .responseHeaders()
    .cookies.map((line) => line.split(";")[0])
    .join("; ");
}

test("neighbours who send too many forms keep nobody from signing in by mail in a browser that is known", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const known = await cookiesOf(({ mailCookies }) => mailCookies.enter("kim@example.org", "a proof"));
  const cookies = await cookiesOf(({ mailCookies }) => mailCookies.ask("kim@example.org"));
  for (let times = 0; times < 120; times += 1) await post("/sign-in");
  expect(await post("/sign-in")).toBe(429);
  for (const path of ["/sign-in", "/sign-in/code", "/sign-in/code.data", "/sign-in/a-token"])
    expect([path, await post(path, known)]).toEqual([path, 200]);
  // Anybody gets a cookie by asking. It is no way round the limit, and neither is a known browser for other forms.
  expect(await post("/sign-in", cookies)).toBe(429);
  expect(await post("/sign-in", known.replace(/.{9}$/, "AAAAAAAAA"))).toBe(429);
  expect(await post("/entry/a-token", known)).toBe(429);
  for (let times = 0; times < 116; times += 1) await post("/sign-in", known);
  expect(await post("/sign-in", known)).toBe(429);
});

test("neighbours who send too many forms keep nobody from filling in a sheet, and each sheet counts for itself", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const expiry = Math.floor(Date.now() / 1000) + 600;
  const withSheet = (sheet: string) => cookiesOf(({ openSheet }) => openSheet.open({ sheet, token: "bearer", expiry }), "/voice/a-token");
  const [one, other] = [await withSheet("one"), await withSheet("other")];
  for (let times = 0; times < 120; times += 1) await post("/voice/a-token");
  expect(await post("/voice/a-token")).toBe(429);
  for (let times = 0; times < 120; times += 1) expect(await post("/voice/save/one/thread/1/1", one)).toBe(200);
  expect(await post("/voice/save/one/thread/1/1", one)).toBe(429);
  expect(await post("/voice/save/other/thread/1/1", other)).toBe(200);
  // Elsewhere it is no way round the limit.
  expect(await post("/sign-in", other)).toBe(429);
});

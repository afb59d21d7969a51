import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hang, json, type MisbehavingUpstream, startMisbehavingUpstream, status } from "../../../tests/support/misbehaving-upstream.ts";
import { forgetSettings, withSettings } from "../../../tests/support/settings.ts";

let upstream: MisbehavingUpstream;
let revoke: typeof import("./revocation.server.ts").revoke;
let openContext: typeof import("~/sessions.server.ts").openContext;

beforeAll(async () => {
  upstream = await startMisbehavingUpstream();
  const settings = {
    NODE_ENV: "production",
    API_URL: upstream.url,
    PUBLIC_URL: "https://assess.example.org",
    HOME_SITE_URL: "https://home.example.org/start",
    SESSION_SECRET: "a secret of at least thirty-two characters",
  };
  ({ revoke, openContext } = await withSettings(settings, async () => ({
    ...(await import("./revocation.server.ts")),
    ...(await import("~/sessions.server.ts")),
  })));
  upstream.on("GET", "/extensions", json({ extensions: ["logout"] }));
  await revoke(session, "first");
});
afterAll(() => {
  forgetSettings();
  return upstream.stop();
});
beforeEach(() => {
  upstream.reset();
  vi.restoreAllMocks();
});

const session = { token: "bearer", upstreamCookies: { refresh: "r1" } };
/** Calls in the name of one session: a call that an earlier test left without an answer may still be repeated. */
const received = (token = session.token) =>
  upstream.receivedAt("POST", "/auth/logout").filter(({ headers }) => headers.authorization === `Bearer ${token}`);

test("sends both that can name the session: the token, which may have run out, and the cookie", async () => {
  upstream.on("POST", "/auth/logout", status(204));
  await revoke(session, "request-1");
  expect(received().map(({ headers }) => headers)).toMatchObject([{ authorization: "Bearer bearer", cookie: "refresh=r1" }]);
});

test("is done when there is no such session any more; any other fault is written down and thrown at nobody", async () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  upstream.on("POST", "/auth/logout", status(401));
  await revoke(session, "request-2");
  expect(stderr).not.toHaveBeenCalled();
  upstream.on("POST", "/auth/logout", status(403));
  await revoke(session, "request-3");
  expect(stderr.mock.calls.join()).toContain("the session was not ended upstream");
});

test("lets go of an upstream that does not answer, before the call gives it up and tries again", async () => {
  upstream.on("POST", "/auth/logout", hang());
  await revoke({ ...session, token: "unanswered" }, "request-4");
  expect(received("unanswered")).toHaveLength(1);
});

test("follows when a session ends because nobody was there, for copies of its cookie", async () => {
  upstream.on("POST", "/auth/logout", status(204));
  const request = { method: "GET", url: "/", headers: { host: "internal:3000" }, address: "127.0.0.1", protocol: "http" };
  const entering = await openContext(request);
  const renewedAt = Math.floor(Date.now() / 1000);
  const user = { email: "robin@example.org", firstName: "Robin" };
  await entering.session.signIn({
    ...session,
    token: "idle",
    expiry: renewedAt + 43_200,
    renewedAt,
    redirectURI: null,
    user,
    roles: ["P3M3"],
    sid: "s1",
  });
  const cookie = entering
    .responseHeaders()
    .cookies.map((line) => line.split(";")[0])
    .join("; ");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 27 * 60_000 });
  try {
    expect((await openContext({ ...request, headers: { ...request.headers, cookie } })).session.ended).toBe("idle");
  } finally {
    vi.useRealTimers();
  }
  await vi.waitFor(() => expect(received("idle")).toHaveLength(1));
});

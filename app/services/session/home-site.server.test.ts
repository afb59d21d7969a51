import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hang, json, type MisbehavingUpstream, startMisbehavingUpstream, status } from "../../../tests/support/misbehaving-upstream.ts";
import { forgetSettings, withSettings } from "../../../tests/support/settings.ts";

let upstream: MisbehavingUpstream;
let checkHomeSite: typeof import("./home-site.server.ts").checkHomeSite;
let requireMail: typeof import("./home-site.server.ts").requireMail;

beforeAll(async () => {
  upstream = await startMisbehavingUpstream();
  const settings = {
    NODE_ENV: "production",
    API_URL: upstream.url,
    PUBLIC_URL: "https://assess.example.org",
    SESSION_SECRET: "a secret of at least thirty-two characters",
  };
  ({ checkHomeSite, requireMail } = await withSettings(settings, () => import("./home-site.server.ts")));
});
afterAll(() => {
  forgetSettings();
  return upstream.stop();
});
beforeEach(() => upstream.reset());

test("without a home site the upstream has to let people sign in by mail", async () => {
  upstream.on("GET", "/extensions", json({ extensions: ["logout", "mail"] }));
  await expect(checkHomeSite()).resolves.toBeUndefined();
  for (const answer of [json({ extensions: ["logout"] }), status(404)]) {
    upstream.on("GET", "/extensions", answer);
    await expect(checkHomeSite()).rejects.toThrow(/^HOME_SITE_URL: required/);
  }
});

test("an upstream that is away is given the benefit of the doubt, and the log says so", async () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  for (const answer of [status(503), hang()]) {
    upstream.on("GET", "/extensions", answer);
    await expect(checkHomeSite()).resolves.toBeUndefined();
  }
  expect(stderr.mock.calls.join()).toContain("whether people can sign in by mail");
  stderr.mockRestore();
});

test("while the upstream names no mail, our own page says so instead of being missing", async () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const page = { title: "Nobody can sign in by mail at the moment.", next: { href: "/sign-in" } };
  for (const answer of [status(503), json({ extensions: ["logout"] })]) {
    upstream.on("GET", "/extensions", answer);
    await expect(requireMail()).rejects.toMatchObject({ name: "NotFound", page });
  }
  stderr.mockRestore();
});

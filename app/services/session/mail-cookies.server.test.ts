import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetSettings, withSettings } from "../../../tests/support/settings.ts";

let MailCookies: typeof import("./mail-cookies.server.ts").MailCookies;
let CookieJar: typeof import("~/services/http/cookies.server").CookieJar;

beforeAll(async () => {
  const settings = { HOME_SITE_URL: "https://home.example.org", SESSION_SECRET: "a secret of at least thirty-two characters" };
  [{ MailCookies }, { CookieJar }] = await withSettings(settings, () =>
    Promise.all([import("./mail-cookies.server.ts"), import("~/services/http/cookies.server")]),
  );
});
afterAll(forgetSettings);

test("a person is known however the upstream spells the address, and only once", async () => {
  const cookies = new MailCookies(new CookieJar("", false));
  await cookies.enter("Kim@Example.org", "an older proof");
  await cookies.enter("kim@example.org", "a proof");
  await cookies.enter("Robin@example.org", "another proof");
  expect((await cookies.ask("kim@example.org")).browserProof).toBe("a proof");
  expect((await cookies.ask("robin@example.org")).browserProof).toBe("another proof");
  await cookies.enter("joerg@müller.example", "one more proof");
  expect((await cookies.ask("joerg@xn--mller-kva.example")).browserProof).toBe("one more proof");
});

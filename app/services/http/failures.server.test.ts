import { afterAll, expect, test } from "vitest";
import { forgetSettings, withSettings } from "../../../tests/support/settings.ts";

afterAll(forgetSettings);

test.each([
  [{ SMTP_URL: "smtp://mail.example.org" }, "/"],
  [{ HOME_SITE_URL: "https://home.example.org" }, "https://home.example.org"],
  [{ HOME_SITE_URL: "https://home.example.org", CERTIFYING_BODY_URL: "https://body.example.org" }, "https://body.example.org"],
])("a refusal of somebody who is signed in leads with %j to %s", async (settings, href) => {
  const own = {
    NODE_ENV: "production",
    PUBLIC_URL: "https://assess.example.org",
    SESSION_SECRET: "a secret of at least thirty-two characters",
    ...settings,
  };
  const { failurePage } = await withSettings(own, () => import("./failures.server.ts"));
  expect(failurePage(401, "assessment").next.href).toBe(href);
  forgetSettings();
});

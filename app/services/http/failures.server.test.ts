import { afterAll, expect, test } from "vitest";
import { NotPermitted } from "~/services/upstream/upstream.server";
import { forgetSettings, withSettings } from "../../../tests/support/settings.ts";
import { failureOf } from "./failures.server.ts";

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

test.each([
  ["assessor", "You may read this, but not change it."],
  ["lead", "Only a lead of your team may do this."],
] as const)("somebody who is no %s reads so", (needs, title) => {
  expect(failureOf(new NotPermitted(undefined, needs))).toMatchObject({ status: 403, page: { title } });
});

/** Somebody is invited to a team of the demo, signs in by mail, reads as a viewer, and works once the lead lets them. */
import type { Page } from "@playwright/test";
import { enter, expect, follow, heading, openOrganization, press, test, WALK } from "./journey.ts";

const CLIENT = "Lindqvist Medical Devices";

/** Asks for a mail that signs in. */
async function askForMail(page: Page): Promise<void> {
  await page.getByLabel("E-mail address").fill("jane@demo.example");
  await press(page, "Send me a link");
  await heading(page, "Check your mail");
}

/** Opens the newest mail that signs in, and follows its link. */
async function openMail(page: Page): Promise<void> {
  await page.goto("/demo");
  await follow(page, /^Sign in .* to jane@demo\.example/);
  await page.getByRole("link", { name: /\/sign-in\// }).click();
}

test("somebody is invited, signs in by mail, reads as a viewer, and works as an assessor", { tag: ["@js", WALK] }, async ({
  page,
  browser,
  app,
  contextOptions,
  userAgent,
}) => {
  test.slow();
  await enter(page, "Alex");
  await follow(page, /^People$/);
  await heading(page, "People");
  await page.locator("summary", { hasText: "Invite people" }).click();
  await page.getByRole("textbox", { name: "Whom to invite" }).fill("Doe, Jane <jane@demo.example>");
  await page.getByRole("radio", { name: "Viewer" }).check();
  await press(page, "Invite");
  await press(page, "Invite 1 person");
  await expect(page.getByText("Jane Doe was invited.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Jane Doe/ })).toContainText("Viewer");

  const jane = await (await browser.newContext({ ...contextOptions, baseURL: app.url, userAgent })).newPage();
  await jane.goto("/demo");
  await jane
    .getByRole("link", { name: / to jane@demo\.example/ })
    .last()
    .click();
  await follow(jane, /^http/);
  await askForMail(jane);
  await openMail(jane);
  await press(jane, "Sign in");
  await heading(jane, /^Welcome, Jane/);
  let panel = await openOrganization(jane, CLIENT);
  await expect(panel.getByRole("row").filter({ hasText: "Project office baseline" })).toBeVisible();
  await expect(panel.getByRole("link", { name: "Create assessment" })).toHaveCount(0);
  await press(jane, "Log out");

  await page.getByRole("link", { name: "People", exact: true }).first().click();
  await follow(page, /^Jane/);
  await heading(page, /^Jane/);
  await page.getByRole("radio", { name: /^Assessor/ }).check();
  await press(page, "Save changes");
  await expect(page.getByRole("radio", { name: /^Assessor/ })).toBeChecked();

  // She comes back without the invitation: a mail is asked for, and its code is typed.
  await jane.goto("/sign-in");
  await askForMail(jane);
  const phone = await (await browser.newContext({ ...contextOptions, baseURL: app.url, userAgent })).newPage();
  await openMail(phone);
  const code = /Your code is (.+)$/.exec(await phone.getByRole("heading", { level: 1, name: /^Your code is / }).innerText())?.[1] ?? "";
  await jane.getByLabel("Code from the mail").fill(code);
  await press(jane, "Sign in");
  await heading(jane, /^Welcome, Jane/);
  panel = await openOrganization(jane, CLIENT);
  await follow(panel, "Create assessment");
  await heading(jane, "Assessment Profile Set-up");
  await jane.getByLabel("Select Maturity Model").selectOption("P3M3");
  await jane.getByLabel("Assessment name").fill("Jane's first");
  await jane.getByRole("radio", { name: /^Project/ }).check();
  await press(jane, "Save & Exit");
  await expect(jane.getByRole("row").filter({ hasText: "Jane's first" })).toBeVisible();
  await phone.context().close();
  await jane.context().close();
});

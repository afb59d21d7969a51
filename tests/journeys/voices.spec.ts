/** People of a client are asked for their views of a demo's draft, answer, are heard beside the assessor's own answers, and are closed. */
import { isAlive } from "../support/fixtures.ts";
import { enter, expect, follow, heading, openOrganization, press, test } from "./journey.ts";

const CLIENT = "Alderbrook County Council";
const DRAFT = "Town centre regeneration";

test("people are asked for their views, answer on a phone, are read beside the statements, and their sheets are closed", {
  tag: "@js",
}, async ({ page, browser, app, contextOptions, userAgent, checkAccessibility }) => {
  test.slow();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/demo");
  await checkAccessibility(page);
  await enter(page, "Noor");
  const panel = await openOrganization(page, CLIENT);
  await follow(panel, `Continue ${DRAFT}`);
  await follow(page, /^Voices$/);
  await heading(page, DRAFT);
  await follow(page, "Ask people");
  await expect(page.getByLabel("Whom to ask")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.getByLabel("Whom to ask").fill("Jane Doe; Manager\nSam Poe; Janitor");
  await press(page, "Ask about everything");
  for (const box of await page.getByRole("checkbox", { name: "Assurance" }).all()) await expect(box).toBeChecked();
  await checkAccessibility(page);
  await press(page, "Ask them");
  await press(page, "Ask 1 person");
  await expect(page.getByText("Jane Doe was asked.")).toBeVisible();
  // Nobody is a janitor in this assessment: that line stays, with its reason.
  await expect(page.getByLabel("Whom to ask")).toHaveValue("Sam Poe; Janitor");
  await expect(page.getByRole("region", { name: "What was done" })).toBeFocused();
  await press(page, "Copy the link for Jane Doe");
  await expect(page.getByText("Copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await checkAccessibility(page);
  // The page stayed, so that its address and the browser's history never had the link.
  expect(await page.evaluate(() => "stays" in window)).toBe(true);
  expect(page.url()).toMatch(/\/voices\/ask$/);
  await page.getByLabel("Whom to ask").fill("Sam Poe; Manager");
  await press(page, "Ask them");
  await press(page, "Ask 1 person");
  await expect(page.getByText("Sam Poe was asked.")).toBeVisible();

  const phone = await (
    await browser.newContext({ ...contextOptions, baseURL: app.url, userAgent, viewport: { width: 390, height: 844 } })
  ).newPage();
  await phone.goto(link);
  await heading(phone, "Your view is asked for");
  await press(phone, "Open my sheet");
  await heading(phone, `Your view of ${CLIENT}`);
  await follow(phone, "Begin");
  await heading(phone, "Assurance");
  const statements = phone.getByRole("group").filter({ has: phone.getByRole("radio", { name: "I cannot tell" }) });
  await statements.first().getByRole("radio", { name: "Fully" }).check();
  await statements.first().getByText("Comment, and where it can be seen").click();
  await statements.first().getByRole("textbox", { name: "Comment" }).fill("The gate review says so.");
  await press(phone, "Save and back");
  await heading(phone, `Your view of ${CLIENT}`);
  await press(phone, "I am done");
  await expect(phone.getByText("that you are done. You can still change your answers.")).toBeVisible();

  await follow(page, "See all voices");
  await expect(page.getByRole("row").filter({ hasText: "Jane Doe" })).toContainText("1 of ");
  // Showing the link keeps what was typed in the form, and moves the focus to the link.
  await follow(page, "Jane Doe");
  await heading(page, "Jane Doe");
  await isAlive(page);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Jane Roe");
  await press(page, "Show the link");
  await expect(page.getByRole("heading", { level: 2, name: "Link" })).toBeFocused();
  await expect(name).toHaveValue("Jane Roe");
  await name.fill("Jane Doe");
  await follow(page, /^Summary$/);
  await follow(page, "Edit Benefits management, Assurance");
  const level = page.locator("[data-level='1']");
  await expect(level).toContainText("Voices: 1 Fully");
  await level.getByText("1 comment").click();
  await expect(level).toContainText("The gate review says so.");
  await follow(page, /^Voices$/);
  await follow(page, "Where views differ");
  await heading(page, DRAFT);
  await expect(page.getByRole("main")).toContainText("Planning");
  await follow(page, /^Voices$/);
  await follow(page, "Close all sheets");
  await press(page.getByRole("dialog", { name: "Close all sheets?" }), "Close all sheets");
  await expect(page.getByText(/ 0 sheets are open/)).toBeVisible();
  await phone.reload();
  await heading(phone, "This sheet is closed");
  await phone.context().close();
});

/** Managing people with script: by keyboard, in light and dark, on a phone (docs/rules/people.md#the-screens). */
import { expect, isAlive, test } from "../support/fixtures.ts";

test("a lead invites several people, changes one and takes an invitation back, by keyboard", { tag: "@js" }, async ({
  signInAs,
  checkAccessibility,
}) => {
  const page = await signInAs({ permission: "lead", name: "Lea" });
  const colleague = await signInAs({ name: "Cole" });
  await page.goto("/");
  await page.getByRole("link", { name: "People", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await isAlive(page);
  await page.locator("summary", { hasText: "Invite people" }).press("Enter");
  const lines = page.getByRole("textbox", { name: "Whom to invite" });
  await lines.fill("Doe, Jane <jane@example.org>\nnobody");
  await page.getByRole("radio", { name: "Viewer" }).press("Space");
  await page.getByRole("button", { name: "Invite", exact: true }).press("Enter");
  // What was understood is shown first, and nothing is lost on the way back.
  await expect(page.getByRole("heading", { name: "Is this right?" })).toBeFocused();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Change it" }).press("Enter");
  await expect(lines).toHaveValue("Doe, Jane <jane@example.org>\nnobody");
  await expect(page.getByRole("radio", { name: "Viewer" })).toBeChecked();
  await page.getByRole("button", { name: "Invite", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Invite 1 person" }).press("Enter");
  await expect(page.getByText("Jane Doe was invited.")).toBeVisible();
  await expect(lines).toHaveValue("nobody");
  await expect(page.getByRole("row", { name: /Jane Doe/ })).toContainText("Viewer");
  // The good message takes the focus. It stands above the lines that are left.
  const done = page.getByRole("region", { name: "What was done" });
  await expect(done).toBeFocused();
  await expect(done).toBeInViewport();
  await expect(lines).toHaveAccessibleDescription(/1 line invites nobody: see below\./);
  // Whoever leaves now is not told that nothing was saved.
  await page.getByRole("link", { name: "Home" }).press("Enter");
  const leaving = page.getByRole("dialog", { name: "Leave without the rest?" });
  await expect(leaving).toContainText("1 line has invited nobody. Everybody else is invited.");
  await leaving.getByRole("button", { name: "Stay on this page" }).press("Enter");
  await lines.focus();
  // The reason stays while the line is corrected.
  await lines.press("End");
  await lines.pressSequentially("@");
  await expect(page.getByText("‘nobody’: There is no e-mail address in it.")).toBeVisible();
  await checkAccessibility(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await checkAccessibility(page);

  await lines.fill("rob@example.org");
  await page.getByRole("button", { name: "Invite", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Invite 1 person" }).press("Enter");
  await expect(page.getByText("rob@example.org was invited.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Viewer" })).toBeHidden();
  await page.getByRole("link", { name: "Take back: rob@example.org" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Take the invitation back?" });
  await expect(dialog).toBeVisible();
  await checkAccessibility(page, dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Take back: rob@example.org" }).press("Enter");
  await dialog.getByRole("button", { name: "Take it back" }).press("Enter");
  await expect(page.getByText("The invitation of rob@example.org was taken back.")).toBeVisible();

  await page.getByRole("link", { name: "Cole", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Cole" })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("textbox", { name: "First name" }).fill("Cole Porter");
  await page.getByRole("textbox", { name: "First name" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Cole Porter" })).toBeVisible();
  // The element that had the focus was made anew.
  await expect(page.getByRole("heading", { name: "Name and rights" })).toBeFocused();
  await page.getByRole("link", { name: "Suspend" }).press("Enter");
  await page.getByRole("dialog", { name: "Suspend Cole Porter?" }).getByRole("button", { name: "Suspend" }).press("Enter");
  await expect(page.getByText("Cole Porter was suspended.")).toBeVisible();
  await colleague.goto("/organization");
  await expect(colleague.getByRole("heading", { name: "Your access was suspended." })).toBeVisible();
  await expect(colleague.getByText("Please ask a lead of your team: Lea.")).toBeVisible();
  await checkAccessibility(colleague);
});

test("a lead is warned before lines that are not sent are left", { tag: "@js" }, async ({ signInAs }) => {
  const page = await signInAs({ permission: "lead" });
  await page.goto("/people");
  await isAlive(page);
  await page.getByRole("textbox", { name: "Whom to invite" }).fill("jane@example.org");
  await page.getByRole("link", { name: "History of people" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Stay on this page" }).click();
  await expect(page.getByRole("textbox", { name: "Whom to invite" })).toHaveValue("jane@example.org");
  // Filtering loads the list anew on this screen, and keeps what is typed.
  await page.getByText("Search and filter").click();
  await page.getByRole("searchbox", { name: "Name or address" }).fill("kim");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("link", { name: "Show everybody" }).click();
  await expect(page.getByRole("link", { name: "Show everybody" })).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Whom to invite" })).toHaveValue("jane@example.org");
});

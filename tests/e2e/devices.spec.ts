/** The screen of signed-in devices: seen, and worked by keyboard. */
import { expect, test } from "../support/fixtures.ts";

test("lists this device and others, and signs another one out", { tag: "@js" }, async ({
  signedIn: page,
  signInAs,
  user,
  checkAccessibility,
}) => {
  const elsewhere = await signInAs(user);
  await page.goto("/");
  await page.getByRole("link", { name: "Signed-in devices" }).click();
  await expect(page).toHaveTitle("Signed-in devices | Maturity Assessment Tool");
  await expect(page.getByRole("heading", { level: 1, name: "Signed-in devices" })).toBeVisible();
  const rows = page.getByRole("row").filter({ hasText: "Chrome on Linux" });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("This device");
  await expect(rows.first().getByRole("time")).toHaveText(/\d{4}, \d\d:\d\d$/);
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Log out Chrome on Linux" }).press("Enter");
  await expect(page.getByText("Chrome on Linux was signed out.")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await elsewhere.goto("/");
  await expect(elsewhere.getByText("Sorry, your credentials has expired.").first()).toBeVisible();
});

test("signs out everywhere after asking, by keyboard", { tag: "@js" }, async ({
  app,
  signedIn: page,
  signInAs,
  user,
  checkAccessibility,
}) => {
  const elsewhere = await signInAs(user);
  await page.goto("/sessions");
  await page.getByRole("link", { name: "Log out everywhere" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Log out everywhere?" });
  await expect(dialog).toBeVisible();
  await checkAccessibility(page, dialog);
  await dialog.getByRole("link", { name: "Cancel" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Log out everywhere" }).press("Enter");
  await dialog.getByRole("button", { name: "Log out everywhere" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "You are signed out everywhere" })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Log in again" }).press("Enter");
  await expect(page).toHaveURL(`${app.url}/demo`);
  await elsewhere.goto("/organization");
  await expect(elsewhere.getByText("Sorry, your credentials has expired.").first()).toBeVisible();
});

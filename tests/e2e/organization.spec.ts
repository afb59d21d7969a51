import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

const submit = (page: Page) => page.getByRole("button", { name: "Save organization" }).click();

async function fillIn(page: Page, name: string) {
  await page.getByLabel("Organization name").fill(name);
  await page.getByLabel("Location").selectOption({ label: "Poland" });
  await page.getByLabel("Number of employees").selectOption({ index: 2 });
  await page.getByLabel("Industry").selectOption({ index: 3 });
}

test("a new user is led to the organization form, saves it and finds it at home", async ({ signedIn: page, checkAccessibility }) => {
  await expect(page).toHaveTitle("Welcome, Robin | Maturity Assessment Tool");
  await checkAccessibility(page);
  await fillIn(page, "Łódź & Sons <b>");
  await submit(page);
  await expect(page).toHaveTitle("Home | Maturity Assessment Tool");
  await expect(page.getByText("Łódź & Sons <b>").first()).toBeVisible();
  await checkAccessibility(page);
});

test("a form that lacks something comes back with what was typed and a message beside each field", { tag: "@no-js" }, async ({
  signedIn: page,
}) => {
  await page.getByLabel("Business unit").fill("Delivery");
  await submit(page);
  const name = page.getByLabel("Organization name");
  await expect(name).toHaveAccessibleDescription("This Field is required.");
  await expect(page.getByLabel("Location")).toHaveAccessibleDescription("This Field is required.");
  await expect(page.getByLabel("Business unit")).toHaveValue("Delivery");
});

test("the buttons wait until the form is valid and changed, and the server has the last word", { tag: "@js" }, async ({
  signedIn: page,
  checkAccessibility,
}) => {
  const save = page.getByRole("button", { name: "Save organization" });
  await expect(save).toBeDisabled();
  await fillIn(page, "   ");
  await expect(save).toBeEnabled();
  await save.click();
  await expect(page.getByLabel("Organization name")).toHaveAccessibleDescription("This Field is required.");
  await expect(page.getByLabel("Location")).toHaveAccessibleDescription("");
  await checkAccessibility(page);
});

test("the address of somebody else's organization shows nothing of it", async ({ signedIn: page, signInAs }) => {
  await fillIn(page, "Secret Works");
  await submit(page);
  await expect(page.getByText("Secret Works").first()).toBeVisible();
  const id = new URL(page.url()).searchParams.get("organization");
  expect(id).not.toBeNull();

  const stranger = await signInAs({ team: "Another team" });
  await stranger.goto(`/organization/${id}/edit`);
  await expect(stranger.getByText("Secret Works")).toHaveCount(0);

  const colleague = await signInAs();
  await colleague.goto(`/organization/${id}/edit`);
  await expect(colleague.getByLabel("Organization name")).toHaveValue("Secret Works");
});

test.describe("before any script has arrived", { tag: "@js" }, () => {
  test.use({ hydrated: false });

  test("the form works and is accessible", async ({ signedIn: page, checkAccessibility }) => {
    await checkAccessibility(page);
    await fillIn(page, "Early Bird Ltd");
    await submit(page);
    await expect(page.getByText("Early Bird Ltd").first()).toBeVisible();
  });
});

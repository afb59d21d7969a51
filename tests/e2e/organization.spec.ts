import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { pickLocation } from "../support/pick.ts";

const submit = (page: Page) => page.getByRole("button", { name: "Save organization" }).click();

async function fillIn(page: Page, name: string, script: boolean) {
  await page.getByLabel("Organization name").fill(name);
  await pickLocation(page, "Poland", script);
  await page.getByLabel("Number of employees").selectOption({ index: 2 });
  await page.getByLabel("Industry").selectOption({ index: 3 });
}

test("a new user is led to the organization form, saves it and finds it at home", async ({
  signedIn: page,
  checkAccessibility,
  javaScriptEnabled,
}) => {
  await expect(page).toHaveTitle("Welcome, Robin | Maturity Assessment Tool");
  await checkAccessibility(page);
  await fillIn(page, "Łódź & Sons <b>", javaScriptEnabled !== false);
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
  await fillIn(page, "   ", true);
  await expect(save).toBeDisabled();
  await page.getByLabel("Organization name").fill("x".repeat(201));
  await save.click();
  await expect(page.getByLabel("Organization name")).toHaveAccessibleDescription("Please use at most 200 characters.");
  await expect(page.getByLabel("Location")).toHaveAccessibleDescription("");
  await checkAccessibility(page);
});

test("the address of somebody else's organization shows nothing of it", async ({ signedIn: page, signInAs, javaScriptEnabled }) => {
  await fillIn(page, "Secret Works", javaScriptEnabled !== false);
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

test("a form that was open while a colleague saved asks first: what was typed is kept, a withdrawn consent stays withdrawn", async ({
  signedIn: page,
  signInAs,
  javaScriptEnabled,
}) => {
  const consent = (tab: Page) => tab.getByLabel("The organization agrees that its results are used for benchmarking");
  const save = (tab: Page) => tab.getByRole("button", { name: "Save changes" }).click();
  await fillIn(page, "Harbour Authority", javaScriptEnabled !== false);
  await consent(page).check();
  await submit(page);
  await expect(page).toHaveTitle("Home | Maturity Assessment Tool");
  const edit = `/organization/${new URL(page.url()).searchParams.get("organization")}/edit`;
  await page.goto(edit);
  const colleague = await signInAs();
  await colleague.goto(edit);
  await consent(colleague).uncheck();
  await save(colleague);
  await expect(colleague).toHaveTitle("Home | Maturity Assessment Tool");

  await page.getByLabel("Business unit").fill("Docks");
  await save(page);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Nothing was saved yet: this organization was changed after you opened this page.");
  await expect(alert).toContainText("The consent to benchmarking was withdrawn, so its box is not ticked any more.");
  if (javaScriptEnabled !== false) await expect(alert).toBeFocused();
  await expect(page.getByLabel("Business unit")).toHaveValue("Docks");
  await expect(consent(page)).not.toBeChecked();
  await save(page);
  await expect(page).toHaveTitle("Home | Maturity Assessment Tool");
  await colleague.goto(edit);
  await expect(colleague.getByLabel("Business unit")).toHaveValue("Docks");
  await expect(consent(colleague)).not.toBeChecked();
});

test.describe("before any script has arrived", { tag: "@js" }, () => {
  test.use({ hydrated: false });

  test("the form works and is accessible", async ({ signedIn: page, checkAccessibility }) => {
    await checkAccessibility(page);
    await fillIn(page, "Early Bird Ltd", false);
    await submit(page);
    await expect(page.getByText("Early Bird Ltd").first()).toBeVisible();
  });
});

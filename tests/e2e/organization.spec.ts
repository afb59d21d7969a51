import type { Page } from "@playwright/test";
import { NAME_MAX, textMessages } from "#model/text.ts";
import { expect, intercept, isAlive, test } from "../support/fixtures.ts";
import { pickLocation } from "../support/pick.ts";

test.beforeEach(({ signedIn: page }) => page.goto("/"));

const submit = (page: Page) => page.getByRole("button", { name: "Save organization" }).click();

async function fillIn(page: Page, name: string, script: boolean) {
  await page.getByLabel("Organization name").fill(name);
  await pickLocation(page, "Poland", script);
  await page.getByLabel("Number of employees").selectOption({ index: 2 });
  await page.getByLabel("Industry").selectOption({ index: 3 });
}

test("a new user is led to the organization form, saves it and finds it at home", { tag: "@js" }, async ({
  signedIn: page,
  checkAccessibility,
}) => {
  await expect(page).toHaveTitle("Organization details | Maturity Assessment Tool");
  await fillIn(page, "Łódź & Sons <b>", true);
  await submit(page);
  await expect(page).toHaveTitle("Home | Maturity Assessment Tool");
  await expect(page.getByText("Łódź & Sons <b>").first()).toBeVisible();
  await checkAccessibility(page);
});

test("the buttons wait until the form is valid and changed, and the server has the last word", { tag: "@js" }, async ({
  signedIn: page,
}) => {
  const save = page.getByRole("button", { name: "Save organization" });
  await expect(save).toBeDisabled();
  await fillIn(page, "   ", true);
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription("Still needed: Organization name.");
  await page.getByLabel("Organization name").fill("x".repeat(NAME_MAX + 1));
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription("Please correct: Organization name.");
  await page.getByLabel("Organization name").fill("Taken");
  await expect(save).toBeEnabled();
  await expect(page.getByLabel("Location")).toHaveAccessibleDescription("");
});

test.describe("messages keep up with what is typed", { tag: "@js" }, () => {
  test("from the moment a field was left, and no sooner", async ({ signedIn: page, checkAccessibility }) => {
    const name = page.getByLabel("Organization name");
    const location = page.getByRole("combobox", { name: "Location" }).and(page.locator("input"));
    await isAlive(page);
    await name.fill("x".repeat(NAME_MAX + 1));
    await expect(name).toHaveAccessibleDescription("");
    await name.press("Tab");
    await expect(name).toHaveAccessibleDescription(textMessages.tooLong(NAME_MAX));
    await expect(location).toHaveAccessibleDescription("");
    await name.fill("Harbour");
    await expect(name).toHaveAccessibleDescription("");
    await name.fill("");
    await expect(name).toHaveAccessibleDescription("This Field is required.");
    await location.focus();
    await page.keyboard.press("Tab");
    await expect(location).toHaveAccessibleDescription("This Field is required.");
    await page.getByLabel("Industry").focus();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Industry")).toHaveAccessibleDescription("This Field is required.");
    // The list of errors above the form is for what a save was refused for.
    await expect(page.getByText("Please check what you entered:")).toHaveCount(0);
    await checkAccessibility(page);
    await pickLocation(page, "Poland", true);
    await expect(location).toHaveAccessibleDescription("");
    await page.getByLabel("Industry").selectOption({ index: 3 });
    await expect(page.getByLabel("Industry")).toHaveAccessibleDescription("");
  });

  test("a message that appears does not take away what is pressed from under the pointer", async ({ signedIn: page }) => {
    await isAlive(page);
    await page.getByLabel("Industry").focus();
    const consent = page.getByRole("checkbox", { name: /agrees that its results/ });
    await consent.click();
    await expect(consent).toBeChecked();
    await expect(page.getByLabel("Industry")).toHaveAccessibleDescription("This Field is required.");
  });
});

test.describe("editing", { tag: "@js" }, () => {
  test("says why nothing can be saved yet, asks before changes are lost, and shows that it saves", async ({ signedIn: page }) => {
    await fillIn(page, "Harbour", true);
    await submit(page);
    await page.getByRole("link", { name: "Edit Details" }).click();
    const save = page.getByRole("button", { name: "Save changes" });
    await expect(save).toBeDisabled();
    await expect(save).toHaveAccessibleDescription("Nothing has been changed yet.");
    await expect(page.getByText("Before you can start your assessment")).toHaveCount(0);
    await page.getByLabel("Business unit").fill("Piers");
    await expect(save).toBeEnabled();
    await page.getByRole("link", { name: "Go Back" }).click();
    await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
    await page.getByRole("button", { name: "Stay on this page" }).click();
    await expect(page.getByLabel("Business unit")).toHaveValue("Piers");
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await intercept(page, /\/edit\.data/, async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await save.click();
    await expect(page.getByRole("button", { name: "Saving…" })).toBeDisabled();
    answer?.();
    await expect(page.getByText("Your changes were saved.")).toBeVisible();
    await page.getByRole("link", { name: "Edit Details" }).click();
    await page.getByRole("link", { name: "Go Back" }).click();
    await expect(page).toHaveTitle("Home | Maturity Assessment Tool");
  });
});

test("a form that was open while a colleague saved asks first: what was typed is kept, a withdrawn consent stays withdrawn", {
  tag: "@js",
}, async ({ signedIn: page, signInAs }) => {
  const consent = (tab: Page) => tab.getByLabel("The organization agrees that its results are used for benchmarking");
  const save = (tab: Page) => tab.getByRole("button", { name: "Save changes" }).click();
  await fillIn(page, "Harbour Authority", true);
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
  await expect(alert).toBeFocused();
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

import type { Page } from "@playwright/test";

/** Picks a country on the organization form: by typing where script has made the list typable, else from the browser's own list. */
export async function pickLocation(page: Page, name: string, script: boolean): Promise<void> {
  const field = page.getByRole("combobox", { name: "Location" });
  if (!script) {
    await field.selectOption({ label: name });
    return;
  }
  await field.and(page.locator("input")).fill(name);
  await page.getByRole("option", { name, exact: true }).click();
}

/** The form of earlier scores with script (docs/rules/earlier-scores.md#entering-them). */
import { morePaths } from "../../app/views/more-paths.ts";
import { expect, isAlive } from "../support/fixtures.ts";
import { test } from "../support/test-assessment.ts";

test.describe("the form of earlier scores", { tag: "@js" }, () => {
  test.beforeEach(async ({ signedIn: page, place }) => {
    await page.goto(morePaths.earlierAdd(place.organization, "P3M3"));
    await isAlive(page);
  });

  test("puts pasted scores into the fields, leads the focus to what it says of them, and warns before they are lost", async ({
    signedIn: page,
    checkAccessibility,
  }) => {
    await page.getByLabel("Paste scores").fill("Organizational governance 3.2\nRK 2");
    await page.getByRole("button", { name: "Put them into the fields" }).click();
    const notice = page.getByText("2 scores are in the fields below. Nothing is saved yet.");
    await expect(page.locator(":focus").filter({ has: notice })).toBeVisible();
    await expect(page.getByLabel("Risk management (RK)")).toHaveValue("2");
    await checkAccessibility(page);
    await page.getByRole("link", { name: "Go Back" }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay on this page" }).click();
    await expect(page.getByLabel("Risk management (RK)")).toHaveValue("2");
  });

  test("saves when Enter is pressed in a field, also what is pasted once it was shown", async ({ signedIn: page }) => {
    await page.getByLabel("Scope").selectOption("Project");
    await page.getByLabel("Date of that assessment").fill("2021-11-22");
    await page.getByLabel("Paste scores").fill("RK 2");
    await page.getByLabel("Source", { exact: true }).fill("Report for the regulator");
    await page.getByLabel("Source", { exact: true }).press("Enter");
    await expect(page.getByRole("row", { name: "Risk management 2" })).toBeVisible();
    await page.getByRole("button", { name: "Save earlier scores" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Earlier scores" })).toBeVisible();
    await expect(page.getByRole("row", { name: /Report for the regulator/ })).toContainText("1 score");
  });
});

/** The product's main job, step by step, as a user does it; the same with and without script. */
import { expect, type Page } from "@playwright/test";
import ExcelJS from "exceljs";
import { pickLocation } from "../support/pick.ts";

export const ORGANIZATION = "Ærøskøbing Harbour <b>& Sons</b>";
export const ASSESSMENT = "Programme review / 2026";

type Check = (page: Page) => Promise<void>;

/** From the dashboard of a new user to a P3M3 assessment whose first thread is on the screen. */
export async function setUpAssessment(page: Page, check: Check, script: boolean): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Robin" })).toBeVisible();
  await check(page);
  await page.getByLabel("Organization name").fill(ORGANIZATION);
  await page.getByLabel("Business unit").fill("Operations");
  await pickLocation(page, "Denmark", script);
  await page.getByLabel("Number of employees").selectOption({ label: "250–999" });
  await page.getByLabel("Industry").selectOption({ index: 3 });
  await page.getByRole("button", { name: "Create assessment" }).click();

  await expect(page.getByRole("heading", { name: "Assessment Profile Set-up" })).toBeVisible();
  await check(page);
  await page.getByLabel("Select Maturity Model").selectOption("P3M3");
  await page.getByLabel("Assessment name").fill(ASSESSMENT);
  await page.getByRole("radio", { name: /^Programme/ }).check();
  await page.getByRole("button", { name: "Save & Continue" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Scope details" })).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Save & Continue" }).click();
  await expect(page.getByText("This Field is required.").last()).toBeVisible();
  await page.getByRole("radio", { name: /^Level 3/ }).check();
  for (const name of ["Management control", "Risk management", "Assurance", "Planning"]) await page.getByRole("checkbox", { name }).check();
  await page.getByRole("button", { name: "Save & Continue" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Review profile" })).toBeVisible();
  await expect(page.getByText("Assurance, Planning")).toBeVisible();
  await check(page);
  await page.getByRole("link", { name: "Start assessment" }).click();
  await expect(page).toHaveURL(/\/questions\/MC\/AS$/i);
}

const level = (page: Page, number: number) => page.getByRole("group", { name: new RegExp(`^Level ${number} answer`) });

/** Answers one level and waits until it is saved. */
async function answer(page: Page, number: number, selection: string, script: boolean): Promise<void> {
  await level(page, number).getByRole("radio", { name: selection }).check();
  if (!script) await page.getByRole("button", { name: "Save answers" }).click();
  else await expect(page.getByText(/Saved at/).first()).toBeVisible();
  await expect(level(page, number).getByRole("radio", { name: selection })).toBeChecked();
}

/** Steps 4 to 6: answers under the gating rule, notes, leaving and coming back, summary, submission, result, Excel file. */
export async function answerSubmitAndRead(page: Page, check: Check, script: boolean): Promise<void> {
  await check(page);
  await expect(level(page, 4).getByRole("radio", { name: "Fully" })).toBeDisabled();
  await answer(page, 3, "Fully", script);
  await expect(level(page, 1).getByRole("radio", { name: "Fully" })).toBeChecked();
  await answer(page, 4, "Partially", script);
  await expect(level(page, 5).getByRole("radio", { name: "Fully" })).toBeDisabled();
  await page.getByLabel("Assessment Notes").fill("Seen in the board papers.\nAnd in the gate reviews.");
  await page.getByRole("button", { name: "Save and Exit" }).click();

  await expect(page.getByText("AS").or(page.getByText("MC 1/2")).first()).toBeVisible();
  await expect(page.getByText("MC 1/2")).toBeVisible();
  await check(page);
  await page.getByRole("link", { name: `Continue ${ASSESSMENT}` }).click();
  await expect(page).toHaveURL(/\/questions\/MC\/PL$/i);
  await page
    .getByRole("link", { name: /Assurance/ })
    .first()
    .click();
  await expect(page.getByLabel("Assessment Notes")).toHaveValue("Seen in the board papers.\nAnd in the gate reviews.");
  await page.getByRole("button", { name: "Next thread" }).click();

  await expect(page).toHaveURL(/\/questions\/MC\/PL$/i);
  await answer(page, 3, "Rarely/Never", script);
  await answer(page, 2, "Fully", script);
  await page.getByRole("button", { name: "Next perspective" }).click();
  for (const [thread, next] of [
    ["AS", "Next thread"],
    ["PL", "View summary"],
  ] as const) {
    await expect(page).toHaveURL(new RegExp(`/questions/RK/${thread}$`, "i"));
    await answer(page, 3, "Fully", script);
    await answer(page, 4, "Rarely/Never", script);
    await page.getByRole("button", { name: next }).click();
  }

  await expect(page.getByText("4/4 Threads complete")).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Submit assessment" }).click();
  const dialog = page.getByRole("dialog", { name: "Are you ready to Submit?" });
  await expect(dialog).toBeVisible();
  await check(page);
  await dialog.getByRole("button", { name: "Submit assessment" }).click();

  await expect(page).toHaveURL(/\/assessments\/\d+\/result$/);
  await page.getByRole("dialog", { name: "The assessment was submitted." }).getByRole("link", { name: "Continue" }).click();
  // MC: 3.5 and 2, mean 2.75; RK: 3 and 3; overall 2.875, shown half away from zero.
  await expect(page.getByRole("region", { name: "Overall scores" })).toContainText("2.88");
  await expect(
    page
      .getByRole("row", { name: /Management control/ })
      .filter({ hasText: "2.75" })
      .first(),
  ).toBeVisible();
  await check(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export to Excel" }).click()]);
  expect(download.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d_P3M3_Programme_review_-_2026\.xlsx$/);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await download.path());
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(["Scores", "Diagnostics"]);
  expect(workbook.getWorksheet("Scores")?.getSheetValues().flat()).toContain(2.88);

  // Bookmarked: the address alone brings the same page back.
  const bookmark = page.url();
  await page.goto("/");
  await page.goto(bookmark);
  await expect(page.getByRole("region", { name: "Overall scores" })).toContainText("2.88");
}

/** A job for one client with several assessments: set up, planned from lines as people have them, delivered as one report, closed, and opened again. */
import type { Page } from "@playwright/test";
import { isAlive } from "../support/fixtures.ts";
import { enter, expect, follow, heading, openOrganization, press, test } from "./journey.ts";

const CLIENT = "Meridian Coastal Railways";
const SUBMITTED = "Fleet renewal programme";
const JOB = "Trains and their works";

/** As it comes out of a spreadsheet: a row of headings, a cell with two lines, and days as people write them. */
const LINES = [
  "Type\tWhat\tWith whom\tWho\tDate\tStatus",
  'Interview\tFunding\t"Anna Müller\nJörg Weiß"\tNoor\t5/11/2026\tdone',
  "Workshop\tRisks\tDepot managers\tNoor\t2026-11-05\topen",
  "Document\tRegister of benefits\t\t\tMon 7 Dec\tasked for",
].join("\n");

test("a job is set up, planned, delivered as one report, closed and opened again", async ({
  page,
  checkAccessibility,
  javaScriptEnabled: hasScript = true,
}) => {
  test.slow();
  const alive = async () => {
    if (hasScript) await isAlive(page);
  };
  await enter(page, "Noor");
  const panel = await openOrganization(page, CLIENT);
  await follow(panel, "Engagements");
  await heading(page, "Engagements");
  await follow(page, "Create an engagement");
  await heading(page, "Create an engagement");
  await alive();
  await page.getByLabel("Name").fill(JOB);
  await page.getByLabel("Start").fill("2026-11-02");
  await page.getByLabel("End").fill("2026-10-02");
  await page.getByLabel("Units").fill("Fleet\nTrack");
  await press(page, "Create engagement");
  await expect(page.getByRole("alert")).toContainText("The end is before the start.");
  await page.getByLabel("End").fill("2026-12-18");
  await press(page, "Create engagement");
  await heading(page, JOB);

  await follow(page, "Plan");
  await heading(page, /^Plan/);
  await alive();
  await page.getByLabel("One row on each line").fill(LINES);
  await press(page, "Read the lines");
  await expect(page.getByRole("heading", { name: "Is this right?" })).toBeVisible();
  for (const text of ["Anna Müller; Jörg Weiß", "Thu 5 Nov 2026", /Mon 7 Dec \d{4}/])
    await expect(page.getByRole("cell", { name: text }).first()).toBeVisible();
  await checkAccessibility(page);
  await press(page, "Add 3 rows");
  await expect(page.getByText("3 rows were added.")).toBeVisible();
  await follow(page, "The engagement");

  await follow(page, "create several");
  await heading(page, "Create several assessments");
  await alive();
  await page.getByRole("checkbox", { name: "P3M3 Portfolio" }).check();
  await page.getByRole("checkbox", { name: "P3M3 Project" }).check();
  await page.getByRole("checkbox", { name: "Track" }).check();
  await checkAccessibility(page);
  await press(page, "Create assessments");
  await expect(page.getByText("2 assessments were created.")).toBeVisible();
  await choose(page, hasScript, "Assessment", SUBMITTED);
  await page.getByRole("region", { name: "Add an assessment" }).getByLabel("Unit").selectOption("Fleet");
  await press(page, "Add assessment");
  await expect(page.getByText("The assessment was added.")).toBeVisible();
  await expect(page.getByText("1 of 3", { exact: true })).toBeVisible();
  await checkAccessibility(page);

  await follow(page, "Profile");
  await heading(page, /^Profile/);
  await expect(page.getByText("No rule gives a figure over several scopes or units")).toBeVisible();
  await follow(page, "The engagement");
  await follow(page, "Report");
  await heading(page, `Report of ${JOB}`);
  await expect(page.getByText("Not every assessment has a result yet.")).toBeVisible();
  for (const [name, ending] of [
    ["Word", ".docx"],
    ["PowerPoint", ".pptx"],
  ] as const) {
    const download = page.waitForEvent("download");
    await press(page, name);
    expect((await download).suggestedFilename().endsWith(ending)).toBe(true);
  }
  await follow(page, "The engagement");

  for (const state of ["delivered", "closed", "running"]) {
    await alive();
    await page.getByLabel("It is").selectOption(state);
    await press(page, "Set state");
    await expect(page.getByText(`The engagement is ${state}.`)).toBeVisible();
    await expect(page.getByRole("region", { name: "Add an assessment" })).toHaveCount(state === "closed" ? 0 : 1);
  }
});

/** Chooses the option of a long list that begins with a text. */
async function choose(page: Page, hasScript: boolean, label: string, text: string): Promise<void> {
  const list = page.getByRole("region", { name: "Add an assessment" }).getByRole("combobox", { name: label });
  if (!hasScript) {
    await list.selectOption({ label: (await list.getByRole("option").filter({ hasText: text }).textContent()) ?? "" });
    return;
  }
  await list.and(page.locator("input")).fill(text);
  await page.getByRole("option", { name: new RegExp(`^${text}`) }).click();
}

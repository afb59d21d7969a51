/** A client of the demo is assessed again: answers, submission, a correction, the time after that, what moved, and the report. */
import type { Page } from "@playwright/test";
import { enter, expect, follow, heading, openOrganization, press, test, WALK } from "./journey.ts";

const CLIENT = "Alderbrook County Council";
const BEFORE = "Digital services programme";
const SCOPE: Record<string, string[]> = { Perspectives: ["Benefits management", "Risk management"], Threads: ["Assurance", "Planning"] };
const PLACES = ["BM/AS", "BM/PL", "RK/AS", "RK/PL"] as const;

interface Assessor {
  page: Page;
  /** Whether script runs. */
  script: boolean;
}

/** Sets an assessment up from the one before, with a part of its scope, and opens its first thread. */
async function assessAgain({ page }: Assessor, before: string, name: string): Promise<void> {
  const panel = await openOrganization(page, CLIENT);
  await follow(panel, /^Completed/);
  await follow(panel, new RegExp(`^Assess again ${before}$`));
  await heading(page, "Assessment Profile Set-up");
  await expect(page.getByText(`Name and scope are those of ${before}`)).toBeVisible();
  await expect(page.getByRole("radio", { name: "Programme" })).toBeChecked();
  await page.getByLabel("Assessment name").fill(name);
  await press(page, "Save & Continue");
  await heading(page, "Scope details");
  for (const [group, names] of Object.entries(SCOPE))
    for (const choice of await page.getByRole("group", { name: group, exact: true }).locator("label").all())
      await choice.getByRole("checkbox").setChecked(names.includes((await choice.innerText()).trim()));
  await press(page, "Save & Continue");
  await heading(page, "Review profile");
  await expect(page.getByRole("main")).toContainText("Assurance, Planning");
  await follow(page, "Start assessment");
}

const at = (page: Page, place: string) => expect(page).toHaveURL(new RegExp(`/questions/${place}$`, "i"));

/** Waits until an answer or a confirmation is stored. */
async function save({ page, script }: Assessor): Promise<void> {
  if (script) await expect(page.locator(".action-bar .save-mark")).toContainText("Saved at");
  else await press(page, "Save answers");
}

/** Answers a level, and waits until that is stored. */
async function answer(assessor: Assessor, level: number, selection: string): Promise<void> {
  const radio = assessor.page.getByRole("group", { name: `Level ${level} answer` }).getByRole("radio", { name: selection });
  await radio.check();
  await save(assessor);
  await expect(radio).toBeChecked();
}

/** Confirms what was answered last time, thread by thread, but what is answered anew. Ends at the summary. */
async function goThrough(assessor: Assessor, anew: Partial<Record<(typeof PLACES)[number], () => Promise<void>>> = {}): Promise<void> {
  const { page, script } = assessor;
  for (const [index, place] of PLACES.entries()) {
    await at(page, place);
    await expect(page.getByRole("heading", { level: 2, name: `(${place.slice(3)})` })).toBeVisible();
    const answers = anew[place];
    if (answers) await answers();
    else {
      await press(page, "Confirm thread");
      await expect(page.getByRole("button", { name: "Confirm thread" })).toBeHidden();
      if (script) await save(assessor);
    }
    await press(page, ["Next thread", "Next perspective", "Next thread", "View summary"][index] ?? "");
  }
}

/** Submits from the summary, and reads the result. @returns what the result says of the scores */
async function submit(page: Page): Promise<string> {
  await expect(page.getByText("4/4 Threads complete")).toBeVisible();
  await press(page, "Submit assessment");
  await press(page.getByRole("dialog", { name: "Are you ready to Submit?" }), "Submit assessment");
  const done = page.getByRole("dialog", { name: "The assessment was submitted." });
  await follow(done, "Continue");
  await expect(done).toBeHidden();
  return page.getByRole("region", { name: "Overall scores" }).innerText();
}

async function throughTheYears({ page, javaScriptEnabled }: { page: Page; javaScriptEnabled?: boolean }): Promise<void> {
  test.slow();
  const assessor = { page, script: javaScriptEnabled !== false };
  const [second, third] = assessor.script ? ["Second year", "Third year"] : ["Year two", "Year three"];
  await enter(page, "Sam");
  await assessAgain(assessor, BEFORE, second);
  await goThrough(assessor, {
    async "RK/PL"() {
      await answer(assessor, 2, "Fully");
      await answer(assessor, 3, "Rarely/Never");
    },
  });
  const first = await submit(page);

  await follow(page, "Make a corrected edition");
  await heading(page, second);
  await page.getByLabel("Why is it corrected?").fill("The plan of the last release was overlooked.");
  await press(page, "Make the edition");
  await heading(page, `${second}, edition 2`);
  await follow(page, "Edit Risk management, Planning");
  await at(page, "RK/PL");
  await answer(assessor, 3, "Partially");
  await press(page, "View summary");
  const corrected = await submit(page);
  await heading(page, `${second}, edition 2`);
  expect(corrected).not.toBe(first);

  await assessAgain(assessor, `${second}, edition 2`, third);
  await goThrough(assessor);
  expect(await submit(page)).toBe(corrected);
  await follow(page, /^Comparison$/);
  await heading(page, "Comparison");
  await expect(page.getByText(`Compared with ${second}, edition 2 (Programme)`)).toBeVisible();
  await expect(page.getByText("Threads: unchanged 4.")).toBeVisible();
  const with_ = page.getByLabel("Compare with");
  const choice = await with_.getByRole("option", { name: new RegExp(`^${BEFORE}`) }).getAttribute("value");
  await with_.selectOption(choice);
  await press(page, "Compare");
  await expect(page.getByText(`Compared with ${BEFORE} (Programme)`)).toBeVisible();
  await expect(page.getByText("Threads: no longer covered 86, unchanged 4.")).toBeVisible();

  await follow(page, /^Report$/);
  await heading(page, "Report for the client");
  const text = `Benefits and risks are where they were before ${third}.`;
  const ownText = page.getByRole("form", { name: "Executive summary" });
  await ownText.getByRole("textbox").fill(text);
  await press(ownText, "Save");
  await expect(assessor.script ? ownText.getByText("Saved", { exact: true }) : page.getByText("The text was saved.")).toBeVisible();
  await page.reload();
  await expect(ownText.getByRole("textbox")).toHaveValue(text);
  await openOrganization(page, CLIENT);
  await press(page, "Log out");
}

test("a client is assessed again, corrected, assessed once more, compared and reported on", { tag: "@js" }, throughTheYears);
test("and without script, too", { tag: ["@no-js", WALK] }, throughTheYears);

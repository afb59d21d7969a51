/** The product's main job, step by step, as a person does it: the same in every browser, with script, without it, and without any browser. */
import assert from "node:assert/strict";
import ExcelJS from "exceljs";

export const ORGANIZATION = "Ærøskøbing Harbour <b>& Sons</b>";
export const ASSESSMENT = "Programme review / 2026";

/** A part of the screen, by its role and the words that its name begins with. */
export type PagePart = readonly [role: "dialog" | "region" | "row", name: string];

/**
 * Somebody at a screen, who knows it by its words alone. A link is found by words in its name, everything else by the words that its name
 * begins with. If several match, the first one counts. Each step waits until it can be done, and fails if it cannot.
 */
export interface Person {
  /** Whether the application's script runs. */
  readonly script: boolean;
  /** Looks at the screen as it is now: each kind of test does its own there. */
  look(): Promise<void>;
  open(address: string): Promise<void>;
  address(): Promise<string>;
  /** Waits until the path and query of the address are like this. */
  arrive(address: RegExp): Promise<void>;
  /** Waits until these words can be read on the page, or in a part of it. */
  read(words: string, part?: PagePart): Promise<void>;
  readHeading(words: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  /** Waits until a field holds this text. */
  readField(label: string, text: string): Promise<void>;
  /** Picks an option of a list, by its text. @param typable whether script lets people type into it */
  select(label: string, option: string, typable?: "typable"): Promise<void>;
  /** Picks a radio, of the group with this legend or of all. */
  choose(option: string, group?: string): Promise<void>;
  tick(label: string): Promise<void>;
  press(button: string, part?: PagePart): Promise<void>;
  follow(link: string): Promise<void>;
  /** Waits until a radio is on, or cannot be picked. */
  seeRadio(option: string, group: string, state: "on" | "disabled"): Promise<void>;
  download(link: string): Promise<{ name: string; content: Uint8Array }>;
}

/** From the dashboard of a new user to a P3M3 assessment whose first thread is on the screen. */
export async function setUpAssessment(person: Person): Promise<void> {
  await person.readHeading("Welcome, Robin");
  await person.look();
  await person.fill("Organization name", ORGANIZATION);
  await person.fill("Business unit", "Operations");
  await person.select("Location", "Denmark", "typable");
  await person.select("Number of employees", "250–999");
  await person.select("Industry", "Manufacturing");
  await person.press("Create assessment");

  await person.readHeading("Assessment Profile Set-up");
  await person.look();
  await person.select("Select Maturity Model", "P3M3");
  await person.fill("Assessment name", ASSESSMENT);
  await person.choose("Programme");
  await person.press("Save & Continue");

  await person.readHeading("Scope details");
  await person.look();
  await person.press("Save & Continue");
  await person.read("This Field is required.");
  await person.choose("Level 3");
  for (const name of ["Management control", "Risk management", "Assurance", "Planning"]) await person.tick(name);
  await person.press("Save & Continue");

  await person.readHeading("Review profile");
  await person.read("Assurance, Planning");
  await person.look();
  await person.follow("Start assessment");
  await person.arrive(/\/questions\/MC\/AS$/i);
}

/** Answers one level and waits until it is saved. */
async function answer(person: Person, level: number, selection: string): Promise<void> {
  await person.choose(selection, `Level ${level} answer`);
  if (person.script) await person.read("Saved at");
  else await person.press("Save answers");
  await person.seeRadio(selection, `Level ${level} answer`, "on");
}

/** Steps 4 to 6: answers under the gating rule, notes, leaving and coming back, summary, submission, result, Excel file. */
export async function answerSubmitAndRead(person: Person): Promise<void> {
  await person.look();
  await person.seeRadio("Fully", "Level 4 answer", "disabled");
  await answer(person, 3, "Fully");
  await person.seeRadio("Fully", "Level 1 answer", "on");
  await answer(person, 4, "Partially");
  await person.seeRadio("Fully", "Level 5 answer", "disabled");
  await person.fill("Assessment Notes", "Seen in the board papers.\nAnd in the gate reviews.");
  await person.press("Save and Exit");

  await person.read("MC 1/2");
  await person.look();
  await person.follow(`Continue ${ASSESSMENT}`);
  await person.arrive(/\/questions\/MC\/PL$/i);
  await person.follow("Assurance");
  await person.readField("Assessment Notes", "Seen in the board papers.\nAnd in the gate reviews.");
  await person.press("Next thread");

  await person.arrive(/\/questions\/MC\/PL$/i);
  await person.readHeading("Planning (PL)");
  await answer(person, 3, "Rarely/Never");
  await answer(person, 2, "Fully");
  await person.press("Next perspective");
  for (const [thread, heading, next] of [
    ["AS", "Assurance (AS)", "Next thread"],
    ["PL", "Planning (PL)", "View summary"],
  ] as const) {
    await person.arrive(new RegExp(`/questions/RK/${thread}$`, "i"));
    await person.readHeading(heading);
    await answer(person, 3, "Fully");
    await answer(person, 4, "Rarely/Never");
    await person.press(next);
  }

  await person.read("4/4 Threads complete");
  await person.look();
  await person.press("Submit assessment");
  await person.read("Are you ready to Submit?", ["dialog", "Are you ready to Submit?"]);
  await person.look();
  await person.press("Submit assessment", ["dialog", "Are you ready to Submit?"]);

  await person.arrive(/\/assessments\/\d+\/result$/);
  await person.read("The assessment was submitted.", ["dialog", "The assessment was submitted."]);
  await person.follow("Continue");
  // MC: 3.5 and 2, mean 2.75; RK: 3 and 3; overall 2.875, shown half away from zero.
  await person.read("2.88", ["region", "Overall scores"]);
  await person.read("2.75", ["row", "Management control"]);
  await person.look();
  const { name, content } = await person.download("Export to Excel");
  assert.match(name, /^\d{4}-\d\d-\d\d_P3M3_Programme_review_-_2026\.xlsx$/);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(content.buffer as ArrayBuffer);
  assert.deepEqual(
    workbook.worksheets.slice(0, 2).map((sheet) => sheet.name),
    ["Scores", "Diagnostics"],
  );
  assert.ok(workbook.getWorksheet("Scores")?.getSheetValues().flat().includes(2.88));

  // Bookmarked: the address alone brings the same page back.
  const bookmark = await person.address();
  await person.open("/");
  await person.open(bookmark);
  await person.read("2.88", ["region", "Overall scores"]);
}

/** The result of an ITIL assessment and its files, as a browser without script asks for them (docs/rules/results-and-files.md). */
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { answerComponent, answerPractice, createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { filesIn, heading, recordsOf, rowsOf, workbook } from "./results.ts";
import { type Assessor, newAssessor } from "./wizard.ts";

let app: AppWithFaults;
/** Whose assessment it is, which no test changes. */
let mine: Assessor & Awaited<ReturnType<typeof completedItil>>;
beforeAll(async () => {
  app = await sharedAppWithFaults();
  const assessor = await newAssessor(app);
  mine = { ...assessor, ...(await completedItil(assessor.client)) };
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

async function completedItil(client: Client) {
  const practices = [
    { id: 2, selectionMode: 1 as const },
    { id: 19, selectionMode: 1 as const },
    { id: 22, selectionMode: 2 as const },
  ];
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity", practices });
  const levels = async (practiceId: number) =>
    expectStatus(await client.get(`/itil/assessments/${id}/questions/capability?capabilityId=${practiceId}`), 200).body as {
      level: number;
      statement: string;
      hint: string;
    }[];
  const upTo = async (practiceId: number, level: number) => {
    const questions = await levels(practiceId);
    const letters = questions.map((question) => (question.level <= level ? "F" : question.level === level + 1 ? "R" : "N")).join("");
    expectStatus(await answerPractice(client, id, practiceId, letters), 200);
  };
  await upTo(2, 3);
  await upTo(19, 5);
  await upTo(22, 2);
  for (const [code, level] of [
    ["M-GP", 4],
    ["M-G", 3],
    ["M-SVC", 5],
  ] as const)
    expectStatus(await answerComponent(client, id, code, level), 200);
  await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: 22, body: "One <engineer> only." });
  await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: 19, body: "Nothing to improve, and noted." });
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return { id, held: (await levels(22)).filter(({ level }) => level === 3) };
}

/** What is shown on the screen: the other tab is there for print alone. */
const shownTables = (visitor: Visitor) =>
  visitor.document
    .querySelectorAll("section.result-section:not(.print-only) table[aria-labelledby]")
    .map((each) => visitor.document.getElementById(each.getAttribute("aria-labelledby") ?? "")?.text.trim());

describe("the result of an ITIL assessment", () => {
  test("shows components and practices in one tab, what to improve in the other", async () => {
    const { visitor, id, held } = mine;
    await visitor.get(`/assessments/${id}/result/itil`);
    expect(visitor.status).toBe(200);
    expect(visitor.text()).toContain("Maturity of what was assessed 3 ");
    expect(rowsOf(visitor, "Maturity components").map((row) => [row[0], row.at(-1)])).toEqual([
      ["M-GP", "4.00"],
      ["M-G", "3.00"],
      ["M-SVC", "5.00"],
      ["M-P", "3.00"],
      ["M-CI", "3.00"],
      ["", "3"],
    ]);
    expect(rowsOf(visitor, "Primary capabilities")).toEqual([
      ["CI", "Continual improvement", "3.00"],
      ["INM", "Incident management", "5.00"],
    ]);
    expect(rowsOf(visitor, "Supporting capabilities")).toEqual([["PRM", "Problem management", "2.00"]]);
    expect(shownTables(visitor)).not.toContain("Areas of improvement: Problem management");

    await visitor.follow("Areas of Improvement");
    expect(visitor.url).toBe(`/assessments/${id}/result/itil?tab=improvement`);
    expect(shownTables(visitor)).toEqual(["Areas of improvement: Continual improvement", "Areas of improvement: Problem management"]);
    const rows = rowsOf(visitor, "Areas of improvement: Problem management");
    expect(rows.slice(0, held.length).map((row) => row.slice(0, 4))).toEqual(
      held.map(({ level, statement, hint }) => [String(level), "Rarely/Never", statement, hint]),
    );
    expect(rows.at(-1)?.slice(0, 2)).toEqual(["5", "Not assessed"]);
    expect(visitor.text()).toContain("Note One <engineer> only.");
  });

  test("the words of a chart name every table that has its figures", async () => {
    const { visitor, id } = mine;
    await visitor.get(`/assessments/${id}/result/itil`);
    const captions = visitor.document.querySelectorAll("figcaption").map((each) => each.text);
    expect(captions.join(" ")).toContain("The same figures are in the tables Primary capabilities and Supporting capabilities.");
  });

  test("the Excel file holds the numbers of the screen, cell by cell", async () => {
    const { visitor, id } = mine;
    await visitor.get(`/assessments/${id}/result/itil`);
    const shown = ["Maturity components", "Primary capabilities", "Supporting capabilities"].flatMap((title) => rowsOf(visitor, title));
    const improvement = ["Continual improvement", "Problem management"].flatMap((name) => rowsOf(visitor, `Areas of improvement: ${name}`));
    const book = await workbook(visitor, `/assessments/${id}/result.xlsx`);
    expect(visitor.headers.get("Content-Disposition")).toMatch(/filename="\d{4}-\d\d-\d\d_ITIL_Service_review\.xlsx"/);
    const scores = recordsOf(book, "Scores");
    expect(scores.slice(1).map(({ Code, Score }) => [Code, Number(Score).toFixed(2)])).toEqual(
      shown.filter(([code]) => code !== "").map((row) => [row[0], row.at(-1)]),
    );
    expect(scores[0]).toMatchObject({ Kind: "Maturity of what was assessed", "Final score": 3, Score: null });
    expect(
      recordsOf(book, "Areas_Of_Improvement")
        .filter(({ Criterion }) => Criterion !== "")
        .map((each) => [String(each.Level), each.Answer, each.Criterion, each["What to do"], each.Dimension, each.PSF]),
    ).toEqual(improvement);
    expect(book.worksheets.map(({ name }) => name)).toEqual([
      "Scores",
      "Areas_Of_Improvement",
      "Answers",
      "Notes",
      "Improvements",
      "Recommended_Steps",
      "About",
    ]);
  });

  test("keeps the note of a practice at level 5, also with an upstream that knows the contract only", async () => {
    const { visitor, client, id } = mine;
    const NOTED = [["Incident management", "Nothing to improve, and noted."]];
    await visitor.get(`/assessments/${id}/result/itil`);
    expect(rowsOf(visitor, "Notes on practices with nothing to improve")).toEqual(NOTED);
    const { pack: _pack, notes, ...results } = expectStatus(await client.get(`/ITIL/assessments/${id}/results`), 200).body;
    app.upstream.on("GET", `/ITIL/assessments/${id}/results`, json({ ...results, notes: { maturity: notes.maturity } }));
    await visitor.get(`/assessments/${id}/result/itil`);
    expect(rowsOf(visitor, "Notes on practices with nothing to improve")).toEqual(NOTED);
  });

  test("every table and chart leads to an image of its own", async () => {
    const { visitor, id } = mine;
    await visitor.get(`/assessments/${id}/result/itil`);
    const links = visitor.document
      .querySelectorAll("figure a")
      .filter((link) => link.text.includes("Download image"))
      .map((link) => link.getAttribute("href") ?? "");
    expect(links.map((link) => link.split("/").at(-1))).toEqual([
      "maturity-radar.jpg",
      "maturity-components.jpg",
      "what-would-lift-it.jpg",
      "capability-radar.jpg",
      "primary-capabilities.jpg",
      "supporting-capabilities.jpg",
      "practice-notes.jpg",
      "improvement-ci.jpg",
      "improvement-prm.jpg",
    ]);
    // The archive draws them all.
    await visitor.get(links[0] ?? "");
    expect([visitor.status, visitor.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
  });

  test("as an archive has a file for each image, though a table and its radar are titled alike", async () => {
    const { visitor, id } = mine;
    await visitor.get(`/assessments/${id}/result/images.zip?format=png`);
    expect(visitor.headers.get("Content-Disposition")).toMatch(/filename="\d{4}-\d\d-\d\d_ITIL_Service_review_images_PNG\.zip"/);
    const files = await filesIn(visitor.body);
    for (const { bytes } of files) expect((await sharp(bytes).metadata()).format).toBe("png");
    const names = files.map(({ name }) => name.replace(/^[\d-]+_ITIL_Service_review_/, ""));
    expect(names).toEqual([
      "Maturity_components_as_a_radar.png",
      "Maturity_components.png",
      "What_would_lift_the_maturity_to_4.png",
      "Capability_levels.png",
      "Primary_capabilities.png",
      "Supporting_capabilities.png",
      "Notes_on_practices_with_nothing_to_improve.png",
      "Areas_of_improvement_Continual_improvement.png",
      "Areas_of_improvement_Problem_management.png",
    ]);
  });

  test("that the upstream does not have says so", async () => {
    const { visitor, id } = mine;
    app.upstream.on("GET", `/ITIL/assessments/${id}/results`, status(404));
    await visitor.get(`/assessments/${id}/result/itil`);
    expect([visitor.status, heading(visitor)]).toEqual([404, "Result not found."]);
  });
});

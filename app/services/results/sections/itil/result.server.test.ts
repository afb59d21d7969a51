import { describe, expect, test } from "vitest";
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { ItilResults } from "#model/contract/itil.ts";
import { itilResult } from "~/services/results/sections/itil/result.server";
import { exhibitsOf, type Result, type ResultTable } from "~/views/result";

const assessment: ItilAssessment = {
  id: 9,
  name: "Service review",
  assessmentType: "ITIL",
  selectedScope: "Maturity",
  createdBy: "kim@example.org",
  status: "Completed",
  isArchived: false,
  isTestAssessment: true,
  dateStarted: "2026-10-01T09:00:00.000Z",
  dateCompleted: "2026-11-05T09:00:00.000Z",
  endorsed: true,
};

const question = (id: number, level: number) => ({
  id,
  statement: `Criterion ${id}`,
  dimension: "Partners and suppliers",
  psf: "Lasting fixes",
  level,
});

const results: ItilResults = {
  maturityScore: 2,
  maturities: [
    { id: 1, code: "M-GP", name: "Guiding Principles", score: 4 },
    { id: 2, code: "M-G", name: "Governance", score: 2 },
    { id: 3, code: "M-SVC", name: "Service Value Chain", score: 3 },
    { id: 4, code: "M-P", name: "Practices", score: 2 },
    { id: 5, code: "M-CI", name: "Continual Improvement", score: 5 },
  ],
  capabilities: [
    { id: 2, code: "CI", name: "Continual improvement", score: 5, mode: 1 },
    { id: 19, code: "INM", name: "Incident management", score: 3, mode: 1 },
    { id: 22, code: "PRM", name: "Problem management", score: 1, mode: 2 },
  ],
  areasOfImprovement: [
    { id: 19, name: "Incident management", note: null, questions: [question(1, 4), question(2, 5)] },
    { id: 22, name: "Problem management", note: { body: " One engineer. " }, questions: [question(3, 2), question(4, 2), question(5, 3)] },
  ],
  notes: { maturity: [{ maturity: { id: 2, name: "Governance" }, body: "Board papers seen." }] },
};

const table = (result: Result, id: string): ResultTable => {
  const exhibit = exhibitsOf(result).find((each) => each.id === id);
  if (exhibit?.kind !== "table") throw new Error(`no table ${id}`);
  return exhibit;
};
const texts = (rows: ResultTable["rows"]) => rows.map((row) => row.map(({ text }) => text));
const textOf = (result: Result, id: string) => result.sections.find((section) => section.id === id)?.text.join(" ");
const titleOf = (result: Result, id: string) => result.sections.find((section) => section.id === id)?.title;

describe("the result of an ITIL assessment", () => {
  const result = itilResult(assessment, results);

  test("shows the maturity whole and every other score with two decimals", () => {
    expect(result.figures[0]).toMatchObject({ label: "Maturity of what was assessed", value: "2" });
    expect(texts(table(result, "maturity-components").rows).map((row) => [row[0], row.at(-1)])).toEqual([
      ["M-GP", "4.00"],
      ["M-G", "2.00"],
      ["M-SVC", "3.00"],
      ["M-P", "2.00"],
      ["M-CI", "5.00"],
    ]);
    expect(table(result, "maturity-components").total?.map(({ text }) => text)).toEqual(["", "Maturity of what was assessed", "", "2"]);
    expect(texts(table(result, "primary-capabilities").rows)).toEqual([
      ["CI", "Continual improvement", "5.00"],
      ["INM", "Incident management", "3.00"],
    ]);
    expect(texts(table(result, "supporting-capabilities").rows)).toEqual([["PRM", "Problem management", "1.00"]]);
  });

  test("has two tabs, the test flag and the badge", () => {
    expect(result.tabs.map(({ title }) => title)).toEqual(["Results", "Areas of Improvement"]);
    expect(result.assessment).toMatchObject({ id: "9", test: true, badge: "Independent validation requested" });
  });

  test("says what holds the maturity, down to the practices, and what would lift it", () => {
    expect(titleOf(result, "why")).toBe("Why level 2");
    expect(textOf(result, "why")).toBe(
      "The maturity of what was assessed is the lowest of the five components. Governance and Practices hold it at 2. " +
        "The component Practices follows from the practices: Problem management holds it at 2.",
    );
    expect(table(result, "what-would-lift-it").title).toBe("What would lift the maturity to 3");
    expect(texts(table(result, "what-would-lift-it").rows)).toEqual([
      ["Problem management", "Supporting practice", "1.00", "2.00", "2"],
      ["Governance", "Component", "2.00", "3.00", "–"],
    ]);
  });

  test("says so where the maturity is not known", () => {
    const unknown = itilResult(assessment, { ...results, maturityScore: null });
    expect(titleOf(unknown, "why")).toBe("Why there is no level");
    expect(textOf(unknown, "why")).toBe("The maturity of what was assessed is not known: a component has no score.");
    expect(table(unknown, "maturity-components").total?.at(-1)?.text).toBe("–");
  });

  test("names in the chart's words the tables that there are", () => {
    const supporting = itilResult(assessment, { ...results, capabilities: results.capabilities.filter(({ mode }) => mode === 2) });
    const radar = exhibitsOf(supporting).find(({ id }) => id === "capability-radar");
    expect(radar?.kind === "radar" && radar.figuresIn).toEqual(["Supporting capabilities"]);
    const both = exhibitsOf(result).find(({ id }) => id === "capability-radar");
    expect(both?.kind === "radar" && both.figuresIn).toEqual(["Primary capabilities", "Supporting capabilities"]);
  });

  test("lists per practice what to improve, with dimension, PSF and the note", () => {
    expect(texts(table(result, "improvement-prm").rows)).toEqual([
      ["2", "Rarely/Never", "Criterion 3", "Partners and suppliers", "Lasting fixes"],
      ["2", "Rarely/Never", "Criterion 4", "Partners and suppliers", "Lasting fixes"],
      ["3", "Not assessed", "Criterion 5", "Partners and suppliers", "Lasting fixes"],
    ]);
    expect(table(result, "improvement-prm").note).toBe("One engineer.");
    const areas = result.sections.find(({ tab }) => tab === "improvement");
    expect(areas?.folded?.map(({ holds }) => holds)).toEqual([
      "Level 3: 1 criterion to meet for the next level, 1 above it",
      "Level 1: 2 criteria to meet for the next level, 1 above it",
    ]);
    expect(texts(table(result, "component-notes").rows)).toEqual([["Governance", "Board papers seen."]]);
  });

  test("says what to do for the criteria that hold a practice, not for those above", () => {
    const areasOfImprovement = results.areasOfImprovement.map((area) => ({
      ...area,
      questions: area.questions.map((question) => ({ ...question, hint: `Do ${question.statement}` })),
    }));
    const shaped = itilResult(assessment, { ...results, areasOfImprovement });
    expect(table(shaped, "improvement-prm").columns.map(({ title }) => title)).toContain("What to do");
    expect(texts(table(shaped, "improvement-prm").rows).map((row) => row[3])).toEqual(["Do Criterion 3", "Do Criterion 4", ""]);
    expect(table(result, "improvement-prm").columns.map(({ title }) => title)).not.toContain("What to do");
  });

  test("keeps the note of a practice at level 5, which has nothing to improve", () => {
    const notes = {
      ...results.notes,
      capability: [{ capability: { id: 2, name: "Continual improvement" }, body: " A model for others. " }],
    };
    const noted = itilResult(assessment, { ...results, notes });
    expect(results.capabilities.find(({ name }) => name === "Continual improvement")).toMatchObject({ id: 2, score: 5 });
    expect(texts(table(noted, "practice-notes").rows)).toEqual([["Continual improvement", "A model for others."]]);
    for (const name of ["Areas_Of_Improvement", "Notes"])
      expect(noted.sheets.find((sheet) => sheet.name === name)?.rows.flat()).toContain("A model for others.");
  });

  test("of the Capability scope has no maturity", () => {
    const capability = itilResult(
      { ...assessment, selectedScope: "Capability" },
      { ...results, maturities: [], maturityScore: null, notes: { maturity: [] } },
    );
    expect(capability.sections.map(({ id }) => id)).toEqual(["capabilities", "areas"]);
    expect(capability.figures.map(({ label, value }) => `${label} ${value}`)).toEqual(["Capability levels 1 to 5", "Practices assessed 3"]);
    expect(capability.sheets[0]?.rows[0]).toEqual(["Primary capability", "CI", "Continual improvement", null, 5]);
  });

  test("at the highest level leaves nothing to improve", () => {
    const top = itilResult(assessment, {
      ...results,
      maturityScore: 5,
      maturities: results.maturities.map((each) => ({ ...each, score: 5 })),
      capabilities: results.capabilities.map((each) => ({ ...each, score: 5 })),
      areasOfImprovement: [],
    });
    expect(textOf(top, "why")).toContain("are all at 5. There is no higher level.");
    expect(textOf(top, "areas")).toBe("Every practice is at the highest level: no criterion is left to meet.");
  });

  test("every score of the Excel file is the number of a table, and a practice's note stands once", () => {
    const [scores, areas] = result.sheets;
    expect(scores?.rows).toEqual([
      ["Maturity of what was assessed", "", "", 2, null],
      ["Maturity component", "M-GP", "Guiding Principles", null, 4],
      ["Maturity component", "M-G", "Governance", null, 2],
      ["Maturity component", "M-SVC", "Service Value Chain", null, 3],
      ["Maturity component", "M-P", "Practices", null, 2],
      ["Maturity component", "M-CI", "Continual Improvement", null, 5],
      ["Primary capability", "CI", "Continual improvement", null, 5],
      ["Primary capability", "INM", "Incident management", null, 3],
      ["Supporting capability", "PRM", "Problem management", null, 1],
    ]);
    expect(areas?.name).toBe("Areas_Of_Improvement");
    expect(areas?.rows.map((row) => row.at(-1))).toEqual(["", "", "One engineer.", "", "", "Board papers seen."]);
  });
});

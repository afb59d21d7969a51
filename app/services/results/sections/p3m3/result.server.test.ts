import { describe, expect, test } from "vitest";
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import type { Benchmark, P3m3Results } from "#model/contract/p3m3.ts";
import type { Comparison } from "~/services/results/sections/p3m3/benchmark.server";
import { p3m3Result } from "~/services/results/sections/p3m3/result.server";
import { exhibitsOf, type Result, type ResultTable } from "~/views/result";

const assessment: P3m3Assessment = {
  id: 7,
  name: "Spring review",
  assessmentType: "P3M3",
  selectedScope: "Programme",
  selectedLevel: 2,
  createdBy: "kim@example.org",
  status: "Completed",
  isArchived: false,
  isTestAssessment: false,
  dateStarted: "2026-10-01T09:00:00.000Z",
  dateCompleted: "2026-11-05T09:00:00.000Z",
};

const results: P3m3Results = {
  overall: { decimal: 8.5 / 3, maturity: 2 },
  perspectives: [
    { id: 1, code: "BM", name: "Benefits management", score: 2, decimal: 2.5, rank: 2 },
    { id: 6, code: "RK", name: "Risk management", score: 2, decimal: 2.5, rank: 2 },
    { id: 3, code: "MC", name: "Management control", score: 3, decimal: 3.5, rank: 1 },
  ],
  threads: [
    { id: 2, code: "AS", name: "Assurance", perspectiveId: 1, score: 2, rank: 5 },
    { id: 10, code: "PL", name: "Planning", perspectiveId: 1, score: 3, rank: 3 },
    { id: 2, code: "AS", name: "Assurance", perspectiveId: 6, score: 2.5, rank: 4 },
    { id: 2, code: "AS", name: "Assurance", perspectiveId: 3, score: 3, rank: 2 },
    { id: 10, code: "PL", name: "Planning", perspectiveId: 3, score: 4, rank: 1 },
  ],
  diagnostics: {
    positive: [
      {
        id: 1,
        name: "Benefits management",
        threads: [
          { id: 10, name: "Planning", items: [{ level: 3, statement: "Plans name benefits." }] },
          { id: 2, name: "Assurance", items: [{ level: 2, statement: "Reviews are dated." }] },
        ],
      },
    ],
    improvement: [
      {
        id: 1,
        name: "Benefits management",
        threads: [{ id: 2, name: "Assurance", items: [{ level: 1, statement: "Findings have owners." }] }],
      },
    ],
  },
  heatmapScores: [
    { id: 1, name: "Benefits management", scores: [1, 1, 0.5, 0, 0].map((score, index) => ({ level: index + 1, score })) },
    { id: 6, name: "Risk management", scores: [1, 1, 0.5, 0, 0].map((score, index) => ({ level: index + 1, score })) },
    { id: 3, name: "Management control", scores: [1, 1, 1, 0.5, 0].map((score, index) => ({ level: index + 1, score })) },
  ],
  notes: [
    { perspective: { id: 1, name: "Benefits management" }, thread: { id: 2, name: "Assurance" }, body: " Ask for the audit.\nTwice. " },
    { perspective: { id: 6, name: "Risk management" }, thread: { id: 2, name: "Assurance" }, body: "  " },
  ],
};

const benchmark = (scores: Benchmark["perspectivesAndScores"]): Comparison => ({
  cohortWords: "Ireland",
  answer: { perspectivesAndScores: scores, message: null },
  panel: { on: true, kept: [], filters: [], failed: false },
});
const none: Comparison = { cohortWords: "", panel: { on: false, kept: [], filters: [], failed: false } };

const table = (result: Result, id: string): ResultTable => {
  const exhibit = exhibitsOf(result).find((each) => each.id === id);
  if (exhibit?.kind !== "table") throw new Error(`no table ${id}`);
  return exhibit;
};
const texts = (rows: ResultTable["rows"]) => rows.map((row) => row.map(({ text, aside }) => (aside ? `${text} ${aside}` : text)));
const textOf = (result: Result, id: string) => result.sections.find((section) => section.id === id)?.text.join(" ");
const titleOf = (result: Result, id: string) => result.sections.find((section) => section.id === id)?.title;

describe("the result of a P3M3 assessment", () => {
  test("shows scores with two decimals, the maturity whole", () => {
    const result = p3m3Result(assessment, results, none);
    expect(result.figures.map(({ label, value, meaning }) => [label, value, meaning])).toEqual([
      ["Maturity of what was assessed", "2", "Repeatable"],
      ["Score of what was assessed", "2.83", "Mean of the perspectives, out of 5"],
    ]);
    expect(texts(table(result, "final-scores").rows)).toEqual([
      ["Benefits management", "2", "Repeatable"],
      ["Risk management", "2", "Repeatable"],
      ["Management control", "3", "Defined"],
    ]);
    expect(texts(table(result, "decimal-scores").rows)).toEqual([
      ["1", "Management control", "3.50"],
      ["2", "Benefits management", "2.50"],
      ["2", "Risk management", "2.50"],
    ]);
  });

  test("says which perspectives hold the maturity, and what would lift it", () => {
    const result = p3m3Result(assessment, results, none);
    expect(titleOf(result, "maturity")).toBe("Why level 2");
    expect(textOf(result, "maturity")).toBe(
      "The maturity of what was assessed is the score of the lowest perspective, rounded down. Benefits management (2.50) and Risk management (2.50) hold it at 2. " +
        "It becomes 3 (Defined) when both score at least 3.00. Management control has already reached 3 or more.",
    );
    expect(texts(table(result, "what-would-lift-it").rows)).toEqual([
      ["Benefits management", "2.50", "1.00", "Assurance 2.00, Planning 3.00"],
      ["Risk management", "2.50", "0.50", "Assurance 2.50"],
    ]);
  });

  test("has nothing to lift at level 5", () => {
    const top = {
      ...results,
      overall: { decimal: 5, maturity: 5 },
      perspectives: [{ id: 1, name: "Benefits management", score: 5, rank: 1 }],
    };
    const result = p3m3Result(assessment, top, none);
    expect(titleOf(result, "maturity")).toBe("Why level 5");
    expect(textOf(result, "maturity")).toContain("There is no higher level.");
    expect(exhibitsOf(result).some(({ id }) => id === "what-would-lift-it")).toBe(false);
  });

  test("does not speak of a level where none is reached", () => {
    const result = p3m3Result(assessment, { ...results, overall: { decimal: 0.5, maturity: 0 } }, none);
    expect(titleOf(result, "maturity")).toBe("Why there is no level");
  });

  test("puts the difference beside each benchmark, rounded once, with '- 0' for none", () => {
    const result = p3m3Result(
      assessment,
      results,
      benchmark([
        { perspectiveId: 1, score: 2.05, sampleSize: 7, lowerQuartile: 1.5, upperQuartile: 2.675 },
        { perspectiveId: 3, score: 3.54, sampleSize: 9, lowerQuartile: 3, upperQuartile: 4 },
      ]),
    );
    expect(texts(table(result, "decimal-scores").rows)).toEqual([
      ["1", "Management control", "3.50", "3.54 - 0"],
      ["2", "Benefits management", "2.50", "2.05 +0.5"],
      ["2", "Risk management", "2.50", "–"],
    ]);
    expect(texts(table(result, "benchmark-figures").rows)[0]).toEqual(["Benefits management", "2.50", "2.05", "+0.5", "1.50", "2.68", "7"]);
    expect(result.comparedWith).toBe("7 to 9 other organizations (Ireland)");
    const [radar] = exhibitsOf(result);
    expect(radar?.kind === "radar" && radar.series.map(({ points }) => points.map((point) => point?.text))).toEqual([
      ["2.50", "2.50", "3.50"],
      ["2.05", undefined, "3.54"],
    ]);
  });

  test("works with the benchmark of an upstream that sends scores alone", () => {
    const result = p3m3Result(assessment, results, benchmark([{ perspectiveId: 1, score: 2 }]));
    expect(table(result, "benchmark-figures").columns.map(({ title }) => title)).toEqual([
      "Perspective",
      "Your score",
      "Mean",
      "Difference",
    ]);
    expect(result.comparedWith).toBe("other organizations (Ireland)");
  });

  test("has no benchmark anywhere when there is none", () => {
    expect(JSON.stringify(p3m3Result(assessment, results, none))).not.toMatch(/benchmark/i);
  });

  test("says that a descoped thread is", () => {
    const threads = table(p3m3Result(assessment, results, none), "thread-scores");
    expect(texts(threads.rows)).toEqual([
      ["Assurance", "2.00", "2.50", "3.00"],
      ["Planning", "3.00", "Descoped", "4.00"],
    ]);
  });

  test("says first what holds its maturity and what would lift it, then what the level means and what stands out", () => {
    const { findings } = p3m3Result(assessment, results, none);
    expect(findings.filter(({ first }) => first)).toEqual(findings.slice(0, 2));
    expect(findings.map(({ title, text }) => [title, ...text])).toEqual([
      ["What holds it", "Benefits management and Risk management need a mean of 3.00 for level 3, Defined."],
      ["What would lift it", "That takes raising one thread in each by one level; start with Benefits management: Assurance."],
      [
        "What level 2, Repeatable, means",
        "The basics are in place and are repeated, though not everywhere in the same way.",
        "1 of 3 perspectives has reached more.",
      ],
      ["Strongest", "Management control, 3.50"],
      ["Weakest", "Benefits management and Risk management, 2.50"],
    ]);
  });

  test("of one perspective compares its threads, and says so when all score the same", () => {
    const [first] = results.perspectives;
    const alone = { ...results, overall: { decimal: 2.5, maturity: 2 }, perspectives: first ? [first] : [] };
    const inWords = (given: typeof results) =>
      p3m3Result(assessment, given, none).findings.map(({ title, text }) => `${title}: ${text.join(" ")}`);
    expect(inWords(alone).slice(3)).toEqual(["Strongest: Planning, 3.00", "Weakest: Assurance, 2.00"]);
    const level = { ...results, perspectives: results.perspectives.map((each) => ({ ...each, score: 2, decimal: 2.5 })) };
    expect(inWords(level).at(-1)).toBe("Strongest and weakest: All 3 perspectives score 2.50.");
    const top = { ...results, overall: { decimal: 5, maturity: 5 }, perspectives: [{ ...alone.perspectives[0], score: 5, decimal: 5 }] };
    expect(inWords(top as typeof results)[0]).toBe("What would lift it: This is the highest level.");
  });

  test("lists attributes by thread and level, whatever they were marked as, and notes that say something", () => {
    const result = p3m3Result(assessment, results, none);
    expect(texts(table(result, "diagnostics-bm").rows)).toEqual([
      ["Assurance", "1", "To improve", "Findings have owners."],
      ["Assurance", "2", "Positive", "Reviews are dated."],
      ["Planning", "3", "Positive", "Plans name benefits."],
    ]);
    expect(texts(table(result, "notes-bm").rows)).toEqual([["Assurance", "Ask for the audit.\nTwice."]]);
    expect(exhibitsOf(result).some(({ id }) => id === "notes-rk")).toBe(false);
  });

  test("says how many threads are fully at each level, marks the level reached, and that the maturity does not follow from the map", () => {
    const shown = table(p3m3Result(assessment, results, none), "heat-map");
    expect(shown.hint).toBe("The maturity follows from the thread scores, not from this map.");
    expect(texts(shown.rows)).toEqual([
      [
        "Benefits management",
        "Fully 2 of 2",
        "Fully 2 of 2\nLevel reached",
        "Partially 1 of 2",
        "Rarely/Never 0 of 2",
        "Rarely/Never 0 of 2\nNot assessed",
      ],
      [
        "Risk management",
        "Fully 1 of 1",
        "Fully 1 of 1\nLevel reached",
        "Partially 0 of 1",
        "Rarely/Never 0 of 1\nNot assessed",
        "Rarely/Never 0 of 1\nNot assessed",
      ],
      ["Management control", "Fully 2 of 2", "Fully 2 of 2", "Fully 2 of 2\nLevel reached", "Partially 1 of 2", "Rarely/Never 0 of 2"],
    ]);
    expect(shown.rows.map((row) => row.findIndex(({ marked }) => marked))).toEqual([2, 2, 3]);
    const inProgress = table(p3m3Result({ ...assessment, status: "Active" }, results, none), "heat-map");
    expect(inProgress.rows.flat().some(({ aside, marked }) => marked || aside?.includes("Level reached"))).toBe(false);
  });

  test("tells a level that was not assessed from one that was answered Rarely/Never", () => {
    const heatmapScores = [
      { id: 1, name: "Benefits management", scores: [1, 0.5, 0, 0, 0].map((score, index) => ({ level: index + 1, score })) },
    ];
    const threads = [{ id: 1, name: "Assurance", perspectiveId: 1, score: 2, rank: 1 }];
    const result = p3m3Result(assessment, { ...results, heatmapScores, threads }, none);
    expect(
      table(result, "heat-map")
        .rows[0]?.slice(1)
        .map(({ text, aside, mark }) => [text, aside, mark]),
    ).toEqual([
      ["Fully", "1 of 1", "fully"],
      ["Partially", "1 of 1\nLevel reached", "partially"],
      ["Rarely/Never", "0 of 1", "rarely"],
      ["Rarely/Never", "0 of 1\nNot assessed", "unassessed"],
      ["Rarely/Never", "0 of 1\nNot assessed", "unassessed"],
    ]);
    const inExcel = result.sheets[0]?.rows.find(([kind, name]) => kind === "Perspective" && name === "Benefits management");
    expect(inExcel?.slice(-3)).toEqual([
      "Rarely/Never (0 of 1)",
      "Rarely/Never (0 of 1, not assessed)",
      "Rarely/Never (0 of 1, not assessed)",
    ]);
  });

  test("begins the chapter of a perspective with the thread with which its step begins", () => {
    const threads = results.threads.map((each) => (each.perspectiveId === 1 ? { ...each, score: 2 } : each));
    const hintFor = (id: number, name: string, hint: string) => ({
      ...{ perspective: { id: 1, name: "Benefits management" }, thread: { id, name }, level: 3, statement: "It is so.", hint },
    });
    const toImprove = [hintFor(2, "Assurance", "Ask others."), hintFor(10, "Planning", "Make plans.")];
    // Of two threads that score the same, one does not apply somewhere: a step begins with the other.
    const descoped = [{ perspective: { id: 6, name: "Risk management" }, thread: { id: 2, name: "Assurance" }, reason: "" }];
    const { scored } = p3m3Result(assessment, { ...results, threads, toImprove, descoped }, none);
    const [perspective] = scored.model === "P3M3" ? scored.perspectives : [];
    const [step] = scored.steps?.steps.filter(({ about }) => about === "Benefits management") ?? [];
    expect(step?.begin).toEqual(["Make plans.", "Ask others."]);
    expect(texts(perspective?.whatToDo?.rows ?? []).map((row) => row.at(-1))).toEqual(step?.begin);
  });

  test("lists all descoped threads, in Excel too, with their reasons or without", () => {
    const place = { perspective: { id: 1, name: "Benefits management" }, thread: { id: 9, name: "Organization" } };
    const without = p3m3Result(assessment, { ...results, descoped: [{ ...place, reason: "" }] }, none);
    expect(texts(table(without, "descoped-threads").rows)).toEqual([["Benefits management", "Organization", "No reason was given."]]);
    expect(without.sheets[0]?.rows).toContainEqual(expect.arrayContaining(["Descoped thread", "Benefits management", "Organization"]));
    expect(without.sheets.find(({ name }) => name === "Notes")?.rows).not.toContainEqual(expect.arrayContaining(["Reason for descoping"]));
    const given = p3m3Result(assessment, { ...results, descoped: [{ ...place, reason: "Bought in" }] }, none);
    expect(given.sheets.find(({ name }) => name === "Notes")?.rows).toContainEqual(
      expect.arrayContaining(["Reason for descoping", "Bought in"]),
    );
    // An upstream that keeps no reasons is not said to lack one.
    const unknown = p3m3Result(assessment, { ...results, descoped: [place] }, none);
    expect(texts(table(unknown, "descoped-threads").rows)).toEqual([["Benefits management", "Organization"]]);
  });

  test("says for each thread below level 5 what to do, the lowest first", () => {
    const step = { perspective: { id: 1, name: "Benefits management" }, level: 3, statement: "Statement" };
    const threads = [
      { id: 1, name: "Assurance", perspectiveId: 1, score: 2.5, rank: 1 },
      { id: 2, name: "Planning", perspectiveId: 1, score: 0, rank: 2 },
    ];
    const toImprove = [
      { ...step, thread: { id: 1, name: "Assurance" }, hint: "Check it." },
      { ...step, thread: { id: 2, name: "Planning" }, level: 1, hint: "Plan it." },
    ];
    const result = p3m3Result(assessment, { ...results, threads, toImprove }, none);
    expect(texts(table(result, "what-to-do-bm").rows)).toEqual([
      ["Planning", "0.00", "1", "Plan it."],
      ["Assurance", "2.50", "3", "Check it."],
    ]);
    const answers = result.sheets.find(({ name }) => name === "Improvements")?.rows.map((row) => row[4]);
    expect(answers).toEqual(["Rarely/Never", "Partially"]);
    expect(exhibitsOf(p3m3Result(assessment, results, none)).some(({ id }) => id.startsWith("what-to-do"))).toBe(false);
  });

  test("every number of the Excel file is the number of a table", () => {
    const result = p3m3Result(
      assessment,
      results,
      benchmark([{ perspectiveId: 1, score: 2.05, sampleSize: 7, lowerQuartile: 1.5, upperQuartile: 3 }]),
    );
    const shown = new Set(
      [...exhibitsOf(result).flatMap((each) => (each.kind === "table" ? [...each.rows, ...(each.total ? [each.total] : [])] : []))]
        .flat()
        .map(({ value }) => value),
    );
    // The sheet Answers names the levels of the model.
    const sheets = result.sheets.filter(({ name }) => name !== "Answers");
    const numbers = sheets.flatMap(({ rows }) => rows.flat()).filter((value) => typeof value === "number");
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.filter((value) => !shown.has(value))).toEqual([]);
  });
});

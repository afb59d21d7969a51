import { describe, expect, test } from "vitest";
import { againstLastTime, ResultTargets, shownOf, targetSections } from "~/services/results/sections/targets.server";
import { Targets } from "~/services/upstream/targets.server";
import type { Result, ResultTable } from "~/views/result";

const COMPLETED = { model: "ITIL" } as const;

const target = (code: string, score: number, date = "2099-06-30") => ({ code, score, date, reason: `Why ${code}` });
const DAY = "2026-11-27";
const SCORED = [
  { code: "A", name: "First", score: 2.5 },
  { code: "B", name: "Second", score: 3.495 },
  { code: "C", name: "Third", score: undefined },
];
const targets = new ResultTargets(new Targets([target("B", 3.5), target("C", 1, "2020-06-30"), target("Z", 5)], DAY), SCORED);
const texts = ({ rows }: ResultTable) => rows.map((row) => row.map(({ text, aside }) => (aside ? `${text} ${aside}` : text)));
const tableIn = ([section]: Pick<Result, "sections">["sections"]): ResultTable => {
  const [exhibit] = section?.exhibits ?? [];
  if (exhibit?.kind !== "table") throw new Error("no table");
  return exhibit;
};

describe("the targets of a result", () => {
  test("are of what was assessed, each held against the score that is shown", () => {
    const [section] = targetSections({ targets, head: COMPLETED });
    expect(section?.text).toEqual(["One of the two targets is reached; one was missed."]);
    expect(texts(tableIn(section ? [section] : []))).toEqual([
      ["Second", "3.50", "3.50 by 30 Jun 2099", "Reached", "Why B"],
      ["Third", "–", "1.00 by 30 Jun 2020", "Missed", "Why C"],
    ]);
    expect(targets.cell("B")?.value).toBe(3.5);
    expect(targets.cell("A")).toBeUndefined();
  });

  test("count apart for clients what is no longer reached, which the screen does not", () => {
    const held = new ResultTargets(new Targets([target("A", 3), target("B", 3.5)], DAY), SCORED);
    const moves = [{ name: "First", before: 3, now: 2.5, difference: -0.5, outcome: "fallen" }];
    const moved = { facts: { isApart: false, parts: [{ moves }] } } as unknown as NonNullable<Result["moved"]>;
    const aims = againstLastTime(held.inHead.aims, moved);
    const [section] = targetSections({ targets: held, head: { model: "P3M3", aims } });
    expect(aims?.map(({ state }) => state)).toEqual(["no longer reached", "reached"]);
    expect(section?.text).toEqual(["One of the two targets is reached."]);
    expect(section?.forClients).toMatchObject({
      message: "One of the two targets is reached; one is no longer reached",
      inSummary: "One of the two targets is reached; one is no longer reached: First, 2.50 against 3.00 by 30 Jun 2099",
      instead: { text: ["One of the two targets is reached; one is no longer reached."] },
    });
    const factsWith = (isOther: boolean) =>
      targetSections({ targets: held, head: { model: "P3M3", aims }, compared: { moved: { ...moved, isOther } } })[0]?.forClients?.facts;
    // Another comparison has other facts.
    expect([factsWith(false)?.length, factsWith(true)?.length]).toEqual([2, 1]);
  });

  test("have no section and no column where nothing that was assessed has one", () => {
    const none = new ResultTargets(new Targets([target("Z", 5)], DAY), SCORED);
    expect(targetSections({ targets: none, head: COMPLETED })).toEqual([]);
    expect([none.columns(), none.sheetColumns()]).toEqual([[], []]);
  });

  test("are numbers, days and words in columns of the Excel file", () => {
    const columns = targets.sheetColumns<{ code?: string }>();
    expect(columns.map(({ sheetTitle, title }) => sheetTitle ?? title)).toEqual(["Target", "Target until", "Target state"]);
    expect(columns.map(({ cell }) => cell({ code: "C" }).text)).toEqual(["1.00", "30 Jun 2020", "Missed"]);
    expect(columns.map(({ cell }) => cell({}).missing)).toEqual([true, true, true]);
  });
});

describe("the filter `Below target`", () => {
  const result = { sections: targetSections({ targets, head: { ...COMPLETED, draftOf: "2026-11-05T09:00:00.000Z" } }) } as Result;
  const shown = (query: string) => shownOf(result, new URLSearchParams(query));

  test("leaves what is below its target in tables that have targets, and says so", () => {
    const table = tableIn(shown("target=below").sections);
    expect(texts(table).map(([name]) => name)).toEqual(["Third"]);
    expect(table.hint).toContain("Only what is below its target is listed.");
  });

  test("keeps everything unless it is asked for", () => {
    for (const query of ["", "target=", "target=above"]) expect(shown(query)).toBe(result);
  });

  test("leaves other tables and charts as they are", () => {
    const other = { ...tableIn(result.sections), rows: [[{ text: "Third" }]] };
    const [section] = result.sections;
    if (!section) throw new Error("no section");
    const both = { sections: [section, { ...section, exhibits: [other] }] } as Result;
    expect(shownOf(both, new URLSearchParams("target=below")).sections[1]?.exhibits).toEqual([other]);
  });

  test("says where nothing is below its target", () => {
    const reached = new ResultTargets(new Targets([target("A", 1)], DAY), SCORED);
    const all = { sections: targetSections({ targets: reached, head: COMPLETED }) } as Result;
    const table = tableIn(shownOf(all, new URLSearchParams("target=below")).sections);
    expect([table.rows, table.hint]).toEqual([[], "Nothing here is below its target."]);
  });
});

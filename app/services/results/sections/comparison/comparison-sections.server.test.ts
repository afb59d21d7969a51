import { describe, expect, it } from "vitest";
import { changesSentences } from "#model/changes-texts.ts";
import { itilMovesByHand, type P3m3Side, p3m3Moves, p3m3MovesByHand } from "#model/comparison.ts";
import type { Comparison } from "#model/contract/comparison.ts";
import { COMPONENTS } from "#model/itil/catalogue.ts";
import { fromThreadLetters, type ThreadSelections } from "#model/p3m3/gate.ts";
import { comparisonSections } from "~/services/results/sections/comparison/comparison-sections.server";
import { kindOf } from "~/views/charts/kinds";
import type { ResultTable } from "~/views/result";

/** Perspective BM with threads by code, such as `AS: "FFRNN"`. */
const side = (threads: Record<string, string>, scope = "Project", statement = "as before", formerly?: string): P3m3Side => ({
  scope,
  perspectives: [
    {
      id: 1,
      code: "BM",
      name: "Benefits management",
      threads: Object.entries(threads).map(([code, letters], index) => ({
        id: index + 1,
        code,
        name: code,
        descoped: false,
        selections: fromThreadLetters(letters) as ThreadSelections,
        statements: [1, 2, 3, 4, 5].map((level) => ({
          statement: `${statement} ${level}`,
          ...(formerly === undefined ? {} : { sameAs: [`${formerly} ${level}`] }),
        })),
      })),
    },
  ],
});

function sectionsOf(before: P3m3Side, now: P3m3Side) {
  const compared = (name: string, date: string | null) => ({ id: name, name, scope: "Project", date });
  const comparison: Comparison = {
    assessmentType: "P3M3",
    before: compared("2024", "2024-11-04T10:00:00.000Z"),
    now: compared("2025", null),
    choices: [],
    ...p3m3Moves(before, now),
  };
  return comparisonSections(comparison);
}

const INM_AT_2 = [2, 3].map((level) => ({
  level: level as 2 | 3,
  statement: `INM ${level}`,
  selection: level === 2 ? ("Fully" as const) : ("Rarely" as const),
}));

const textsOf = (sections: ReturnType<typeof sectionsOf>["sections"]) => sections.flatMap(({ text }) => text);
const tableOf = ({ sections }: ReturnType<typeof sectionsOf>, title: string) =>
  sections.flatMap(({ exhibits }) => exhibits).find((each): each is ResultTable => each.kind === "table" && each.title === title);
const cells = (table: ResultTable | undefined) => table?.rows.map((row) => row.map(({ text }) => text));

describe("the sections of a comparison with scores that were entered by hand", () => {
  const sectionsSince = (scope: string, scores: { code: string; score: number }[], maturity: number | null) =>
    comparisonSections({
      assessmentType: "P3M3",
      before: { id: "earlier-1", name: null, scope, date: "2021-05-03", enteredByHand: "Report of 2021" },
      now: { id: 2, name: "2025", scope: "Project", date: null },
      choices: [],
      ...p3m3MovesByHand({ scope, maturity, scores }, side({ AS: "FFRNN" })),
    });

  it("say where these come from, that they were entered by hand, and that statements are not known", () => {
    const sections = sectionsSince("Project", [{ code: "BM", score: 1.5 }], 1);
    expect(textsOf(sections.sections)).toEqual([
      "Compared with Report of 2021 (Project), 3 May 2021, entered by hand.",
      "Only its scores are known, not its statements. So part of a difference may come from statements that say something else.",
      "Its overall score is the mean of the scores that were entered.",
      "Maturity: 1 then, 2 now.",
      "Perspectives: risen 1.",
    ]);
    expect(cells(tableOf(sections, "Perspectives then and now"))?.[0]).toEqual(["Benefits management", "1.50", "2.00", "+0.50", "Risen"]);
    expect(sections.sections.map(({ title }) => title)).toEqual(["What moved"]);
  });

  it("say nothing of a maturity that nobody entered", () => {
    const sentences = (maturity: number | null) =>
      changesSentences({ ...sectionsSince("Project", [{ code: "BM", score: 1.5 }], maturity).facts, since: undefined, soFar: false })[0];
    expect(sentences(1)).toBe("The overall score has risen from 1.50 to 2.00. The overall maturity has risen from 1 to 2.");
    expect(sentences(null)).toBe("The overall score has risen from 1.50 to 2.00.");
  });

  it("of ITIL count practices that both have, and name what has no difference", () => {
    const sections = (scores: Record<string, number>, maturity: number | null) => {
      const before = { scope: null, maturity, scores: Object.entries(scores).map(([code, score]) => ({ code, score })) };
      return comparisonSections({
        assessmentType: "ITIL",
        before: { id: "earlier-1", name: null, scope: null, date: "2021-05-03", enteredByHand: "Report of 2021" },
        now: { id: 2, name: "2025", scope: "Maturity", date: null },
        choices: [],
        ...itilMovesByHand(before, {
          practices: [{ id: 19, code: "INM", name: "Incident management", mode: 1, criteria: INM_AT_2 }],
          components: COMPONENTS.map((component) => ({ ...component, level: 2, options: [] })),
          maturity: 2,
        }),
      });
    };
    const both = sections({ INM: 1, "M-P": 1 }, 1);
    expect(changesSentences({ ...both.facts, since: undefined, soFar: false })[1]).toBe(
      "The one practice has risen. Incident management has risen from level 1 to 2.",
    );
    expect(both.about.at(-1)).toBe(
      "The ranks of practices then are not known. So these have no difference: the component Practices and the SVS Maturity Score.",
    );
    const few = sections({ INM: 1, "M-GP": 1 }, null);
    expect(few.about).toHaveLength(2);
    expect(changesSentences({ ...few.facts, since: undefined, soFar: false })[0]).toContain("The one practice has risen");
  });

  it("say why nothing has a difference", () => {
    expect(textsOf(sectionsSince("Portfolio", [{ code: "BM", score: 1.5 }], null).sections)).toContain(
      "The scopes differ, and with them the statements. Both stand side by side, without differences.",
    );
    const other = sectionsSince(
      "Project",
      [
        { code: "BM", score: 1.5 },
        { code: "FM", score: 1 },
      ],
      1,
    );
    expect(textsOf(other.sections)).toContain("They cover other perspectives, so they have no difference.");
    expect(cells(tableOf(other, "Perspectives then and now"))?.at(-1)).toContain("No longer covered");
  });
});

describe("the sections of a comparison", () => {
  it("name what it is compared with, and count what moved", () => {
    const texts = textsOf(sectionsOf(side({ AS: "FRNNN", PL: "FRNNN" }), side({ AS: "FFRNN", PL: "FRNNN" })).sections);
    expect(texts).toEqual([
      "Compared with 2024 (Project), completed 4 Nov 2024.",
      "Maturity: 1 then, 1 now.",
      "Perspectives: risen 1.",
      "Threads: risen 1, unchanged 1.",
      "The table leaves out what is unchanged; the Excel file has all.",
    ]);
  });

  it("have columns for printed scores only where these differ from the recalculated ones", () => {
    const columns = (now: Record<string, string>) =>
      tableOf(sectionsOf(side({ AS: "FRNNN" }), side(now)), "Perspectives then and now")?.columns.map(({ title }) => title);
    expect(columns({ AS: "FFRNN" })).toEqual(["Perspective", "Then", "Now", "Difference", "Outcome"]);
    expect(columns({ AS: "FFRNN", PL: "RNNNN" })?.slice(-2)).toEqual(["As a whole, then", "As a whole, now"]);
  });

  it("say which maturity the results have where it is another", () => {
    const texts = textsOf(sectionsOf(side({ PL: "FFFRN", AS: "FRNNN" }), side({ PL: "FFFRN" })).sections);
    expect(texts).toContain("Maturity: 3 then, 3 now over what both have answered. As a whole, 2 then and 3 now.");
  });

  it("have bars that a slide shows in the order of time", () => {
    const { sections } = sectionsOf(side({ AS: "FRNNN" }), side({ AS: "FFRNN" }));
    const bars = sections.flatMap(({ exhibits }) => exhibits.flatMap((each) => (each.kind === "bars" ? [each] : [])));
    const onSlides = bars.map((each) => kindOf(each).slide(each, { height: 5, isShared: false }).series);
    expect(onSlides.map((series) => series.map(({ name, values }) => [name, values]))).toEqual([
      [
        ["Before", [1]],
        ["Now", [2]],
      ],
    ]);
  });

  it("tell apart what comes from changed statements", () => {
    const sections = sectionsOf(side({ AS: "FRNNN" }), side({ AS: "FFRNN" }, "Project", "anew"));
    expect(cells(tableOf(sections, "Threads then and now"))).toEqual([
      ["Benefits management", "AS", "1.00", "2.00", "+1.00", "Statements changed"],
    ]);
    expect(textsOf(sections.sections)).toContain(
      "'Statements changed' marks a difference that comes from statements that ask something else now. That is neither a rise nor a fall.",
    );
  });

  it("have both wordings where other words asked the same, and nothing of it where none did", () => {
    const sections = sectionsOf(
      side({ AS: "FRNNN", PL: "FRNNN" }),
      side({ AS: "FFFRN", PL: "FRNNN" }, "Project", "<b>anew</b>", "as before"),
    );
    const table = tableOf(sections, "Words then and now");
    expect(table?.columns.map(({ title }) => title)).toEqual(["Perspective", "Thread", "Level", "Words then", "Words now"]);
    expect(cells(table)).toEqual([
      ["Benefits management", "AS", "2", "as before 2", "anew 2"],
      ["Benefits management", "AS", "3", "as before 3", "anew 3"],
    ]);
    expect(textsOf(sections.sections)).toContain(
      "Differences rest on 2 statements with other words now. The content says that both wordings ask the same.",
    );
    expect(cells(tableOf(sections, "Threads then and now"))?.map((row) => row.at(-1))).toEqual(["Risen"]);
    const same = sectionsOf(side({ AS: "FRNNN" }), side({ AS: "FFRNN" }));
    expect([tableOf(same, "Words then and now"), same.sections.map(({ title }) => title)]).toEqual([
      undefined,
      ["What moved", "Threads that moved"],
    ]);
  });

  it("show another scope side by side", () => {
    const sections = sectionsOf(side({ AS: "FRNNN" }), side({ AS: "FFRNN" }, "Portfolio"));
    expect(cells(tableOf(sections, "Perspectives then and now"))).toEqual([["Benefits management", "1.00", "2.00", "–", "Side by side"]]);
    const charts = sections.sections.flatMap(({ exhibits }) => exhibits.flatMap((each) => (each.kind === "bars" ? [each] : [])));
    expect(charts.map(({ title, series }) => [title, series.map(({ points }) => points.map((point) => point?.text))])).toEqual([
      ["Perspective scores then", [["1.00"]]],
      ["Perspective scores now", [["2.00"]]],
    ]);
    expect(textsOf(sections.sections)).toContain(
      "The scopes differ, and with them the statements. Both stand side by side, without differences.",
    );
  });

  it("have every thread in the sheet, with numbers", () => {
    const { sheet } = sectionsOf(side({ AS: "FRNNN", PL: "FRNNN" }), side({ AS: "FFPNN", PL: "FRNNN" }));
    expect([sheet.name, sheet.columns.map(({ title }) => title)]).toEqual([
      "Comparison",
      ["Perspective", "Thread", "Then", "Now", "Difference", "Outcome"],
    ]);
    expect(sheet.rows).toEqual([
      ["Benefits management", "Perspective", 1, 1.75, 0.75, "Risen"],
      ["Benefits management", "AS", 1, 2.5, 1.5, "Risen"],
      ["Benefits management", "PL", 1, 1, 0, "Unchanged"],
      ["Overall", "Overall score", 1, 1.75, 0.75, "Risen"],
    ]);
  });
});

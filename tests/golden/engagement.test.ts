/** Profile and report of an engagement, made from results of each kind: every figure in them is one of a single result. */
import { beforeAll, describe, expect, test } from "vitest";
import type { EngagementMember } from "#model/contract/engagements.ts";
import type { ResultMember } from "~/services/engagements/members.server";
import { profileSections } from "~/services/engagements/profile.server";
import { exhibitsOf, type Result, type ResultTable } from "~/views/result";
import { type DraftResults, draftResults } from "../support/draft-results.ts";
import { type SampleResults, sampleResults } from "../support/sample-results.ts";

let results: SampleResults & DraftResults;
beforeAll(async () => {
  results = { ...(await sampleResults()), ...(await draftResults()) };
});

type Name = keyof (SampleResults & DraftResults);

/** A member with the result of a sample. */
function memberOf(result: Result, label: string, unit = ""): ResultMember {
  const { id, scope } = result.assessment;
  const assessment = { id, assessmentType: result.model, selectedScope: scope } as EngagementMember["assessment"];
  const member = { id, name: result.assessment.name, unit, assessment, responsible: null, day: null, review: null } as EngagementMember;
  return { member, name: result.assessment.name, label, result };
}
const membersOf = (...names: Name[]): ResultMember[] => names.map((name) => memberOf(results[name] as Result, name));

/** The figures of a result as its own screen, draft or report shows them, with the level of each perspective as a number. */
function figuresOf(result: Result): Set<string> {
  const cells = exhibitsOf(result).flatMap((exhibit) =>
    exhibit.kind === "table" ? [...exhibit.rows, ...(exhibit.total ? [exhibit.total] : [])].flat() : [],
  );
  return new Set([...cells.map(({ text }) => text), ...result.figures.map(({ value }) => value), "–"]);
}

const tablesIn = (members: readonly ResultMember[]): ResultTable[] =>
  profileSections(members).flatMap(({ exhibits }) => exhibits.flatMap((exhibit) => (exhibit.kind === "table" ? [exhibit] : [])));
const columnOf = ({ rows, total, columns }: ResultTable, heading: string) => {
  const index = columns.findIndex(({ title }) => title.startsWith(heading));
  return [...rows, ...(total ? [total] : [])].flatMap((row) => row[index] ?? []);
};

const MIXES: Name[][] = [
  ["p3m3Small", "p3m3Full"],
  ["p3m3Full", "itilFull", "itilSmall"],
  ["p3m3Draft", "p3m3Full", "itilDraft"],
  ["p3m3Corrected", "p3m3Again", "itilAgain"],
];

describe("the profile of an engagement", () => {
  test.each(MIXES)("of %s, %s, %s has no figure that the assessment's own result has not", (...names) => {
    const members = membersOf(...names.filter((name) => name !== undefined));
    const tables = tablesIn(members);
    for (const { label, result } of members) {
      const known = figuresOf(result);
      const own = tables.filter(({ id }) => id.startsWith(result.model.toLowerCase())).flatMap((table) => columnOf(table, label));
      expect(own.length).toBeGreaterThan(0);
      for (const { text, aside } of own) {
        expect([...known]).toContain(text);
        const level = aside?.match(/\d+(?:\.\d+)?$/)?.[0];
        if (level !== undefined) expect([...known]).toContain(level);
      }
    }
  });

  test("has a column for each assessment and none over several, and each model in tables of its own", () => {
    const members = membersOf("p3m3Small", "itilFull", "p3m3Full");
    const [p3m3, ...itil] = tablesIn(members);
    expect(p3m3?.columns.map(({ title }) => title)).toEqual([
      "Perspective",
      expect.stringMatching(/^p3m3Small/),
      expect.stringMatching(/^p3m3Full/),
    ]);
    for (const table of itil) expect(table.columns).toHaveLength(2);
    for (const table of [p3m3, ...itil]) for (const row of table?.rows ?? []) expect(row).toHaveLength(table?.columns.length ?? 0);
  });

  test("marks a draft, which has no level yet, and an assessment of a part of the model", () => {
    const [table] = tablesIn(membersOf("p3m3Draft", "p3m3Small"));
    const [, draft, partial] = table?.columns.map(({ title }) => title) ?? [];
    expect(draft).toMatch(/\(draft/);
    expect(partial).toBe("p3m3Small (partial scope)");
    expect(table && columnOf(table, "p3m3Draft").every(({ aside }) => aside === undefined)).toBe(true);
    const [{ text } = { text: [] }] = profileSections(membersOf("p3m3Draft", "p3m3Small"));
    expect(text.join(" ")).toMatch(
      /Not submitted yet, with scores so far: p3m3Draft\. Partial scope: .*p3m3Small covers \d+ of 7 perspectives/,
    );
  });
});

import { describe, expect, test } from "vitest";
import { Stated } from "./basis.ts";
import { engagementSummary, fieldworkInWords, holdingInWords, type SummarizedMember, sameBeginnings } from "./engagement-report.ts";

const member = (label: string, more: Partial<SummarizedMember> = {}): SummarizedMember => ({
  ...{
    label,
    level: { value: "2", name: "Repeatable" },
    score: "2.54",
    holding: ["Risk management"],
    noun: "perspectives",
    all: 7,
    isDraft: false,
  },
  ...more,
});
const say = (members: readonly SummarizedMember[], waiting: string[] = [], stated = new Stated()) =>
  engagementSummary({ organization: "Harbour", members, waiting }, stated);

describe("the summary of an engagement", () => {
  test("speaks of each assessment by its own figures", () => {
    expect(
      say(
        [member("Portfolio"), member("Project", { level: undefined, score: "3.00", isDraft: true, extent: "2 of 7 perspectives" })],
        ["Programme"],
      ),
    ).toEqual([
      "Two assessments of Harbour are in this report. One of them is not submitted yet. Each keeps its own figures: no rule gives one over several scopes or units.",
      "Portfolio is at level 2 (Repeatable), with an overall score of 2.54. Risk management holds it there.",
      "Project is a draft, with a score so far of 3.00.",
      "Partial scope: Project covers 2 of 7 perspectives.",
      "Without any result yet: Programme.",
    ]);
  });

  test("speaks of a scope without a maturity, of a draft without an answer, and of a level that is not known", () => {
    const other = { holding: [], noun: "components", all: 5 };
    const texts = say([
      member("Capability", { ...other, level: undefined, score: undefined, instead: { label: "Capability levels", value: "1 to 3" } }),
      member("Maturity", { ...other, level: undefined, score: undefined }),
      member("Project", { ...other, level: undefined, score: undefined, isDraft: true }),
    ]);
    expect(texts.slice(1)).toEqual([
      "Capability: capability levels 1 to 3.",
      "Maturity has no maturity yet.",
      "Project is a draft without a score so far.",
    ]);
  });

  test("lists many assessments by level", () => {
    const many = ["A", "B", "C", "D", "E"].map((label) => member(label));
    const texts = say([
      ...many,
      member("F", { level: { value: "3", name: "Defined" } }),
      member("G", { level: undefined, score: "1.00", isDraft: true }),
    ]);
    expect(texts.slice(1)).toEqual(["At level 2: A, B, C, D and E. At level 3: F.", "G is a draft, with a score so far of 1.00."]);
  });

  test("states its facts, so that a changed figure is noticed by name", () => {
    const stated = new Stated();
    say([member("Portfolio")], [], stated);
    expect(stated.facts).toEqual([
      { what: "assessments", value: "Portfolio" },
      { what: "overall score of Portfolio", value: "2.54" },
      { what: "maturity of Portfolio", value: "2" },
      { what: "what holds Portfolio", value: "Risk management" },
    ]);
  });
});

test("a summary says how the targets of each assessment stand, and how many agreed actions are overdue", () => {
  const members = [member("Portfolio", { targets: ["reached", "missed", "not yet reached"] }), member("Project", { targets: [] })];
  const texts = engagementSummary({ organization: "Harbour", members, waiting: [], overdue: 3 });
  expect(texts[1]).toMatch(/holds it there\. One of the three targets is reached; one is not yet due; one was missed\.$/);
  expect(texts[2]).toMatch(/holds it there\.$/);
  expect(texts.at(-1)).toBe("Three agreed actions are overdue.");
});

test("steps of several assessments that begin with the same are to be decided once", () => {
  const of = (...labels: string[]) => ({ about: "Planning", labels });
  expect(sameBeginnings([], 3)).toBe("");
  expect([sameBeginnings([of("A", "B")], 2), sameBeginnings([of("A", "B", "C")], 3), sameBeginnings([of("A", "B")], 3)]).toEqual([
    "Planning begins with the same in both: decide whether it is done once.",
    "Planning begins with the same in all three: decide whether it is done once.",
    "Planning begins with the same in A and B: decide whether it is done once.",
  ]);
  expect(sameBeginnings([of("A", "B", "C")], 5)).toContain("in A, B and C:");
  expect(sameBeginnings([of("A", "B", "C", "D")], 5)).toContain("in four assessments:");
  expect(sameBeginnings([of("A", "B"), { about: "Risk", labels: ["A", "B"] }], 2)).toBe(
    "Planning and Risk each begin with the same in both: decide whether it is done once.",
  );
});

test("what holds a level is named, or counted where it is much, earlier where there are many assessments", () => {
  const of = (count: number, all: number, members = 24) =>
    holdingInWords({ holding: Array.from({ length: count }, (_, at) => `P${at}`), noun: "perspectives", all }, members);
  expect([of(0, 7), of(2, 7), of(5, 7), of(7, 7)]).toEqual(["", "P0 and P1", "five perspectives", "all seven perspectives"]);
  expect([of(5, 7, 3), of(7, 7, 3)]).toEqual(["P0, P1, P2, P3 and P4", "all seven perspectives"]);
});

test("a summary says how each level has changed, and what holds the level of all of them", () => {
  const texts = say([
    { ...member("Portfolio"), holding: ["Benefits management", "Risk management"], change: "up from 1 since 21 Nov 2025" },
    { ...member("Project"), holding: ["Risk management"] },
  ]).join(" ");
  expect(texts).toContain("Portfolio is at level 2 (Repeatable), up from 1 since 21 Nov 2025, with an overall score of 2.54.");
  expect(texts).toContain("In both, Risk management holds the level.");
  expect(say([member("Portfolio"), { ...member("Project"), holding: ["Stakeholder management"] }]).join(" ")).not.toContain(
    "holds the level",
  );
});

test("fieldwork counts what was done by kind, and never adds evidence to it", () => {
  const row = (kind: "interview" | "document" | "delivery", state: "open" | "done" | "dropped" | "requested" | "received" | "read") => ({
    kind,
    state,
  });
  const rows = [
    row("interview", "done"),
    row("interview", "open"),
    row("interview", "dropped"),
    row("document", "received"),
    row("document", "read"),
    row("document", "requested"),
    row("delivery", "done"),
  ];
  expect(
    fieldworkInWords(rows, [
      { label: "Portfolio", count: 90 },
      { label: "Project", count: 6 },
    ]),
  ).toEqual([
    "Fieldwork of the whole engagement, by its plan: one interview, two documents and one delivery.",
    "Counted apart, the assessments have 96 references to evidence: Portfolio 90; Project 6.",
  ]);
  expect(fieldworkInWords([], [])).toEqual([]);
  expect(fieldworkInWords([], [{ label: "Project", count: 1 }])).toEqual([
    "Counted apart, the assessments have one reference to evidence.",
  ]);
});

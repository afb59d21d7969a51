import { describe, expect, it } from "vitest";
import { engagementForm, planRowForm } from "./contract/engagements.ts";
import {
  coverageOf,
  isOverFor,
  isPlanLate,
  PLAN_KINDS,
  type PlanKind,
  type PlanState,
  statesOf,
  withWhomAsText,
  withWhomIn,
} from "./engagements.ts";

describe("the states of a row of the plan", () => {
  it.each(PLAN_KINDS)("of %s", (kind) =>
    expect(statesOf(kind)).toEqual(kind === "document" ? ["requested", "received", "read"] : ["open", "done", "dropped"]),
  );

  it.each([
    ["open", "2026-11-04", true],
    ["open", "2026-11-05", false],
    ["open", null, false],
    ["requested", "2026-11-04", true],
    ["received", "2026-11-04", false],
    ["done", "2026-11-04", false],
    ["dropped", "2026-11-04", false],
  ] as const)("%s by %s is late on 5 November: %s", (state, day, isLate) => expect(isPlanLate({ state, day }, "2026-11-05")).toBe(isLate));
});

describe("coverage", () => {
  const row = (kind: PlanKind, state: PlanState, topics: string[]) => ({ kind, state, topics });
  const rows = [
    row("interview", "done", ["RK", "OG"]),
    row("interview", "open", ["RK"]),
    row("interview", "dropped", ["SM"]),
    row("workshop", "open", ["OG"]),
    row("document", "requested", ["RK"]),
    row("document", "received", ["RK"]),
    row("document", "read", ["RK"]),
    row("review", "done", ["SM"]),
    row("interview", "done", []),
    row("interview", "done", ["general"]),
  ];

  it("counts what is planned and what is done for each topic in scope, in the order of the model, and neither what was dropped", () => {
    const none = { planned: 0, done: 0 };
    expect(coverageOf(rows, ["SM", "RK", "OG"]).map(({ name, counts }) => [name, counts])).toEqual([
      ["Organizational governance", { interview: { planned: 1, done: 1 }, workshop: { planned: 1, done: 0 }, document: none }],
      ["Risk management", { interview: { planned: 2, done: 1 }, workshop: none, document: { planned: 3, done: 2 } }],
      ["Stakeholder management", { interview: none, workshop: none, document: none }],
    ]);
  });

  it("takes groups of practices as it takes perspectives", () =>
    expect(coverageOf(rows, ["service", "general"]).map(({ name, model, counts }) => [name, model, counts.interview.planned])).toEqual([
      ["General management", "ITIL", 1],
      ["Service management", "ITIL", 0],
    ]));

  it("has nothing to say without a scope", () => expect(coverageOf(rows, [])).toEqual([]));
});

describe("with whom a row is", () => {
  it("is one person on each line, or between semicolons, and the same again as a text", () => {
    const people = withWhomIn(" Müller, Anna (PMO);Sam\n\n Kim ;");
    expect(people).toEqual(["Müller, Anna (PMO)", "Sam", "Kim"]);
    expect(withWhomIn(withWhomAsText(people))).toEqual(people);
  });

  it.each([
    [{ closed: "2026-08-31", end: null }, "2026-11-28", false],
    [{ closed: "2026-08-31", end: null }, "2026-11-29", true],
    [{ closed: null, end: "2025-11-29" }, "2026-11-28", false],
    [{ closed: null, end: "2025-11-29" }, "2026-11-29", true],
    [{ closed: null, end: null }, "2036-11-29", false],
  ])("%j is over on %s: %s", (dates, today, isOver) => expect(isOverFor(dates, today)).toBe(isOver));
});

describe("what is written", () => {
  const form = {
    ...{ name: "Three scopes", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null },
    ...{ units: ["North"], people: [] },
  };
  const issuesOf = (given: object) =>
    engagementForm.safeParse({ ...form, ...given }).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

  it.each([
    [{}, []],
    [{ start: "2026-11-05", end: "2026-11-05" }, []],
    [{ start: "2026-11-05", end: "2026-11-04" }, ["end: The end is before the start."]],
    [{ units: ["North", "north"] }, ["units.1: Two units have this name."]],
    [
      {
        people: [
          { id: 1, part: "lead" },
          { id: 1, part: "reviewer" },
        ],
      },
      ["people.1.id: This person is named twice."],
    ],
    [{ name: "x".repeat(121) }, ["name: Please use at most 120 characters."]],
    [{ purpose: "x".repeat(2001) }, ["purpose: Please use at most 2,000 characters."]],
    [{ units: Array.from({ length: 41 }, (_, index) => `Unit ${index}`) }, ["units: An engagement has at most 40 units."]],
  ])("%j", (given, issues) => expect(issuesOf(given)).toEqual(issues));

  const row = { kind: "interview", what: "", withWhom: [], topics: [], who: [], day: null, state: "open" };
  it.each([
    [{}, undefined],
    [{ kind: "other" }, "what"],
    [{ kind: "other", what: "Travel" }, undefined],
    [{ state: "received" }, "state"],
    [{ kind: "document", state: "received" }, undefined],
    [{ kind: "document" }, "state"],
    [{ topics: ["XX"] }, "topics.0"],
  ])("a row %j is refused at %s", (given, path) =>
    expect(planRowForm.safeParse({ ...row, ...given }).error?.issues[0]?.path.join(".")).toBe(path),
  );
});

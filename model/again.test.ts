import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Answered, answersIn, confirmedPractice, confirmedThread, countSince, mayComeBefore, statementsSince } from "./again.ts";
import { CRITERION_LEVELS } from "./itil/catalogue.ts";
import { isPracticeState, PRACTICE_SELECTIONS, type PracticeSelection } from "./itil/gate.ts";
import { isThreadState, THREAD_SELECTIONS, type ThreadSelection } from "./p3m3/gate.ts";

const said = (code: string, level: number, statement: string, selection = "Fully"): Answered => ({ code, level, statement, selection });

describe("which assessment may come before another", () => {
  const before = { id: 1, assessmentType: "P3M3" as const, status: "Completed", dateCompleted: "2025-11-04T10:00:00.000Z" };
  it.each([
    ["a completed one of the same model", before, true],
    ["not itself", { ...before, id: 2 }, false],
    ["not another edition of itself", { ...before, edition: { firstId: 2 } }, false],
    ["not one of the other model", { ...before, assessmentType: "ITIL" as const }, false],
    ["not one in progress", { ...before, status: "Active" }, false],
  ])("%s", (_, candidate, may) => {
    expect(mayComeBefore(candidate, { id: 2, assessmentType: "P3M3" })).toBe(may);
    // Ids are opaque: an upstream may write them as texts in one place.
    expect(mayComeBefore(candidate, { id: "2", assessmentType: "P3M3" })).toBe(may);
  });

  it.each([
    ["was completed before the first edition", "2026-01-01T00:00:00.000Z", undefined, true],
    ["was completed after it", "2025-01-01T00:00:00.000Z", undefined, false],
    ["was corrected after it, and completed before", "2025-11-01T00:00:00.000Z", "2025-10-01T00:00:00.000Z", true],
  ])("comes before an edition if it %s", (_, firstCompleted, own, may) => {
    const candidate = own ? { ...before, edition: { firstId: 9, firstCompleted: own } } : before;
    expect(mayComeBefore(candidate, { id: 3, assessmentType: "P3M3", edition: { firstId: 2, firstCompleted } })).toBe(may);
  });
});

describe("what became of each statement", () => {
  it("proposes the answer where the text is equal", () => {
    expect(statementsSince([said("L1", 1, "Planned.")], [said("L1", 1, "Planned.", "Partially")])).toEqual({
      since: [{ state: "same", proposal: "Partially" }],
      gone: [],
    });
  });

  it("proposes nothing where nothing was answered", () => {
    expect(statementsSince([said("L1", 1, "Planned.")], [said("L1", 1, "Planned.", "N/A")]).since).toEqual([{ state: "same" }]);
  });

  it("calls a statement changed that has another text, and says what it was", () => {
    const then = said("L1", 1, "Planned.", "Partially");
    expect(statementsSince([said("L1", 1, "Planned well.")], [then])).toEqual({ since: [{ state: "changed", former: then }], gone: [] });
  });

  it("finds a text again whose code has moved, and calls the one at its place new", () => {
    const then = [said("A-2.1", 2, "One.", "Fully"), said("A-2.2", 2, "Two.", "Rarely")];
    const now = [said("A-2.1", 2, "Zero."), said("A-2.2", 2, "One."), said("A-2.3", 2, "Two.")];
    expect(statementsSince(now, then)).toEqual({
      since: [{ state: "new" }, { state: "same", proposal: "Fully" }, { state: "same", proposal: "Rarely" }],
      gone: [],
    });
  });

  it("proposes nothing for an equal text at another level, and calls the former one gone", () => {
    const then = [said("A-2.1", 2, "One.")];
    expect(statementsSince([said("A-3.1", 3, "One.")], then)).toEqual({ since: [{ state: "new" }], gone: then });
  });

  const statements = fc.array(
    fc.record({
      code: fc.constantFrom("1", "2", "3"),
      level: fc.integer({ min: 1, max: 3 }),
      statement: fc.constantFrom("One.", "Two.", "Three."),
      selection: fc.constantFrom("Fully", "Partially", "N/A"),
    }),
    { maxLength: 8 },
  );

  it("proposes everything that was answered, and nothing else, where no text has changed", () => {
    fc.assert(
      fc.property(statements, (then) => {
        const { since, gone } = statementsSince(then, then);
        expect(gone).toEqual([]);
        const proposed = since.map((each) => (each.state === "same" ? (each.proposal ?? "N/A") : "none"));
        const sorted = (list: readonly string[]) => [...list].sort();
        expect(sorted(proposed)).toEqual(sorted(then.map(({ selection }) => selection)));
      }),
    );
  });

  it("gives every statement of then to one of now, or calls it gone, and never proposes across texts or levels", () => {
    fc.assert(
      fc.property(statements, statements, (now, then) => {
        const { since, gone } = statementsSince(now, then);
        expect(since).toHaveLength(now.length);
        expect(since.filter(({ state }) => state !== "new").length + gone.length).toBe(then.length);
        for (const [index, each] of since.entries())
          if (each.state === "same" && each.proposal)
            expect(then).toContainEqual(
              expect.objectContaining({ level: now[index]?.level, statement: now[index]?.statement, selection: each.proposal }),
            );
      }),
    );
  });
});

describe("confirming a whole thread or practice", () => {
  it.each<[string, (ThreadSelection | undefined)[], ThreadSelection[]]>([
    ["all that was answered", ["Fully", "Partially", undefined, undefined, undefined], ["Fully", "Partially", "N/A", "N/A", "N/A"]],
    ["five times Fully", Array(5).fill("Fully"), Array(5).fill("Fully")],
    [
      "only what is below a changed statement",
      ["Fully", undefined, "Fully", "Partially", undefined],
      ["Fully", "N/A", "N/A", "N/A", "N/A"],
    ],
    ["nothing where the first one has changed", [undefined, "Fully", "Partially", undefined, undefined], Array(5).fill("N/A")],
  ])("of a thread: %s", (_, proposals, after) => {
    expect(confirmedThread(proposals)).toEqual(after);
  });

  it("leaves the levels of a practice closed that a changed criterion keeps closed", () => {
    const criteria = [
      { level: 2 as const, proposal: "Fully" as const },
      { level: 2 as const },
      { level: 3 as const, proposal: "Rarely" as const },
    ];
    expect(confirmedPractice(criteria)).toEqual(["Fully", "N/A", "N/A"]);
    expect(confirmedPractice([criteria[0], criteria[2]].filter((each) => each !== undefined))).toEqual(["Fully", "Rarely"]);
  });

  it("always gives a state that may be stored, and only answers that were proposed", () => {
    const thread = fc.array(fc.constantFrom(undefined, ...THREAD_SELECTIONS), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(thread, (proposals) => {
        const after = confirmedThread(proposals);
        expect(isThreadState(after)).toBe(true);
        for (const [index, selection] of after.entries()) expect([proposals[index] ?? "N/A", "N/A"]).toContain(selection);
      }),
    );
    const practice = fc.array(
      fc.record({
        level: fc.constantFrom(...CRITERION_LEVELS),
        proposal: fc.constantFrom<PracticeSelection | undefined>(undefined, ...PRACTICE_SELECTIONS),
      }),
    );
    fc.assert(
      fc.property(practice, (criteria) => {
        const after = confirmedPractice(criteria);
        expect(isPracticeState(criteria.map(({ level }, index) => ({ level, selection: after[index] ?? "N/A" })))).toBe(true);
        for (const [index, selection] of after.entries()) expect([criteria[index]?.proposal ?? "N/A", "N/A"]).toContain(selection);
      }),
    );
  });
});

it("counts what is as proposed and what is not, and leaves out what has no proposal or no answer", () => {
  const answers = [
    { selection: "Fully", proposal: "Fully" },
    { selection: "Fully", proposal: "Partially" },
    { selection: "Fully" },
    { selection: "N/A", proposal: "Fully" },
  ];
  expect(countSince(answers)).toEqual({ confirmed: 1, changed: 1 });
});

it("takes the options of a component for one answer, which is as then or another", () => {
  const options = (chosen: number | undefined, proposed: number | undefined) =>
    answersIn(
      [0, 1, 2].map((index) => ({
        selection: index === chosen ? "Chosen" : "N/A",
        ...(index === proposed ? { proposal: "Chosen" } : {}),
      })),
    );
  expect(countSince(options(1, 1))).toEqual({ confirmed: 1, changed: 0 });
  expect(countSince(options(2, 1))).toEqual({ confirmed: 0, changed: 1 });
  expect(countSince(options(2, undefined))).toEqual({ confirmed: 0, changed: 0 });
  expect(countSince(options(undefined, 1))).toEqual({ confirmed: 0, changed: 0 });
});

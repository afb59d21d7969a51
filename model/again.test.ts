import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answersIn, asksTheSame, counterpartsIn, countSince, mayComeBefore, type StatementItem, textOf } from "./again.ts";
import { confirmedPractice } from "./gates/criteria.ts";
import { confirmedThread } from "./gates/ladder.ts";
import { CRITERION_LEVELS } from "./itil/catalogue.ts";
import { isPracticeState, PRACTICE_SELECTIONS, type PracticeSelection } from "./itil/gate.ts";
import { isThreadState, THREAD_SELECTIONS, type ThreadSelection } from "./p3m3/gate.ts";

const said = (code: string, level: number, statement: string, sameAs?: string[]): StatementItem => ({
  id: 1,
  code,
  level,
  statement,
  sameAs,
});

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
  const same = (index: number) => ({ index, isSame: true });
  const changed = (index: number) => ({ index, isSame: false });

  it("is the same where the text is equal", () => {
    expect(counterpartsIn([said("L1", 1, "Planned.")], [said("L1", 1, "Planned.")])).toEqual({ former: [same(0)], gone: [] });
  });

  it("has changed where the text is another", () => {
    expect(counterpartsIn([said("L1", 1, "Planned well.")], [said("L1", 1, "Planned.")])).toEqual({ former: [changed(0)], gone: [] });
  });

  it("is told by the level alone for the statements of a thread, which have no codes", () => {
    const thread = (...texts: string[]) => texts.map((statement, index): StatementItem => ({ id: index, level: index + 1, statement }));
    expect(counterpartsIn(thread("One.", "Two."), thread("One.", "2."))).toEqual({ former: [same(0), changed(1)], gone: [] });
    expect(counterpartsIn(thread("One.", "Two.").slice(1), thread("1."))).toEqual({ former: [undefined], gone: [0] });
  });

  it("has changed where an option has another name", () => {
    const option = (name: string): StatementItem => ({ id: 1, level: 2, name, statement: "The same." });
    expect(textOf(option("Managed"))).toBe("Managed: The same.");
    expect(counterpartsIn([option("Managed")], [option("Planned")]).former).toEqual([changed(0)]);
  });

  it("is found again where its code has moved, and the one at its place is new", () => {
    const then = [said("A-2.1", 2, "One."), said("A-2.2", 2, "Two.")];
    const now = [said("A-2.1", 2, "Zero."), said("A-2.2", 2, "One."), said("A-2.3", 2, "Two.")];
    expect(counterpartsIn(now, then)).toEqual({ former: [undefined, same(0), same(1)], gone: [] });
  });

  it("is new where the text was at another level, and the former one is gone", () => {
    expect(counterpartsIn([said("A-3.1", 3, "One.")], [said("A-2.1", 2, "One.")])).toEqual({ former: [undefined], gone: [0] });
  });

  describe("in a pack that names earlier wordings", () => {
    it.each<[string, StatementItem[], StatementItem[], ReturnType<typeof counterpartsIn>]>([
      [
        "is the same in other words",
        [said("A-2.1", 2, "New words.", ["Old words."])],
        [said("A-2.1", 2, "Old words.")],
        { former: [same(0)], gone: [] },
      ],
      [
        "is the same after several versions, if each wording is named",
        [said("A-2.1", 2, "Fourth.", ["Second.", "Third."])],
        [said("A-2.1", 2, "Second.")],
        { former: [same(0)], gone: [] },
      ],
      [
        "is the same where the pack of then is the newer one",
        [said("A-2.1", 2, "Old words.")],
        [said("A-2.1", 2, "New words.", ["Old words."])],
        { former: [same(0)], gone: [] },
      ],
      [
        "has changed where other words are named",
        [said("A-2.1", 2, "New words.", ["Older words."])],
        [said("A-2.1", 2, "Old words.")],
        { former: [changed(0)], gone: [] },
      ],
      [
        "is new where those words were at another level",
        [said("A-3.1", 3, "New words.", ["Old words."])],
        [said("A-2.1", 2, "Old words.")],
        { former: [undefined], gone: [0] },
      ],
      [
        "is found again where its code has moved, before codes decide",
        [said("A-2.1", 2, "Another."), said("A-2.2", 2, "New words.", ["Old words."])],
        [said("A-2.1", 2, "Old words."), said("A-2.2", 2, "Gone.")],
        { former: [undefined, same(0)], gone: [1] },
      ],
      [
        "leaves equal words to the statement that has them",
        [said("A-2.1", 2, "New words.", ["Old words."]), said("A-2.2", 2, "Old words.")],
        [said("A-2.1", 2, "Old words.")],
        { former: [undefined, same(0)], gone: [] },
      ],
      [
        "is the same for the first of two that claim the same words",
        [said("A-2.1", 2, "One.", ["Old words."]), said("A-2.2", 2, "Two.", ["Old words."])],
        [said("A-2.1", 2, "Old words.")],
        { former: [same(0), undefined], gone: [] },
      ],
    ])("%s", (_, now, then, expected) => {
      expect(counterpartsIn(now, then)).toEqual(expected);
    });

    it("asks the same whichever of two names the other, and not because both name a third", () => {
      const [one, other] = [said("A-2.1", 2, "One.", ["Old words."]), said("A-2.1", 2, "Two.", ["Old words."])];
      expect([asksTheSame(one, said("", 2, "Old words.")), asksTheSame(said("", 2, "Old words."), one)]).toEqual([true, true]);
      expect(asksTheSame(one, other)).toBe(false);
    });
  });

  const statements = fc.array(
    fc.record({
      id: fc.constant(1),
      code: fc.constantFrom("1", "2", "3"),
      level: fc.integer({ min: 1, max: 3 }),
      statement: fc.constantFrom("One.", "Two.", "Three."),
      sameAs: fc.constantFrom(undefined, ["Two."], ["One.", "Three."]),
    }),
    { maxLength: 8 },
  );

  it("is the same everywhere, in its order, where no text has changed", () => {
    fc.assert(
      fc.property(statements, (then) => {
        expect(
          counterpartsIn(
            then,
            then.map((each) => ({ ...each })),
          ),
        ).toEqual({ former: then.map((_, index) => same(index)), gone: [] });
      }),
    );
  });

  it("gives every statement of then to one of now, or calls it gone, and calls none the same that asks something else or at another level", () => {
    fc.assert(
      fc.property(statements, statements, (now, then) => {
        const { former, gone } = counterpartsIn(now, then);
        expect(former).toHaveLength(now.length);
        const known = [...former.flatMap((each) => (each ? [each.index] : [])), ...gone];
        expect(known.toSorted((a, b) => a - b)).toEqual([...then.keys()]);
        for (const [at, each] of former.entries()) {
          const [one, other] = [now[at], then[each?.index ?? -1]];
          if (each?.isSame && one && other) expect([other.level, asksTheSame(one, other)]).toEqual([one.level, true]);
          if (each && !each.isSame) expect(one?.statement).not.toBe(other?.statement);
        }
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

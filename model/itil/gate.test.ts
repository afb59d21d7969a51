import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CRITERION_LEVELS, type CriterionLevel } from "./catalogue.ts";
import {
  type AnsweredCriterion,
  answeredCriteria,
  applyPracticeAnswer,
  applyPracticeAnswers,
  clearedCriteria,
  fromPracticeLetters,
  gatePractice,
  isPracticeComplete,
  isPracticeStarted,
  isPracticeState,
  openLevel,
  PRACTICE_SELECTIONS,
  type PracticeSelection,
  toPracticeLetters,
} from "./gate.ts";

const LETTERS: Record<string, PracticeSelection> = { F: "Fully", R: "Rarely", N: "N/A" };
/** Criteria from groups of letters, one group for each level 2 to 5: "FF RN NN N". */
const criteria = (groups: string): AnsweredCriterion[] =>
  groups
    .split(" ")
    .flatMap((group, index) =>
      [...group].map((letter) => ({ level: CRITERION_LEVELS[index] as CriterionLevel, selection: LETTERS[letter] as PracticeSelection })),
    );
const written = (list: readonly AnsweredCriterion[]) =>
  CRITERION_LEVELS.map((level) => list.flatMap((criterion) => (criterion.level === level ? criterion.selection[0] : [])).join("")).join(
    " ",
  );

const selection = fc.constantFrom<PracticeSelection>(...PRACTICE_SELECTIONS, "N/A");
/** Any assignment of selections to criteria of all four levels, also ones that may not be stored. */
const anyCriteria = fc
  .tuple(
    ...CRITERION_LEVELS.map((level) =>
      fc.array(selection, { minLength: 1, maxLength: 4 }).map((list) => list.map((chosen) => ({ level, selection: chosen }))),
    ),
  )
  .map((groups) => groups.flat());
const emptyCriteria = anyCriteria.map((list) => list.map(({ level }): AnsweredCriterion => ({ level, selection: "N/A" })));
const steps = fc.array(fc.record({ index: fc.nat(15), selection: fc.constantFrom(...PRACTICE_SELECTIONS) }), { maxLength: 30 });

describe("the gating of a practice", () => {
  it.each([
    ["NN NN NN N", [true, false, false, false], 2],
    ["FN NN NN N", [true, false, false, false], 2],
    ["FF NN NN N", [true, true, false, false], 3],
    ["FR NN NN N", [true, false, false, false], 2],
    ["FF FF RN N", [true, true, true, false], 4],
    ["FF FF FF N", [true, true, true, true], 5],
    ["FF FF FF F", [true, true, true, true], undefined],
  ])("%s opens %j", (groups, open, next) => {
    const gates = gatePractice(criteria(groups));
    expect(gates.map((gate) => gate.open)).toEqual(open);
    expect(gates.map(({ reason }) => reason === undefined)).toEqual(open);
    expect(openLevel(criteria(groups))).toBe(next);
  });

  it("says why a level is locked", () => {
    const reasons = (groups: string) => gatePractice(criteria(groups)).map(({ reason }) => reason);
    expect(reasons("FN NN NN N")).toEqual([
      undefined,
      "Opens when every criterion of level 2 is Fully.",
      "Opens when every criterion of level 3 is Fully.",
      "Opens when every criterion of level 4 is Fully.",
    ]);
    expect(reasons("FF RN NN N").slice(2)).toEqual([
      "Locked because level 3 is not all Fully.",
      "Locked because level 3 is not all Fully.",
    ]);
  });

  it.each([
    ["FF NN NN N", 2, "Fully", "FF FN NN N"],
    ["FF FF RN N", 0, "Rarely", "RF NN NN N"],
    ["FF FF FF F", 3, "Rarely", "FF FR NN N"],
    ["RF NN NN N", 0, "Fully", "FF NN NN N"],
    ["FN NN NN N", 4, "Fully", "FN NN NN N"],
  ] as const)("%s, criterion %i %s: %s", (before, index, answer, after) => {
    expect(written(applyPracticeAnswer(criteria(before), index, answer))).toBe(after);
  });

  it("applies several answers of one post at once, the lower level winning", () => {
    const posted = (groups: string) => criteria(groups).map((criterion) => criterion.selection);
    expect(written(applyPracticeAnswers(criteria("FF FF FN N"), posted("RN NN NF N")))).toBe("RF NN NN N");
    expect(written(applyPracticeAnswers(criteria("FN NN NN N"), posted("NF NN NN N")))).toBe("FF NN NN N");
    expect(written(applyPracticeAnswers(criteria("FF FN NN N"), posted("NN NN NN N")))).toBe("FF FN NN N");
  });

  it("says what a change cleared, and because of what", () => {
    const before = criteria("FF FR NN N");
    expect(clearedCriteria(before, applyPracticeAnswer(before, 1, "Rarely"))).toEqual([
      { index: 2, level: 3, reason: "Cleared because level 2 is no longer all Fully." },
      { index: 3, level: 3, reason: "Cleared because level 2 is no longer all Fully." },
    ]);
    expect(clearedCriteria(before, applyPracticeAnswer(before, 3, "Fully"))).toEqual([]);
    expect(clearedCriteria(criteria("FR NN NN N"), criteria("NN NN NN N"))).toEqual([
      { index: 0, level: 2, reason: "Cleared." },
      { index: 1, level: 2, reason: "Cleared." },
    ]);
  });

  it.each([
    ["NN NN NN N", false, 0],
    ["FN NN NN N", false, 1],
    ["FF NN NN N", false, 2],
    ["RN NN NN N", false, 6],
    ["RF NN NN N", true, 7],
    ["FF FR NN N", true, 7],
    ["FF FF FF N", false, 6],
    ["FF FF FF R", true, 7],
    ["FF FF FF F", true, 7],
  ])("%s is complete: %s, with %i of 7 answered", (groups, complete, answered) => {
    expect(isPracticeComplete(criteria(groups))).toBe(complete);
    expect(answeredCriteria(criteria(groups))).toBe(answered);
    expect(isPracticeStarted(criteria(groups))).toBe(groups !== "NN NN NN N");
  });
});

describe("for any practice", () => {
  it("every sequence of answers keeps a state that may be stored", () => {
    fc.assert(
      fc.property(emptyCriteria, steps, (start, answers) => {
        let state = start;
        for (const { index, selection: answer } of answers) {
          state = applyPracticeAnswer(state, index % state.length, answer);
          expect(isPracticeState(state)).toBe(true);
        }
      }),
    );
  });

  it("letters stand for the selections, and for nothing else", () => {
    fc.assert(
      fc.property(fc.array(selection), (list) => {
        expect(fromPracticeLetters(toPracticeLetters(list))).toEqual(list);
      }),
    );
    expect(toPracticeLetters(["Fully", "Rarely", "N/A"])).toBe("FRN");
    expect(fromPracticeLetters("FXN")).toBeUndefined();
  });

  it("a state may be stored exactly when nothing is answered in a locked level", () => {
    fc.assert(
      fc.property(anyCriteria, (list) => {
        const open = new Set(gatePractice(list).flatMap((gate) => (gate.open ? [gate.level] : [])));
        expect(isPracticeState(list)).toBe(list.every(({ level, selection: chosen }) => chosen === "N/A" || open.has(level)));
      }),
    );
  });

  it("a level is open exactly when every criterion below is Fully", () => {
    fc.assert(
      fc.property(anyCriteria, (list) => {
        for (const { level, open } of gatePractice(list))
          expect(open).toBe(list.filter((criterion) => criterion.level < level).every((criterion) => criterion.selection === "Fully"));
      }),
    );
  });

  it("an answer to an open criterion stands, one to a locked criterion changes nothing", () => {
    fc.assert(
      fc.property(emptyCriteria, steps, fc.nat(), fc.constantFrom(...PRACTICE_SELECTIONS), (start, answers, at, answer) => {
        const state = answers.reduce((list, step) => applyPracticeAnswer(list, step.index % list.length, step.selection), start);
        const index = at % state.length;
        const open = gatePractice(state).find(({ level }) => level === state[index]?.level)?.open;
        const after = applyPracticeAnswer(state, index, answer);
        if (open) expect(after[index]?.selection).toBe(answer);
        else expect(after).toEqual(state);
      }),
    );
  });

  it("everything that a change takes away is told", () => {
    fc.assert(
      fc.property(emptyCriteria, steps, fc.nat(), fc.constantFrom(...PRACTICE_SELECTIONS), (start, answers, at, answer) => {
        const before = answers.reduce((list, step) => applyPracticeAnswer(list, step.index % list.length, step.selection), start);
        const after = applyPracticeAnswer(before, at % before.length, answer);
        const gone = after.flatMap((criterion, index) =>
          criterion.selection === "N/A" && before[index]?.selection !== "N/A" ? [index] : [],
        );
        expect(clearedCriteria(before, after).map(({ index }) => index)).toEqual(gone);
      }),
    );
  });

  it("all criteria count as answered exactly when it is complete", () => {
    fc.assert(
      fc.property(emptyCriteria, steps, (start, answers) => {
        const state = answers.reduce((list, step) => applyPracticeAnswer(list, step.index % list.length, step.selection), start);
        expect(answeredCriteria(state) === state.length).toBe(isPracticeComplete(state));
      }),
    );
  });

  it("answers posted at once keep a state that may be stored, in which every one in an open level stands", () => {
    fc.assert(
      fc.property(emptyCriteria, steps, fc.array(selection, { minLength: 16, maxLength: 16 }), (start, answers, posted) => {
        const before = answers.reduce((list, step) => applyPracticeAnswer(list, step.index % list.length, step.selection), start);
        const after = applyPracticeAnswers(before, posted);
        const next = openLevel(after) ?? 5;
        expect(isPracticeState(after)).toBe(true);
        after.forEach((criterion, index) => {
          const wanted = posted[index] === "N/A" ? before[index]?.selection : posted[index];
          expect(criterion.selection).toBe(criterion.level <= next ? wanted : "N/A");
        });
      }),
    );
  });
});

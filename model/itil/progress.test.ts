import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itilProgress as progressSchema, itilScores as scoresSchema } from "../contract/itil.ts";
import { CONTINUAL_IMPROVEMENT_ID, CRITERION_LEVELS, PRACTICES } from "./catalogue.ts";
import { type AnsweredCriterion, isPracticeState } from "./gate.ts";
import {
  continualImprovementLevel,
  criteriaToImprove,
  type ItilState,
  itilProgress,
  itilScores,
  type PracticeRecord,
  practiceLevel,
  practicesComponentLevel,
} from "./progress.ts";
import { canBeEndorsed, canSubmitItil, missingForItilSubmission } from "./submission.ts";

/** A practice of two criteria per level, answered truthfully, that has reached this level. Without a level nothing is answered. */
function criteriaAt(level: number | null): AnsweredCriterion[] {
  return CRITERION_LEVELS.flatMap((at): AnsweredCriterion[] => {
    const second = level === null || at > level + 1 ? "N/A" : at <= level ? "Fully" : "Rarely";
    const first = second === "Rarely" ? "Fully" : second;
    return [
      { level: at, selection: first },
      { level: at, selection: second },
    ];
  });
}

const record = (id: number, mode: 1 | 2, level: number | null): PracticeRecord => {
  const { code, name } = PRACTICES[id - 1] ?? { code: "?", name: "?" };
  return { id, code, name, mode, criteria: criteriaAt(level) };
};
const CI = CONTINUAL_IMPROVEMENT_ID;
const state = (over: Partial<ItilState> = {}): ItilState => ({
  scope: "Maturity",
  practices: [record(CI, 1, 3), record(19, 1, 4), record(28, 2, 2)],
  componentLevels: new Map([
    [1, 4],
    [2, 5],
    [3, 4],
  ]),
  ...over,
});

describe("the level of a practice", () => {
  it.each([1, 2, 3, 4, 5])("is %i when the criteria up to there are Fully", (level) => {
    expect(isPracticeState(criteriaAt(level))).toBe(true);
    expect(practiceLevel(criteriaAt(level))).toBe(level);
  });

  it("is unknown until every open criterion is answered", () => {
    expect(practiceLevel(criteriaAt(null))).toBeNull();
    const half = criteriaAt(3).map(
      (criterion): AnsweredCriterion => (criterion.level === 4 ? { ...criterion, selection: "N/A" } : criterion),
    );
    expect(practiceLevel(half)).toBeNull();
  });
});

describe("the component Practices", () => {
  const level = (...practices: [1 | 2, number | null][]) =>
    practicesComponentLevel(practices.map(([mode, at], index) => ({ id: index + 1, mode, level: at })));
  it.each([
    [[[1, 3]], 3],
    [
      [
        [1, 3],
        [1, 2],
      ],
      2,
    ],
    [
      [
        [1, 3],
        [2, 3],
      ],
      3,
    ],
    [
      [
        [1, 3],
        [2, 2],
      ],
      3,
    ],
    [
      [
        [1, 4],
        [2, 2],
      ],
      3,
    ],
    [
      [
        [1, 5],
        [2, 1],
      ],
      2,
    ],
    [
      [
        [1, 5],
        [2, 5],
      ],
      5,
    ],
    [[[2, 5]], 5],
    [
      [
        [1, 3],
        [2, null],
      ],
      null,
    ],
    [[], null],
  ] as [[1 | 2, number | null][], number | null][])("of %j is %s", (practices, expected) => {
    expect(level(...practices)).toBe(expected);
  });

  it("is never above a Primary practice, never more than one above a Supporting one, and one of the two holds it", () => {
    const practice = fc.record({ id: fc.nat(), mode: fc.constantFrom<1 | 2>(1, 2), level: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(fc.array(practice, { minLength: 1 }), (practices) => {
        const result = practicesComponentLevel(practices) ?? Number.NaN;
        const bounds = practices.map(({ mode, level: at }) => (mode === 1 ? at : at + 1));
        expect(bounds.every((bound) => result <= bound)).toBe(true);
        expect(result === 5 || bounds.includes(result)).toBe(true);
        expect(result).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe("progress and scores", () => {
  it("compute M-P and M-CI, and take the lowest component as SVS maturity", () => {
    const progress = progressSchema.parse(itilProgress(state()));
    expect(progress.capabilityProgress.map(({ code, mode, complete, currentScore }) => [code, mode, complete, currentScore])).toEqual([
      ["CI", 1, true, 3],
      ["INM", 1, true, 4],
      ["SDK", 2, true, 2],
    ]);
    expect(progress.maturityProgress.map(({ code, complete, currentScore }) => [code, complete, currentScore])).toEqual([
      ["M-GP", true, 4],
      ["M-G", true, 5],
      ["M-SVC", true, 4],
      ["M-P", true, 3],
      ["M-CI", true, 3],
    ]);
    expect(progress.maturityScore).toBe(3);
    expect(scoresSchema.parse(itilScores(state()))).toMatchObject({
      maturityScore: 3,
      capabilities: [{ score: 3, mode: 1 }, {}, { mode: 2 }],
    });
  });

  it("leave M-P, M-CI and the SVS maturity unknown until what they rest on is complete", () => {
    const open = itilProgress(state({ practices: [record(CI, 1, 3), record(19, 1, null)] }));
    expect(open.maturityProgress.map(({ currentScore, started }) => [currentScore, started])).toEqual([
      [4, true],
      [5, true],
      [4, true],
      [null, true],
      [3, true],
    ]);
    expect(open.maturityScore).toBeNull();
    const withoutComponent = itilProgress(state({ componentLevels: new Map([[1, 4]]) }));
    expect(withoutComponent.maturityProgress[1]).toMatchObject({ complete: false, started: false, currentScore: null });
    expect(withoutComponent.maturityScore).toBeNull();
    expect(continualImprovementLevel([{ id: 19, mode: 1, level: 4 }])).toBeNull();
  });

  it("have no components for the Capability scope", () => {
    const progress = itilProgress(state({ scope: "Capability" }));
    expect(progress.maturityProgress).toEqual([]);
    expect(progress.maturityScore).toBeNull();
    expect(canSubmitItil(progress)).toBe(true);
  });

  it("agree that the SVS maturity is never above any component", () => {
    const level = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(
        level,
        level,
        level,
        fc.array(fc.tuple(fc.constantFrom<1 | 2>(1, 2), level), { maxLength: 6 }),
        level,
        (gp, g, svc, others, ci) => {
          const practices = [record(CI, 1, ci), ...others.map(([mode, at], index) => record(index + 10, mode, at))];
          const { maturityScore, maturityProgress } = itilProgress(
            state({
              practices,
              componentLevels: new Map([
                [1, gp],
                [2, g],
                [3, svc],
              ]),
            }),
          );
          expect(maturityScore).toBe(Math.min(...maturityProgress.map(({ currentScore }) => currentScore ?? 0)));
          expect(maturityScore).toBeLessThanOrEqual(Math.min(gp, g, svc, ci));
        },
      ),
    );
  });
});

describe("what to improve", () => {
  it("is what is Rarely at the level that holds the practice back, then what stands above", () => {
    const criteria = criteriaAt(2).map((criterion, index) => ({ ...criterion, index }));
    expect(criteriaToImprove(criteria).map(({ index, level, selection }) => [index, level, selection])).toEqual([
      [3, 3, "Rarely"],
      [4, 4, "N/A"],
      [5, 4, "N/A"],
      [6, 5, "N/A"],
      [7, 5, "N/A"],
    ]);
    expect(criteriaToImprove(criteriaAt(5))).toEqual([]);
  });
});

describe("submitting and endorsing", () => {
  it("needs every practice and every component", () => {
    expect(canSubmitItil(itilProgress(state()))).toBe(true);
    const open = itilProgress(state({ practices: [record(CI, 1, 3), record(19, 2, null)], componentLevels: new Map([[1, 2]]) }));
    expect(canSubmitItil(open)).toBe(false);
    expect(missingForItilSubmission(open).map(({ code }) => code)).toEqual(["INM", "M-G", "M-SVC", "M-P"]);
    expect(canSubmitItil(itilProgress(state({ scope: "Capability", practices: [] })))).toBe(false);
  });

  it.each([
    ["Created", 0, false],
    ["Drafted", 0, false],
    ["Drafted", 3, true],
    ["Active", 3, true],
    ["Completed", 3, true],
  ] as const)("may be endorsed when %s with %i practices: %s", (status, practices, expected) => {
    expect(canBeEndorsed({ status, capabilities: Array.from({ length: practices }) })).toBe(expected);
  });
});

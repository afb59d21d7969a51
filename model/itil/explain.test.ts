import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONTINUAL_IMPROVEMENT_ID, CRITERION_LEVELS, type CriterionLevel, PRACTICES } from "./catalogue.ts";
import { cappingComponents, itilScoreSoFar, nextSteps, practiceFacts, practicesHolding } from "./explain.ts";
import { type AnsweredCriterion, applyPracticeAnswer, fromPracticeLetters, isPracticeState } from "./gate.ts";
import { type ItilState, itilProgress, type PracticeRecord, practiceLevel } from "./progress.ts";

/** Criteria from groups of letters, one group for each level 2 to 5: "FF RN NN N". */
const criteria = (groups: string): AnsweredCriterion[] =>
  groups.split(" ").flatMap((group, index) =>
    (fromPracticeLetters(group) ?? []).map((selection) => ({
      level: CRITERION_LEVELS[index] as CriterionLevel,
      selection,
    })),
  );

const CI = CONTINUAL_IMPROVEMENT_ID;
const INM = 19;
const SDK = 28;
/** A practice at each level, with this many criteria answered Rarely at the next one. */
const AT: Record<number, (rarely: 1 | 2) => string> = {
  1: (rarely) => (rarely === 1 ? "FR NN NN NN" : "RR NN NN NN"),
  2: (rarely) => (rarely === 1 ? "FF FR NN NN" : "FF RR NN NN"),
  3: (rarely) => (rarely === 1 ? "FF FF FR NN" : "FF FF RR NN"),
  4: (rarely) => (rarely === 1 ? "FF FF FF FR" : "FF FF FF RR"),
  5: () => "FF FF FF FF",
};
const practice = (id: number, mode: 1 | 2, level: number, rarely: 1 | 2 = 1): PracticeRecord => {
  const { code, name } = PRACTICES[id - 1] ?? { code: "?", name: "?" };
  return { id, code, name, mode, criteria: criteria(AT[level]?.(rarely) ?? "NN NN NN NN") };
};
const progressOf = (practices: PracticeRecord[], components: number[] = [5, 5, 5], scope: ItilState["scope"] = "Maturity") =>
  itilProgress({ scope, practices, componentLevels: new Map(components.map((level, index) => [index + 1, level])) });
const codes = (items: readonly { code: string }[]) => items.map(({ code }) => code);
const steps = (progress: ReturnType<typeof progressOf>) =>
  nextSteps(progress).map(({ kind, item, to, criteria: count }) => [kind, item.code, to, count]);

describe("what holds a practice at its level", () => {
  it("is what is Rarely at the lowest level that is not all Fully", () => {
    const facts = practiceFacts(criteria("FF FR NN NN").map((criterion, index) => ({ ...criterion, index })));
    expect(facts).toMatchObject({ level: 2, heldAt: 3, unanswered: [] });
    expect(facts.holding.map(({ index }) => index)).toEqual([3]);
  });

  it("is what is open, until it has a level", () => {
    expect(practiceFacts(criteria("FF RN NN NN"))).toMatchObject({ level: null, heldAt: 3, unanswered: [{ level: 3 }] });
    expect(practiceFacts(criteria("FF FF FF FF"))).toEqual({ level: 5, heldAt: undefined, holding: [], unanswered: [] });
  });

  it("lifts the practice by a level at least, once met", () => {
    const answers = fc.array(fc.tuple(fc.nat(7), fc.constantFrom("Fully" as const, "Rarely" as const)), { maxLength: 30 });
    fc.assert(
      fc.property(answers, (given) => {
        const state = given.reduce((list, [index, selection]) => applyPracticeAnswer(list, index, selection), criteria("NN NN NN NN"));
        const { level, holding } = practiceFacts(state);
        fc.pre(level !== null && level < 5);
        const met = state.map((criterion) => (holding.includes(criterion) ? { ...criterion, selection: "Fully" as const } : criterion));
        expect(isPracticeState(met)).toBe(true);
        // The level above comes next, so the practice has no level until that is answered. If the answer is Rarely, its level is one
        // higher.
        const rest = met.map((criterion) =>
          criterion.level === (level ?? 0) + 2 && criterion.selection === "N/A"
            ? { ...criterion, selection: "Rarely" as const }
            : criterion,
        );
        expect(practiceLevel(rest)).toBe((level ?? 0) + 1);
      }),
    );
  });
});

describe("what caps the maturity", () => {
  it("is the lowest components, and the practices that those rest on", () => {
    const progress = progressOf([practice(CI, 1, 3), practice(INM, 1, 2), practice(SDK, 2, 1)]);
    expect(progress.maturityScore).toBe(2);
    expect(codes(cappingComponents(progress))).toEqual(["M-P"]);
    const [, , , practices, improvement] = progress.maturityProgress;
    expect(codes(practicesHolding(practices as never, progress))).toEqual(["INM", "SDK"]);
    expect(codes(practicesHolding(improvement as never, progress))).toEqual(["CI"]);
    expect(practicesHolding(progress.maturityProgress[0] as never, progress)).toEqual([]);
  });

  it("is what is missing, until it is known", () => {
    const progress = progressOf([practice(CI, 1, 3), practice(INM, 1, 0)], [4]);
    expect(codes(cappingComponents(progress))).toEqual(["M-G", "M-SVC", "M-P"]);
    expect(codes(practicesHolding(progress.maturityProgress[3] as never, progress))).toEqual(["INM"]);
    expect(nextSteps(progress)).toEqual([]);
  });

  it("is nothing at level 5", () => {
    const progress = progressOf([practice(CI, 1, 5), practice(SDK, 2, 4)]);
    expect(progress.maturityScore).toBe(5);
    expect(practicesHolding(progress.maturityProgress[3] as never, progress)).toEqual([]);
    expect(nextSteps(progress)).toEqual([]);
  });
});

describe("the next steps", () => {
  it("are the practices that hold the maturity, those with the fewest criteria first, each once", () => {
    expect(steps(progressOf([practice(CI, 1, 2, 2), practice(INM, 1, 2, 1), practice(SDK, 2, 4)]))).toEqual([
      ["practice", "INM", 3, 1],
      ["practice", "CI", 3, 2],
    ]);
  });

  it("take a Supporting practice no further than needed", () => {
    expect(steps(progressOf([practice(CI, 1, 5), practice(SDK, 2, 2)], [5, 5, 4]))).toEqual([["practice", "SDK", 3, 1]]);
  });

  it("name a component that is answered, after the practices", () => {
    expect(steps(progressOf([practice(CI, 1, 2), practice(INM, 1, 3)], [2, 3, 3]))).toEqual([
      ["practice", "CI", 3, 1],
      ["component", "M-GP", 3, undefined],
    ]);
  });

  it("are each practice's own without maturity components", () => {
    const progress = progressOf([practice(INM, 1, 4, 2), practice(SDK, 2, 1), practice(CI, 1, 5)], [], "Capability");
    expect(steps(progress)).toEqual([
      ["practice", "SDK", 2, 1],
      ["practice", "INM", 5, 2],
    ]);
    expect(nextSteps(progressOf([practice(INM, 1, 0)], [], "Capability"))).toEqual([]);
  });

  it("lift the SVS maturity by one when all of them are taken", () => {
    const level = fc.integer({ min: 1, max: 5 });
    const others = fc.uniqueArray(fc.tuple(fc.integer({ min: 3, max: 34 }), fc.constantFrom<1 | 2>(1, 2), level), {
      maxLength: 6,
      selector: ([id]) => id,
    });
    fc.assert(
      fc.property(level, fc.tuple(level, level, level), others, (ci, components, chosen) => {
        const practices: [number, 1 | 2, number][] = [[CI, 1, ci], ...chosen];
        const progress = progressOf(
          practices.map((each) => practice(...each)),
          components,
        );
        const todo = nextSteps(progress);
        expect(todo.length === 0).toBe(progress.maturityScore === 5);
        const lifted = (kind: string, id: number, now: number) => todo.find((step) => step.kind === kind && step.item.id === id)?.to ?? now;
        const after = progressOf(
          practices.map(([id, mode, now]) => practice(id, mode, lifted("practice", id, now))),
          components.map((now, index) => lifted("component", index + 1, now)),
        );
        expect(after.maturityScore).toBe(Math.min(5, (progress.maturityScore ?? 0) + 1));
      }),
    );
  });
});

describe("the score so far", () => {
  const level = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null });
  const NONE = 0;

  it("is the mean level of what is complete; computed components follow from practices and do not count again", () => {
    expect(itilScoreSoFar(progressOf([practice(CI, 1, 2), practice(INM, 1, NONE)], [5, 5, 5]))).toBe((2 + 5 + 5 + 5) / 4);
    expect(itilScoreSoFar(progressOf([practice(CI, 1, 3), practice(INM, 1, 4)], [], "Capability"))).toBe(3.5);
    expect(itilScoreSoFar(progressOf([practice(CI, 1, NONE)], []))).toBeNull();
  });

  it("is unknown only while nothing is complete, and counts every level once", () => {
    const levels = fc.array(level, { minLength: 1, maxLength: 8 });
    const components = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 });
    fc.assert(
      fc.property(levels, components, (levels, components) => {
        const practices = levels.map((each, index) => practice(index + 10, 1, each ?? NONE));
        const known = [...levels.filter((each) => each !== null), ...components];
        const score = itilScoreSoFar(progressOf(practices, components));
        expect(score === null).toBe(known.length === 0);
        if (score !== null) expect(score).toBeCloseTo(known.reduce((sum, each) => sum + each, 0) / known.length, 9);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ItilProgress } from "./contract/itil.ts";
import { COMPONENTS, PRACTICES } from "./itil/catalogue.ts";
import { isComputed } from "./itil/explain.ts";
import { componentLevel, svsMaturity } from "./itil/progress.ts";
import { PRIMARY } from "./itil/scope.ts";
import { itilEstimate, itilGroups } from "./itil/what-if.ts";
import { PERSPECTIVES, THREADS } from "./p3m3/catalogue.ts";
import { risesTo } from "./p3m3/distance.ts";
import { selectionsBehind } from "./p3m3/explain.ts";
import { p3m3Scores, type ThreadRecord, wholeScore } from "./p3m3/progress.ts";
import { p3m3Estimate } from "./p3m3/what-if.ts";
import { type Choice, HOW_FAR, type HowFar, levelsWith, NOTHING, type RaisableGroup, raisedTo, recommendedChoice } from "./what-if.ts";

// --- P3M3 ----------------------------------------------------------------------------------------------------------------

/** Perspectives with the scores of their threads; null for a thread that is not answered. */
const perspectivesOf = (scores: readonly (readonly (number | null)[])[]): RaisableGroup[] =>
  scores.map((row, index) => ({
    key: PERSPECTIVES[index]?.code ?? "",
    name: PERSPECTIVES[index]?.name ?? "",
    items: row.map((now, thread) => ({
      key: `${PERSPECTIVES[index]?.code}-${THREADS[thread]?.id}`,
      name: THREADS[thread]?.name ?? "",
      now,
      met: wholeScore(now ?? 0),
    })),
  }));

const p3m3With = (groups: readonly RaisableGroup[], choice: Choice) => p3m3Estimate(groups, levelsWith(groups, choice));
const allOf = (groups: readonly RaisableGroup[]) => new Set(groups.flatMap(({ items }) => items.map(({ key }) => key)));

/** What the rules of the upstream give once the answers are so. */
function rulesOf(groups: readonly RaisableGroup[], scores: ReadonlyMap<string, number | null>) {
  const perspectives = PERSPECTIVES.slice(0, groups.length);
  const threads = THREADS.slice(0, Math.max(...groups.map(({ items }) => items.length)));
  const records = perspectives.flatMap(({ id: perspectiveId, code }, index) =>
    threads.map(({ id: threadId }, place): ThreadRecord => {
      const score = scores.get(`${code}-${threadId}`) ?? null;
      const descoped = place >= (groups[index]?.items.length ?? 0);
      const selections = (score === null ? undefined : selectionsBehind(score)) ?? (["N/A", "N/A", "N/A", "N/A", "N/A"] as const);
      return { perspectiveId, threadId, selections, descoped };
    }),
  );
  return p3m3Scores({ perspectives, threads }, records);
}

const score = fc.integer({ min: 0, max: 10 }).map((halves) => halves / 2);
const perspectives = fc
  .array(fc.array(fc.option(score), { minLength: 1, maxLength: 13 }), { minLength: 1, maxLength: 7 })
  .map(perspectivesOf);
const far = fc.constantFrom(...HOW_FAR);
const choiceIn = (groups: readonly RaisableGroup[]) =>
  fc.record({ keys: fc.subarray([...allOf(groups)]).map((keys) => new Set(keys)), far }) satisfies fc.Arbitrary<Choice>;
const withChoice = perspectives.chain((groups) => fc.tuple(fc.constant(groups), choiceIn(groups)));

describe("how far something rises", () => {
  it.each<[now: number | null, far: HowFar, to: number]>([
    [null, "next", 1],
    [null, "3", 3],
    [0, "next", 1],
    [0.5, "next", 1],
    [2, "next", 3],
    [2.5, "next", 3],
    [2.5, "4", 4],
    [3.5, "2", 3.5],
    [5, "next", 5],
    [5, "1", 5],
    [1, "steps", 2],
  ])("from %s by '%s' to %s", (now, by, to) => {
    expect(raisedTo({ key: "a", name: "A", now, met: wholeScore(now ?? 0) }, by)).toBe(to);
  });

  it("goes as far as its recommended step says, if that is asked", () => {
    const thread = { key: "a", name: "A", now: 0.5, met: 0, step: 2 };
    expect([raisedTo(thread, "steps"), raisedTo(thread, "next")]).toEqual([2, 1]);
  });

  it("goes on from what a thread that is not finished has met", () => {
    expect(raisedTo({ key: "a", name: "A", now: null, met: 2 }, "next")).toBe(3);
  });
});

describe("a P3M3 assessment with threads raised", () => {
  const groups = perspectivesOf([
    [2, 2.5],
    [1, 1.5, null],
  ]);

  it.each<[keys: string[], far: HowFar, maturity: number, score: string, parts: string[], holding: string[]]>([
    [[], "next", 0, "1.54", ["2.25", "0.83"], ["Finance management"]],
    [["BM-1"], "next", 0, "1.79", ["2.75", "0.83"], ["Finance management"]],
    [["FM-3"], "next", 1, "1.71", ["2.25", "1.17"], ["Finance management"]],
    [["FM-1", "FM-2", "FM-3"], "2", 2, "2.13", ["2.25", "2.00"], ["Benefits management", "Finance management"]],
    [["BM-1", "BM-2"], "1", 0, "1.54", ["2.25", "0.83"], ["Finance management"]],
    [["unknown"], "5", 0, "1.54", ["2.25", "0.83"], ["Finance management"]],
  ])("%j to '%s' comes to %i", (keys, by, maturity, shown, parts, holding) => {
    const estimate = p3m3With(groups, { keys: new Set(keys), far: by });
    expect(estimate.maturity).toBe(maturity);
    expect((estimate.score ?? Number.NaN).toFixed(2)).toBe(shown);
    expect(estimate.parts.map(({ value }) => value?.toFixed(2))).toEqual(parts);
    expect(estimate.holding).toEqual(holding);
  });

  it("comes to what the rules give once the answers are so", () => {
    fc.assert(
      fc.property(withChoice, ([some, choice]) => {
        const levels = levelsWith(some, choice);
        const { overall, perspectives: scored } = rulesOf(some, levels);
        const estimate = p3m3Estimate(some, levels);
        expect([estimate.maturity, estimate.score]).toEqual([overall.maturity, overall.decimal]);
        expect(estimate.parts.map(({ value }) => value)).toEqual(scored.map((each) => each.score));
      }),
    );
  });

  it("changes nothing if nothing is raised, and never falls if more is", () => {
    fc.assert(
      fc.property(withChoice, far, ([some, { keys }], by) => {
        const [none, now] = [p3m3With(some, { keys: new Set(), far: by }), p3m3With(some, NOTHING)];
        expect(none).toEqual(now);
        const [part, all] = [p3m3With(some, { keys, far: by }), p3m3With(some, { keys: allOf(some), far: by })];
        for (const [lower, higher] of [
          [now, part],
          [part, all],
        ] as const) {
          expect(higher.maturity).toBeGreaterThanOrEqual(lower.maturity ?? 0);
          expect(higher.score).toBeGreaterThanOrEqual(lower.score ?? 0);
          for (const [index, { value }] of lower.parts.entries()) expect(higher.parts[index]?.value).toBeGreaterThanOrEqual(value ?? 0);
        }
      }),
    );
  });

  it("comes to 5 if all of it is raised to level 5", () => {
    fc.assert(
      fc.property(perspectives, (some) => {
        const { maturity, score: decimal, parts } = p3m3With(some, { keys: allOf(some), far: "5" });
        expect([maturity, decimal, ...parts.map(({ value }) => value)]).toEqual([5, 5, ...some.map(() => 5)]);
      }),
    );
  });

  it("leaves out a perspective whose threads are all descoped", () => {
    const some = [...groups, { key: "MC", name: "Management control", items: [] }];
    expect(p3m3With(some, { keys: allOf(some), far: "2" })).toMatchObject({ maturity: 2, parts: [{}, {}, { value: null }] });
  });

  it("reaches with its recommended steps the level that they are for", () => {
    const answered = fc
      .array(fc.array(score, { minLength: 1, maxLength: 13 }), { minLength: 1, maxLength: 7 })
      .map(perspectivesOf)
      .filter((some) => (p3m3With(some, NOTHING).maturity ?? 5) < 5);
    fc.assert(
      fc.property(answered, (some) => {
        const { maturity, parts } = p3m3With(some, NOTHING);
        const to = (maturity ?? 0) + 1;
        const withSteps = some.map((group, index) => {
          if (wholeScore(parts[index]?.value ?? 0) !== maturity) return group;
          const threads = group.items.map((item) => ({ ...item, score: item.now ?? 0 }));
          const rises = new Map(risesTo(to, threads).map((rise) => [rise.thread.key, rise.to]));
          return {
            ...group,
            items: group.items.map((item) => ({ ...item, ...(rises.has(item.key) && { step: rises.get(item.key) ?? 0 }) })),
          };
        });
        expect(p3m3With(withSteps, recommendedChoice(withSteps) ?? NOTHING).maturity).toBe(to);
      }),
    );
  });
});

// --- ITIL ----------------------------------------------------------------------------------------------------------------

type Known = number | null;

/** @param practices levels of continual improvement, then of Primary and Supporting in turn. @param components the three that are answered; none for Capability */
function progressOf(practices: readonly Known[], components: readonly Known[]): ItilProgress {
  const item = { started: true, complete: true };
  const [ci, ...others] = PRACTICES.toSorted((a, b) => Number(b.code === "CI") - Number(a.code === "CI"));
  const capabilityProgress = [ci, ...others].slice(0, practices.length).map((practice, index) => ({
    ...item,
    id: practice?.id ?? 0,
    code: practice?.code ?? "",
    name: practice?.name ?? "",
    mode: index % 2 === 0 ? PRIMARY : (2 as const),
    currentScore: practices[index] ?? null,
  }));
  const levels = capabilityProgress.map(({ id, mode, currentScore }) => ({ id, mode, level: currentScore }));
  const chosen = [...components];
  const maturityProgress =
    components.length === 0
      ? []
      : COMPONENTS.map(({ id, code, name }) => {
          const own = isComputed({ code }) ? null : (chosen.shift() ?? null);
          return { ...item, id, code, name, mode: null, currentScore: componentLevel(code, levels, own) };
        });
  return { capabilityProgress, maturityProgress, maturityScore: svsMaturity(maturityProgress.map(({ currentScore }) => currentScore)) };
}

const itilWith = (progress: ItilProgress, choice: Choice) => itilEstimate(progress, levelsWith(itilGroups(progress), choice));
const level = fc.option(fc.integer({ min: 1, max: 5 }));
const itil = fc
  .tuple(
    fc.array(level, { minLength: 1, maxLength: 34 }),
    fc.constantFrom(0, 3).chain((count) => fc.array(level, { minLength: count, maxLength: count })),
  )
  .map(([practices, components]) => progressOf(practices, components));

describe("an ITIL assessment with practices and components raised", () => {
  // Continual improvement 2; Primary 1, Supporting 1 and 2.
  const progress = progressOf([2, 1, 1, 2], [3, 2, 4]);
  const codes = progress.capabilityProgress.map(({ code }) => code);

  it("offers practices by rank, and the components that are answered", () => {
    expect(itilGroups(progress).map(({ name, items }) => [name, items.length])).toEqual([
      ["Primary practices", 2],
      ["Supporting practices", 2],
      ["Maturity components", 3],
    ]);
    expect(itilGroups(progressOf([2], [])).map(({ name }) => name)).toEqual(["Primary practices"]);
  });

  it.each<[keys: (string | undefined)[], far: HowFar, maturity: Known, parts: Known[], holding: string[]]>([
    [[], "next", 1, [3, 2, 4, 1, 2], ["Practices"]],
    [[codes[2]], "next", 2, [3, 2, 4, 2, 2], ["Governance", "Practices", "Continual Improvement"]],
    [[codes[2], codes[0], "M-G"], "next", 2, [3, 3, 4, 2, 3], ["Practices"]],
    [
      [...codes, "M-GP", "M-G", "M-SVC"],
      "4",
      4,
      [4, 4, 4, 4, 4],
      ["Guiding Principles", "Governance", "Service Value Chain", "Practices", "Continual Improvement"],
    ],
    [["M-P"], "5", 1, [3, 2, 4, 1, 2], ["Practices"]],
  ])("%j to '%s' comes to %s", (keys, by, maturity, parts, holding) => {
    const estimate = itilWith(progress, { keys: new Set(keys.filter((key) => key !== undefined)), far: by });
    expect(estimate.maturity).toBe(maturity);
    expect(estimate.parts.map(({ name }) => name)).toEqual(COMPONENTS.map(({ name }) => name));
    expect(estimate.parts.map(({ value }) => value)).toEqual(parts);
    expect(estimate.holding).toEqual(holding);
  });

  it("is not known until all is answered or raised", () => {
    const open = progressOf([2, null], [3, 2, 4]);
    const [, unknown] = open.capabilityProgress;
    expect(itilWith(open, NOTHING).maturity).toBeNull();
    expect(itilWith(open, { keys: new Set([unknown?.code ?? ""]), far: "next" }).maturity).toBe(2);
  });

  it("has the levels of its practices alone in the scope Capability", () => {
    const { maturity, parts } = itilWith(progressOf([2, null, 1], []), { keys: new Set(["CI"]), far: "next" });
    expect(maturity).toBeUndefined();
    expect(parts.map(({ value }) => value)).toEqual([3, null, 1]);
  });

  it("changes nothing if nothing is raised, never falls if more is, and comes to 5 if all is raised to it", () => {
    fc.assert(
      fc.property(
        itil.chain((some) => fc.tuple(fc.constant(some), choiceIn(itilGroups(some)))),
        ([some, choice]) => {
          const all = allOf(itilGroups(some));
          const now = itilWith(some, NOTHING);
          const before = some.maturityProgress.length > 0 ? some.maturityProgress : some.capabilityProgress;
          expect(now.parts.map(({ value }) => value)).toEqual(before.map(({ currentScore }) => currentScore));
          expect(now.maturity ?? null).toBe(some.maturityScore);
          expect(itilWith(some, { ...choice, keys: new Set() })).toEqual(now);
          const [part, whole] = [itilWith(some, choice), itilWith(some, { ...choice, keys: all })];
          expect(part.maturity ?? 0).toBeGreaterThanOrEqual(now.maturity ?? 0);
          expect(whole.maturity ?? 0).toBeGreaterThanOrEqual(part.maturity ?? 0);
          for (const { value } of itilWith(some, { keys: all, far: "5" }).parts) expect(value).toBe(5);
        },
      ),
    );
  });

  it("rises by one level with its recommended steps", () => {
    fc.assert(
      fc.property(itil, (some) => {
        const choice = recommendedChoice(itilGroups(some));
        const { maturityScore } = some;
        fc.pre(choice !== undefined && maturityScore !== null);
        expect(itilWith(some, choice ?? NOTHING).maturity).toBe((maturityScore ?? 0) + 1);
      }),
    );
  });
});

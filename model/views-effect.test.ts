import { expect, test } from "vitest";
import { p3m3Estimate } from "./p3m3/what-if.ts";
import { type SeenApart, viewsEffect } from "./views-effect.ts";
import type { RaisableGroup } from "./what-if.ts";

const lower = (within: string | null, name: string, score: number): SeenApart => ({ within, name, side: "lower", score });
const higher = (within: string | null, name: string, score: number): SeenApart => ({ within, name, side: "higher", score });
const group = (name: string, items: Record<string, number>): RaisableGroup => ({
  ...{ key: name, name },
  items: Object.entries(items).map(([item, now]) => ({ key: `${name}-${item}`, name: item, now, met: Math.floor(now) })),
});

/** Its mean is exactly 2 once a thread is one answer lower; the score that is shown, less the difference, would not be. */
const ROUNDED = Object.fromEntries([2, 2, 2, 2, 2, 2, 2, 2, 2, 2.5, 2.5, 2.5, 2.5].map((score, index) => [`T${index + 1}`, score]));
const PERSPECTIVES = [
  group("Risk", { T1: 2, T2: 2 }),
  group("Finance", { T1: 2.5, T2: 3 }),
  group("Benefits", ROUNDED),
  group("Resources", { T1: 3, T2: 3 }),
];
const p3m3 = (...seen: SeenApart[]) =>
  viewsEffect(PERSPECTIVES, seen, (scores) => p3m3Estimate(PERSPECTIVES, scores), "the overall maturity");
const ALL_LOWER = ["Risk", "Finance", "Benefits"].flatMap((name) =>
  Array.from({ length: 13 }, (_, index) => lower(name, `T${index + 1}`, 0.5)),
);

test.each<[string, SeenApart[], string]>([
  [
    "one answer less takes a perspective and the maturity down",
    [lower("Risk", "T1", 1.5)],
    "Risk and the overall maturity would be at level 1",
  ],
  [
    "a lower level closes those above it",
    [lower("Finance", "T2", 0.5), higher("Finance", "T2", 4)],
    "Finance and the overall maturity would be at level 1",
  ],
  ["a part may stay above the maturity", [lower("Resources", "T1", 2.5)], "Resources would be at level 2"],
  [
    "each is at its level",
    [lower("Risk", "T1", 1.5), lower("Resources", "T1", 2.5)],
    "Risk would be at level 1, Resources at level 2 and the overall maturity at level 1",
  ],
  [
    "several are counted",
    [...ALL_LOWER, lower("Resources", "T1", 0), lower("Resources", "T2", 0)],
    "four perspectives and the overall maturity would be at level 0",
  ],
  [
    "several at other levels are counted",
    [...ALL_LOWER, lower("Resources", "T1", 2.5)],
    "four perspectives would be at a lower level and the overall maturity at level 0",
  ],
])("of P3M3, %s", (_, seen, would) => {
  expect(p3m3(...seen)).toBe(`If they were right, ${would}.`);
});

test.each<[string, SeenApart[]]>([
  ["the level stays", [lower("Finance", "T2", 2.5)]],
  ["what others see higher makes up for it", [lower("Risk", "T1", 1.5), higher("Risk", "T2", 3)]],
  ["another perspective has threads of the same names", [lower("Control", "T1", 0.5)]],
  ["a mean is exact", [lower("Benefits", "T10", 1.5), lower("Benefits", "T11", 2), lower("Benefits", "T12", 2)]],
])("of P3M3 it says nothing where %s", (_, seen) => {
  expect(p3m3(...seen)).toBe("");
});

const PRACTICES = [group("Primary practices", { Desk: 3, Change: 2 }), group("Supporting practices", { Risk: 3 })];
const itil = (maturityOf: (lowest: number) => number | null, ...seen: SeenApart[]) =>
  viewsEffect(
    PRACTICES,
    seen,
    (levels) => ({ maturity: maturityOf(Math.min(...[...levels.values()].map(Number))), parts: [], holding: [] }),
    "the SVS Maturity Score",
  );

test("of ITIL a practice is at the level below the lowest criterion that is not met, and the maturity follows", () => {
  const lowest = (level: number) => level;
  expect(itil(lowest, lower(null, "Desk", 2))).toBe("If they were right, Desk would be at level 2.");
  expect(itil(lowest, lower(null, "Desk", 2), lower(null, "Desk", 1))).toBe(
    "If they were right, Desk and the SVS Maturity Score would be at level 1.",
  );
  expect(itil(() => null, lower(null, "Risk", 2))).toBe("If they were right, Risk would be at level 2.");
});

test("one criterion more raises no practice", () => {
  const given = new Set<number | null | undefined>();
  const noting = (levels: ReadonlyMap<string, number | null>) => {
    given.add(levels.get("Primary practices-Change"));
    return { maturity: 2, parts: [], holding: [] };
  };
  viewsEffect(PRACTICES, [higher(null, "Change", 3)], noting, "the SVS Maturity Score");
  expect([...given]).toEqual([2]);
});

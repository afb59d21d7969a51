import { expect, test } from "vitest";
import { effectInWords, itilIfRight, p3m3IfRight, type SeenApart } from "./views-effect.ts";

const lower = (within: string | null, name: string, level: number, counts = 0.5): SeenApart => ({
  within,
  name,
  level,
  side: "lower",
  counts,
});
const higher = (within: string, name: string, level: number): SeenApart => ({ within, name, level, side: "higher", counts: 1 });
const perspective = (name: string, value: number, ...threads: number[]) => ({
  ...{ name, value },
  threads: threads.map((score, index) => ({ name: `T${index + 1}`, value: score })),
});

/** Its mean is exactly 2 once a thread is one answer lower; the score that is shown, less the difference, would not be. */
const ROUNDED = perspective("Benefits", 2.15, ...Array.from({ length: 9 }, () => 2), 2.5, 2.5, 2.5, 2.5);
const PERSPECTIVES = [perspective("Risk", 2, 2, 2), perspective("Finance", 2.75, 2.5, 3)];

test.each<[string, SeenApart[], ReturnType<typeof p3m3IfRight>]>([
  [
    "one answer less takes a perspective and the maturity down",
    [lower("Risk", "T1", 2)],
    { parts: [{ name: "Risk", value: 1 }], maturity: 1 },
  ],
  ["a lower level closes those above it", [lower("Finance", "T2", 1)], { parts: [{ name: "Finance", value: 1 }], maturity: 1 }],
  ["a part that stays above the maturity takes nothing with it", [lower("Finance", "T2", 3)], { parts: [], maturity: undefined }],
  ["what others see higher makes up for it", [lower("Risk", "T1", 2), higher("Risk", "T2", 3)], { parts: [], maturity: undefined }],
  ["another perspective has threads of the same names", [lower("Control", "T1", 1)], { parts: [], maturity: undefined }],
  [
    "a mean is exact",
    [lower("Benefits", "T10", 2), lower("Benefits", "T11", 3, 0), lower("Benefits", "T12", 3, 0)],
    { parts: [], maturity: undefined },
  ],
])("of P3M3, %s", (_, seen, effect) => {
  expect(p3m3IfRight([...PERSPECTIVES, ROUNDED], 2, seen)).toEqual(effect);
});

test("of ITIL a practice is at the level below the lowest criterion that is not met, at least at 1, and the maturity follows", () => {
  const practices = [
    { name: "Desk", value: 3 },
    { name: "Change", value: 2 },
  ];
  const lowest = (levels: ReadonlyMap<string, number>) => Math.min(...practices.map(({ name, value }) => levels.get(name) ?? value));
  const effectOf = (...seen: SeenApart[]) => itilIfRight(practices, 2, seen, lowest);
  expect(effectOf(lower(null, "Desk", 3, 0))).toEqual({ parts: [{ name: "Desk", value: 2 }], maturity: undefined });
  expect(effectOf(lower(null, "Desk", 3, 0), lower(null, "Desk", 2, 0))).toEqual({ parts: [{ name: "Desk", value: 1 }], maturity: 1 });
  expect(effectOf({ ...lower(null, "Change", 3, 1), side: "higher" })).toEqual({ parts: [], maturity: undefined });
  expect(itilIfRight(practices, null, [lower(null, "Change", 2, 0)], () => null)).toEqual({ parts: [{ name: "Change", value: 1 }] });
});

const NAMES = { maturity: "the overall maturity", parts: "perspectives" };
const at = (name: string, value: number) => ({ name, value });
test.each([
  [{ parts: [] }, ""],
  [{ parts: [at("Risk", 1)], maturity: 1 }, "If they were right, Risk and the overall maturity would be at level 1."],
  [{ parts: [at("Risk", 2)] }, "If they were right, Risk would be at level 2."],
  [
    { parts: [at("Risk", 2), at("Finance", 1)], maturity: 1 },
    "If they were right, Risk would be at level 2, Finance at level 1 and the overall maturity at level 1.",
  ],
  [
    { parts: ["A", "B", "C", "D"].map((name) => at(name, 1)), maturity: 1 },
    "If they were right, four perspectives and the overall maturity would be at level 1.",
  ],
])("%j in words: %s", (effect, said) => {
  expect(effectInWords(effect, NAMES)).toBe(said);
});

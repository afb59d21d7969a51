import { expect, test } from "vitest";
import { extremes } from "./findings.ts";

test.each<[scores: number[], strongest: number[], weakest: number[]]>([
  [[1, 3, 2], [3], [1]],
  [
    [2.5, 2.504, 1, 1],
    [2.5, 2.504],
    [1, 1],
  ],
  [[2, 2.001], [], []],
  [[3], [], []],
  [[], [], []],
])("of %j the strongest are %j and the weakest %j", (scores, strongest, weakest) => {
  const ends = extremes(scores.map((score) => ({ score })));
  expect([ends.strongest, ends.weakest].map((each) => each.map(({ score }) => score))).toEqual([strongest, weakest]);
});

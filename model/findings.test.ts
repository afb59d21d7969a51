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
  const found = extremes(scores.map((score) => ({ score })));
  expect([found.strongest, found.weakest].map((each) => each.map(({ score }) => score))).toEqual([strongest, weakest]);
});

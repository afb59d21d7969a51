import fc from "fast-check";
import { expect, test } from "vitest";
import { beginningElsewhere, risesTo } from "./distance.ts";

test.each<[target: number, scores: number[], rises: [index: number, to: number, statements: number][]]>([
  [
    3,
    [2, 2.5],
    [
      [0, 3, 1],
      [1, 3, 1],
    ],
  ],
  [3, [3, 2.5], [[1, 3, 1]]],
  // The lowest comes up to the next, and then both rise in turn.
  [3, [4, 1, 2.5], [[1, 3, 2]]],
  [2, [2, 2, 2], []],
  [
    5,
    [4.5, 0],
    [
      [1, 5, 5],
      [0, 5, 1],
    ],
  ],
  [1, [], []],
])("for a mean of %d, of threads at %j the lowest rise first", (target, scores, rises) => {
  const threads = scores.map((score, index) => ({ score, index }));
  expect(risesTo(target, threads).map(({ thread, to, statements }) => [thread.index, to, statements])).toEqual(rises);
});

test("what rises reaches the mean with less than a point to spare", () => {
  const halves = fc.integer({ min: 0, max: 10 }).map((half) => half / 2);
  fc.assert(
    fc.property(fc.array(halves, { minLength: 1, maxLength: 13 }), fc.integer({ min: 1, max: 5 }), (scores, target) => {
      const threads = scores.map((score) => ({ score }));
      const rises = risesTo(target, threads);
      const points = Math.max(0, target * scores.length - scores.reduce((sum, score) => sum + score, 0));
      const gained = rises.reduce((sum, { thread, to }) => sum + to - thread.score, 0);
      expect(gained).toBeGreaterThanOrEqual(points);
      expect(gained - points).toBeLessThan(1);
      for (const { thread, to, statements } of rises) expect(statements).toBe(to - Math.floor(thread.score));
    }),
  );
});

test.each<[scores: number[], last: number[], order: number[]]>([
  [[2, 2, 2.5, 2.5], [0], [1, 0, 2, 3]],
  [
    [2.5, 2, 2],
    [1, 2],
    [1, 2, 0],
  ],
  // The lowest still rises first.
  [[2, 2.5], [0], [0, 1]],
])("of equal threads in %j, %j come last: %j", (scores, last, order) => {
  const rises = risesTo(
    3,
    scores.map((score, index) => ({ score, index })),
  );
  expect(beginningElsewhere(rises, ({ index }) => last.includes(index)).map(({ thread }) => thread.index)).toEqual(order);
});

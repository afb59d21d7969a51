import fc from "fast-check";
import { expect, test } from "vitest";
import { distanceTo, risesTo } from "./distance.ts";

test.each<[target: number, scores: number[], points: number, statements: number, threads: number]>([
  [3, [2, 2.5], 1.5, 2, 1],
  [3, [2.5, 2.5], 1, 2, 1],
  [3, [3, 2.5], 0.5, 1, 1],
  [2, [2, 2, 2], 0, 0, 0],
  [2, [3, 1, 1], 1, 1, 1],
  [5, [0, 0], 10, 10, 2],
  [5, [4.5, 4.5], 1, 2, 2],
  [1, [0, 0, 0, 0, 0, 0], 6, 6, 2],
])("for a mean of %d, threads at %j lack %d points: %d statements, %d threads", (target, scores, points, statements, threads) => {
  expect(distanceTo(target, scores)).toEqual({ points, statements, threads });
});

/** The fewest statements, found by trying all. A thread at a half first gives half a point, then whole points. */
function fewest(points: number, scores: readonly number[]): number {
  if (points <= 0) return 0;
  const options = scores.flatMap((score, index) => {
    if (score >= 5) return [];
    const gain = Number.isInteger(score) ? 1 : 0.5;
    return [1 + fewest(points - gain, scores.with(index, score + gain))];
  });
  return Math.min(...options);
}

test("no fewer statements or threads would do", () => {
  const halves = fc.integer({ min: 4, max: 10 }).map((half) => half / 2);
  fc.assert(
    fc.property(fc.array(halves, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 5 }), (scores, target) => {
      const { points, statements, threads } = distanceTo(target, scores);
      expect(statements).toBe(fewest(points, scores));
      const room = scores.map((score) => 5 - score).sort((a, b) => b - a);
      const reach = (count: number) => room.slice(0, count).reduce((sum, each) => sum + each, 0);
      expect(reach(threads)).toBeGreaterThanOrEqual(points);
      if (threads > 0) expect(reach(threads - 1)).toBeLessThan(points);
    }),
    { numRuns: 60 },
  );
});

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

test("what rises reaches the mean, and needs no fewer statements and threads than are said to be needed at least", () => {
  const halves = fc.integer({ min: 0, max: 10 }).map((half) => half / 2);
  fc.assert(
    fc.property(fc.array(halves, { minLength: 1, maxLength: 13 }), fc.integer({ min: 1, max: 5 }), (scores, target) => {
      const threads = scores.map((score) => ({ score }));
      const rises = risesTo(target, threads);
      const { points, statements, threads: fewestThreads } = distanceTo(target, scores);
      const gained = rises.reduce((sum, { thread, to }) => sum + to - thread.score, 0);
      expect(gained).toBeGreaterThanOrEqual(points);
      expect(gained - points).toBeLessThan(1);
      expect(rises.reduce((sum, rise) => sum + rise.statements, 0)).toBeGreaterThanOrEqual(statements);
      expect(rises.length).toBeGreaterThanOrEqual(fewestThreads);
    }),
  );
});

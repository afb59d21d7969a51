import fc from "fast-check";
import { expect, test } from "vitest";
import { distanceTo } from "./distance.ts";

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

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementOf } from "./agreement.ts";

/** Pairs counted by the first assessor's rating (rows) and the second's (columns). */
const table = (...rows: number[][]): [string, string][] =>
  rows.flatMap((counts, first) =>
    counts.flatMap((count, second) => Array.from({ length: count }, (): [string, string] => [`rating ${first}`, `rating ${second}`])),
  );

describe("Cohen's kappa", () => {
  it.each([
    // Observed 35/50; by chance (25·30 + 25·20)/2500 = 0.5; (0.7 − 0.5)/0.5.
    ["two ratings, evenly used", table([20, 5], [10, 15]), 0.4],
    // Observed 60/100 in both; by chance 0.54 and 0.46: the same agreement says more where chance gives less.
    ["two ratings, alike in their shares", table([45, 15], [25, 15]), 6 / 46],
    ["two ratings, unlike in their shares", table([25, 35], [5, 35]), 14 / 54],
    // Observed 22/30; by chance (12·13 + 10·8 + 8·9)/900 = 308/900; (660 − 308)/(900 − 308).
    ["three ratings", table([10, 2, 0], [3, 5, 2], [0, 1, 7]), 352 / 592],
    ["full agreement", table([3, 0], [0, 4]), 1],
    ["full disagreement", table([0, 5], [5, 0]), -1],
  ])("is known for %s", (_what, pairs, kappa) => {
    expect(agreementOf(pairs).kappa).toBeCloseTo(kappa, 12);
    expect(agreementOf(pairs).remark).toBeUndefined();
  });

  it("does not exist where both gave a single rating, and the figures say so", () => {
    expect(agreementOf(table([7]))).toEqual({
      count: 7,
      same: 7,
      kappa: undefined,
      remark: "both gave one and the same rating throughout",
    });
  });

  it("is 0 where one of them did, and the figures say so", () => {
    expect(agreementOf(table([9, 1]))).toMatchObject({ same: 9, kappa: 0, remark: "one assessor gave the same rating throughout" });
    expect(agreementOf(table([0, 1]))).toMatchObject({ same: 0, kappa: 0 });
  });

  it("does not exist where nothing was rated by both", () => {
    expect(agreementOf([])).toMatchObject({ count: 0, kappa: undefined, remark: "nothing was rated by both" });
  });

  it("lies between −1 and 1, is 1 only for full agreement, and is the same whoever comes first", () => {
    const rating = fc.constantFrom("Fully", "Partially", "Rarely/Never");
    fc.assert(
      fc.property(fc.array(fc.tuple(rating, rating), { maxLength: 40 }), (ratings) => {
        const { kappa, same, count } = agreementOf(ratings);
        const { kappa: swapped } = agreementOf(ratings.map(([first, second]) => [second, first]));
        expect(swapped).toBe(kappa);
        if (kappa === undefined) return;
        expect(kappa).toBeGreaterThanOrEqual(-1);
        expect(kappa).toBeLessThanOrEqual(1);
        expect(kappa === 1).toBe(same === count);
      }),
    );
  });
});

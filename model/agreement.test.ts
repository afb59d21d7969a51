import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementOf, agreementOnScores } from "./agreement.ts";

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

describe("agreement on scores", () => {
  it.each([
    [
      "two raters",
      [
        [1, 1],
        [2, 2],
        [2.5, 3],
        [4, 2],
      ],
      // Observed 2.5. All sixteen distances: of 1: 0 1 2 1; of 2: 1 0 1 0; of 2.5: 1.5 0.5 0.5 0.5; of 4: 3 2 1 2. Together 17. 1 − 4·2.5/17.
      { count: 4, sameLevel: 0.5, withinHalf: 0.75, kappa: 7 / 17 },
    ],
    [
      "two raters who reverse each other",
      [
        [0, 5],
        [5, 0],
      ],
      // Observed 10; all four distances 0 5 5 0, together 10. 1 − 2·10/10.
      { count: 2, sameLevel: 0, withinHalf: 0, kappa: -1 },
    ],
    [
      "two raters of the same level who never give the same score",
      [
        [1, 1.5],
        [3, 3.5],
      ],
      // Observed 1; all four: 0.5 2.5 1.5 0.5, together 5. 1 − 2·1/5.
      { count: 2, sameLevel: 1, withinHalf: 1, kappa: 3 / 5 },
    ],
    [
      "three raters",
      [
        [1, 1, 2],
        [3, 3, 3],
        [4, 2, 4],
      ],
      // First and second: observed 2, all nine 0 2 1, 2 0 1, 3 1 2: 12, so 4 by chance. First and third: observed 1, all nine 1 2 3, 1 0 1, 2 1 0: 11, so 11/3.
      // Second and third: observed 3, all nine 1 2 3, 1 0 1, 0 1 2: 11, so 11/3. 1 − (2 + 1 + 3) / (4 + 11/3 + 11/3) = 1 − 18/34.
      // Of nine pairs, 5 have the same level: 1·1, 3·3 three times, 4·4.
      { count: 3, sameLevel: 5 / 9, withinHalf: 5 / 9, kappa: 16 / 34 },
    ],
    [
      "three raters, of whom one rated one place alone",
      [
        [2, 2, null],
        [3, 4, 3],
        [null, null, 1],
      ],
      // First and second: observed 1, all four 0 2 1 1: 4, so 2. First and third: 3 and 3, nothing to expect. Second and third: 4 and 3, observed 1 of 1.
      // 1 − (1 + 0 + 1) / (2 + 0 + 1).
      { count: 2, sameLevel: 2 / 4, withinHalf: 2 / 4, kappa: 1 / 3 },
    ],
    ["one place that both rate differently", [[1, 3]], { count: 1, sameLevel: 0, withinHalf: 0, kappa: 0 }],
  ] as const)("is known for %s", (_what, places, { count, sameLevel, withinHalf, kappa }) => {
    const agreement = agreementOnScores(places);
    expect(agreement.count).toBe(count);
    expect(agreement.sameLevel).toBeCloseTo(sameLevel, 12);
    expect(agreement.withinHalf).toBeCloseTo(withinHalf, 12);
    expect(agreement.kappa).toBeCloseTo(kappa, 12);
  });

  it.each([
    ["nobody rated anything", []],
    [
      "nothing was rated by two",
      [
        [1, null],
        [null, 2],
      ],
    ],
    [
      "everybody gave one score throughout",
      [
        [3, 3],
        [3, 3],
      ],
    ],
    ["one place was rated alike", [[4, 4]]],
    [
      "three gave one score throughout",
      [
        [2, 2, 2],
        [2, 2, 2],
      ],
    ],
  ] as const)("has no kappa where %s", (_what, places) => {
    expect(agreementOnScores(places).kappa).toBeUndefined();
  });

  it("is 0 where one of two gave one score throughout", () => {
    const places = [
      [3, 2],
      [3, 3],
      [3, 5],
    ] as const;
    expect(agreementOnScores(places)).toEqual({ count: 3, sameLevel: 1 / 3, withinHalf: 1 / 3, kappa: 0 });
  });

  it("does not depend on the order of places or raters, and is 1 only where all scores are alike", () => {
    const score = fc.integer({ min: 0, max: 10 }).map((half) => half / 2);
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score, fc.option(score)), { minLength: 1, maxLength: 30 }), (places) => {
        const agreement = agreementOnScores(places);
        const turned = agreementOnScores(places.map(([one, two, three]) => [three, one, two]).toReversed());
        for (const name of ["count", "sameLevel", "withinHalf"] as const) expect(turned[name]).toBeCloseTo(agreement[name], 9);
        expect(turned.kappa === undefined).toBe(agreement.kappa === undefined);
        if (agreement.kappa === undefined || turned.kappa === undefined) return;
        expect(turned.kappa).toBeCloseTo(agreement.kappa, 9);
        expect(agreement.kappa).toBeLessThanOrEqual(1);
        const isAlike = places.every(([one, two, three]) => one === two && (three === null || three === one));
        expect(agreement.kappa === 1).toBe(isAlike);
      }),
    );
  });
});

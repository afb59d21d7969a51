import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDifference, formatScore, ranked, roundHalfAway } from "./rounding.ts";

/** Rounds numerator / denominator half away from zero in exact integers, as the text that a reader would see. */
function exactly(numerator: number, denominator: number, places: number): string {
  const scale = 10n ** BigInt(places);
  const [n, d] = [BigInt(Math.abs(numerator)), BigInt(denominator)];
  const units = (2n * n * scale + d) / (2n * d);
  const digits = units.toString().padStart(places + 1, "0");
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return numerator < 0 && units !== 0n ? `-${text}` : text;
}

describe("roundHalfAway", () => {
  it.each([
    [2.675, 2, 2.68],
    [1.005, 2, 1.01],
    [0.285, 2, 0.29],
    [2.665, 2, 2.67],
    [-2.675, 2, -2.68],
    [3.125, 2, 3.13],
    [3.1249, 2, 3.12],
    [0.05, 1, 0.1],
    [-0.05, 1, -0.1],
    [-0.04, 1, 0],
    [4.5, 0, 5],
    [-4.5, 0, -5],
    [0, 2, 0],
    [5, 2, 5],
  ])("%d to %d places is %d", (value, places, expected) => {
    expect(roundHalfAway(value, places)).toBe(expected);
  });

  it("takes what is left over from a subtraction for zero", () => {
    expect(roundHalfAway(0.1 * 3 - 0.3, 1)).toBe(0);
    expect(roundHalfAway(0.3 - 0.1 * 3, 1)).toBe(0);
    expect(roundHalfAway(1e-9, 9)).toBe(1e-9);
  });

  it("agrees with exact decimal arithmetic for every mean of half points", () => {
    const halves = fc.integer({ min: -2000, max: 2000 });
    const parts = fc.integer({ min: 1, max: 2 * 13 * 7 * 5 });
    fc.assert(
      fc.property(halves, parts, fc.integer({ min: 0, max: 4 }), (numerator, denominator, places) => {
        expect(roundHalfAway(numerator / denominator, places).toFixed(places)).toBe(exactly(numerator, denominator, places));
      }),
      { numRuns: 2000 },
    );
  });

  it("agrees with exact decimal arithmetic on ties, which binary fractions miss", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 3 }), (units, places) => {
        const numerator = 2 * units + 1;
        const denominator = 2 * 10 ** places;
        expect(roundHalfAway(numerator / denominator, places).toFixed(places)).toBe(exactly(numerator, denominator, places));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("formatScore", () => {
  it("shows that there is none", () => {
    expect(formatScore(null)).toBe("–");
  });

  it.each([
    [3, "3.00"],
    [2.5, "2.50"],
    [2.675, "2.68"],
    [0, "0.00"],
    [10 / 3, "3.33"],
  ])("%d reads %s", (score, text) => {
    expect(formatScore(score)).toBe(text);
  });
});

describe("formatDifference", () => {
  it.each([
    [3, 2.6, "+0.4"],
    [2.5, 2.8, "−0.3"],
    [2.5, 2.5, "- 0"],
    [2.54, 2.5, "- 0"],
    [2.46, 2.5, "- 0"],
    [2.55, 2.5, "+0.1"],
    [2.5, 2.55, "−0.1"],
    [5, 0, "+5.0"],
    [0.1 + 0.2, 0.3, "- 0"],
    [0.3, 0.1 + 0.2, "- 0"],
  ])("%d against %d is '%s'", (own, benchmark, text) => {
    expect(formatDifference(own, benchmark)).toBe(text);
  });
});

describe("ranked", () => {
  const ranks = (scores: number[]) => ranked(scores.map((score) => ({ score }))).map(({ rank }) => rank);

  it("gives equal scores one rank, leaves the next ones out, and keeps the order", () => {
    expect(ranks([2, 3.5, 2, 1])).toEqual([2, 1, 2, 4]);
    expect(ranks([3, 3, 1])).toEqual([1, 1, 3]);
    expect(ranks([])).toEqual([]);
  });

  it("takes scores that differ only in their last binary digit for equal", () => {
    expect(ranks([0.1 + 0.2, 0.3])).toEqual([1, 1]);
  });

  it("keeps everything else of an item", () => {
    expect(ranked([{ code: "BM", score: 1 }])).toEqual([{ code: "BM", score: 1, rank: 1 }]);
  });
});

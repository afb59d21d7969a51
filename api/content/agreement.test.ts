import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementOf, figuresOf, type Pair, type RatedStatement, TrialError } from "./agreement.ts";

const row = (change: Partial<RatedStatement> = {}): RatedStatement => ({
  id: "Project BM-PL-1",
  level: 1,
  area: "Benefits management",
  part: "Planning",
  statement: "A date stands in the plan.",
  rating: "Fully",
  isHard: false,
  isOdd: false,
  reason: "",
  ...change,
});
const pair = (first: string, second: string, isHard = [false, false]): Pair => ({
  first: { ...row(), rating: first, isHard: isHard[0] ?? false },
  second: { ...row(), rating: second, isHard: isHard[1] ?? false },
});

/** Pairs counted by the first assessor's rating (rows) and the second's (columns). */
const table = (...rows: number[][]): Pair[] =>
  rows.flatMap((counts, first) =>
    counts.flatMap((count, second) => Array.from({ length: count }, () => pair(`rating ${first}`, `rating ${second}`))),
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
      agreed: 7,
      hardForBoth: 0,
      oddForBoth: 0,
      oddForEither: 0,
      kappa: undefined,
      remark: "both gave one and the same rating throughout",
    });
  });

  it("is 0 where one of them did, and the figures say so", () => {
    expect(agreementOf(table([9, 1]))).toMatchObject({ agreed: 9, kappa: 0, remark: "one assessor gave the same rating throughout" });
    expect(agreementOf(table([0, 1]))).toMatchObject({ agreed: 0, kappa: 0 });
  });

  it("does not exist where nothing was rated by both", () => {
    expect(agreementOf([])).toMatchObject({ count: 0, kappa: undefined, remark: "nothing was rated by both" });
  });

  it("lies between −1 and 1, is 1 only for full agreement, and is the same whoever comes first", () => {
    const rating = fc.constantFrom("Fully", "Partially", "Rarely/Never");
    fc.assert(
      fc.property(fc.array(fc.tuple(rating, rating), { maxLength: 40 }), (ratings) => {
        const { kappa, agreed, count } = agreementOf(ratings.map(([first, second]) => pair(first, second)));
        const { kappa: swapped } = agreementOf(ratings.map(([first, second]) => pair(second, first)));
        expect(swapped).toBe(kappa);
        if (kappa === undefined) return;
        expect(kappa).toBeGreaterThanOrEqual(-1);
        expect(kappa).toBeLessThanOrEqual(1);
        expect(kappa === 1).toBe(agreed === count);
      }),
    );
  });
});

describe("the figures of a trial", () => {
  const first = [
    row({ id: "Project BM-PL-1", isHard: true, isOdd: true, reason: "which plan?" }),
    row({ id: "Project BM-PL-2", level: 2, rating: "Partially", isHard: true, isOdd: true }),
    row({ id: "Project FM-PL-1", area: "Finance management" }),
    row({ id: "Project FM-AM-1", area: "Finance management", part: "Asset management", rating: undefined }),
  ];
  const second = [
    { ...first[3], rating: "Fully" },
    { ...first[2], rating: "Fully" },
    { ...first[1], rating: "Fully", isHard: false, isOdd: false },
    { ...first[0], reason: "who?" },
  ] as RatedStatement[];

  it("match rows by id, and count by level, area and part", () => {
    const figures = figuresOf(first, second);
    expect(figures.overall).toMatchObject({ count: 3, agreed: 2, hardForBoth: 1, oddForBoth: 1, oddForEither: 2 });
    const counts = (groups: Map<string, { count: number; agreed: number }>) =>
      [...groups].map(([name, { count, agreed }]) => [name, count, agreed]);
    expect(counts(figures.byLevel)).toEqual([
      ["Level 1", 2, 2],
      ["Level 2", 1, 0],
    ]);
    expect(counts(figures.byArea)).toEqual([
      ["Benefits management", 2, 1],
      ["Finance management", 1, 1],
    ]);
    expect(counts(figures.byPart)).toEqual([
      ["Planning", 3, 2],
      ["Asset management", 0, 0],
    ]);
  });

  it("list what was hard for both, rated differently, and left open", () => {
    const { hardForBoth, disagreements, open } = figuresOf(first, second);
    expect(hardForBoth.map((found) => [found.first.id, found.first.reason, found.second.reason])).toEqual([
      ["Project BM-PL-1", "which plan?", "who?"],
    ]);
    expect(disagreements.map((found) => [found.first.id, found.first.rating, found.second.rating])).toEqual([
      ["Project BM-PL-2", "Partially", "Fully"],
    ]);
    expect(open).toEqual(["Project FM-AM-1"]);
  });

  it("are refused for sheets of different statements", () => {
    const other = [{ ...first[0], statement: "Another." }, first[1], first[2], row({ id: "Project RK-PL-1" })] as RatedStatement[];
    expect(() => figuresOf(first, other)).toThrow(TrialError);
    expect(() => figuresOf(first, other)).toThrow(
      /Project RK-PL-1 is in the second sheet only\nProject BM-PL-1 has another statement in the second sheet\nProject FM-AM-1 is in the first sheet only/,
    );
  });
});

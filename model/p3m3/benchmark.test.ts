import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BenchmarkSample, benchmarkMessage, benchmarkOf, quantile, widerCohorts } from "./benchmark.ts";

const sample = (organizationId: number, score: number, over: Partial<BenchmarkSample> = {}): BenchmarkSample => ({
  organizationId,
  perspectiveId: 1,
  score,
  countryId: 826,
  industryId: 3,
  sizeId: 4,
  ...over,
});

describe("quartiles", () => {
  it.each([
    [[1, 2, 3, 4, 5], 0.25, 2],
    [[5, 1, 4, 2, 3], 0.75, 4],
    [[1, 2, 3, 4], 0.25, 1.75],
    [[2], 0.75, 2],
  ])("of %j at %d are %d", (values, share, expected) => {
    expect(quantile(values, share)).toBe(expected);
  });

  it("lie between the smallest and the largest value, the lower not above the upper", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: 0, max: 10 }).map((halves) => halves / 2),
          { minLength: 1 },
        ),
        (values) => {
          const [lower, upper] = [quantile(values, 0.25), quantile(values, 0.75)];
          return Math.min(...values) <= lower && lower <= upper && upper <= Math.max(...values);
        },
      ),
    );
  });
});

describe("a benchmark", () => {
  it("is the mean over the assessments of at least five organizations", () => {
    const samples = [sample(1, 1), sample(2, 2), sample(3, 3), sample(4, 4), sample(5, 5), sample(5, 3)];
    expect(benchmarkOf(samples, {})).toEqual({
      perspectives: [{ perspectiveId: 1, score: 3, sampleSize: 5, lowerQuartile: 2.25, upperQuartile: 3.75 }],
      organizations: 5,
    });
  });

  it("has no score below five organizations, however many assessments they have", () => {
    const samples = [1, 2, 3, 4].flatMap((organization) => [sample(organization, 1), sample(organization, 2)]);
    const outcome = benchmarkOf(samples, {});
    expect(outcome).toEqual({ perspectives: [], organizations: 4 });
    expect(benchmarkMessage(outcome, [1])).toBe("There are 4 organizations to compare with, and 5 are needed.");
  });

  it("leaves out a perspective that fewer than five organizations assessed, and says so", () => {
    const samples = [...[1, 2, 3, 4, 5].map((organization) => sample(organization, 2)), sample(1, 4, { perspectiveId: 2 })];
    const outcome = benchmarkOf(samples, {});
    expect(outcome.perspectives.map(({ perspectiveId }) => perspectiveId)).toEqual([1]);
    expect(benchmarkMessage(outcome, [1])).toBeNull();
    expect(benchmarkMessage(outcome, [1, 2])).toBe("For 1 perspective there are fewer than 5 organizations to compare with.");
  });

  it.each([
    ["the size is dropped first", { sizeId: 7 }, { countryId: 826, industryId: 3 }],
    ["then the country", { sizeId: 7, countryId: 276 }, { industryId: 3 }],
    ["then the industry", { sizeId: 7, countryId: 276, industryId: 9 }, {}],
  ])("offers the narrowest wider cohort: %s", (_what, common, expected) => {
    const samples = [1, 2, 3, 4, 5].map((organization) => sample(organization, 2, common));
    const outcome = benchmarkOf([sample(6, 1), ...samples], { countryId: 826, industryId: 3, sizeId: 4 });
    expect(outcome.wider).toEqual(expected);
    expect(benchmarkMessage(outcome, [1])).toBe("There is 1 organization to compare with, and 5 are needed.");
  });

  it("offers nothing when no wider cohort has five", () => {
    expect(benchmarkOf([sample(1, 2)], { sizeId: 4 })).toEqual({ perspectives: [], organizations: 1 });
    expect(benchmarkMessage(benchmarkOf([], {}), [])).toBe("There are no organizations to compare with, and 5 are needed.");
    expect(widerCohorts({})).toEqual([]);
    expect(widerCohorts({ countryId: 1 })).toEqual([{}]);
  });
});

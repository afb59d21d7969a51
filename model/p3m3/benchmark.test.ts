import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { benchmarkMessage, benchmarkOf, COHORT_PARTS, quantile, type SharedTraits, valuesWithGroups, widerCohorts } from "./benchmark.ts";
import { nextSnapshot, type OrganizationTraits, withGroupFor } from "./benchmark-groups.ts";

const OUTSIDER = 0;

/** Organizations of a team each, as the first month finds them. */
const snapshotOf = (scores: readonly number[], placeOf: (index: number) => Partial<OrganizationTraits> = () => ({})) =>
  withGroupFor(
    OUTSIDER,
    nextSnapshot(
      [],
      scores.map((_, index) => ({
        organizationId: index + 1,
        teamId: index + 1,
        ...{ countryId: 826, industryId: 3, sizeId: 4 },
        ...placeOf(index),
        assessmentIds: [index + 1],
      })),
      (assessmentId) => scores[assessmentId - 1],
    ),
  );
const points = (values: readonly number[]) => values.map((value) => ({ value, weight: 1 }));

describe("quartiles", () => {
  it.each([
    [[1, 2, 3, 4, 5], 0.25, 2],
    [[5, 1, 4, 2, 3], 0.75, 4],
    [[1, 2, 3, 4], 0.25, 1.75],
    [[2], 0.75, 2],
  ])("of %j at %d are %d", (values, share, expected) => {
    expect(quantile(points(values), share)).toBe(expected);
  });

  it("is the same in whatever order equal values of different weight come, which would tell whose they are", () => {
    const [light, heavy, next] = [
      { value: 0, weight: 0.625 },
      { value: 0, weight: 1 },
      { value: 5, weight: 1 },
    ];
    expect(quantile([light, heavy, next], 0.75)).toBe(quantile([heavy, light, next], 0.75));
  });

  it("lie between the smallest and the largest value, the lower not above the upper", () => {
    const point = fc.record({ value: fc.integer({ min: 0, max: 10 }).map((halves) => halves / 2), weight: fc.constantFrom(0.25, 1, 3) });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (given) => {
        const values = given.map(({ value }) => value);
        const [lower, upper] = [quantile(given, 0.25), quantile(given, 0.75)];
        return Math.min(...values) <= lower && lower <= upper && upper <= Math.max(...values);
      }),
    );
  });
});

describe("a benchmark", () => {
  it("is the mean of at least five other teams, to one decimal", () => {
    const outcome = benchmarkOf(snapshotOf([1, 2, 3, 4, 3.3]), OUTSIDER, {});
    expect(outcome.figures).toEqual({ score: 2.7, sampleSize: 5 });
    expect(benchmarkMessage([outcome])).toBeNull();
  });

  it("has quartiles from eight teams on, rounded outwards to half points", () => {
    expect(benchmarkOf(snapshotOf([1, 1, 2, 2, 3, 3, 4]), OUTSIDER, {}).figures).toEqual({ score: 2.3, sampleSize: 7 });
    expect(benchmarkOf(snapshotOf([1, 1.8, 1.8, 2, 3, 3, 3.2, 4]), OUTSIDER, {}).figures).toEqual({
      score: 2.5,
      sampleSize: 8,
      lowerQuartile: 1.5,
      upperQuartile: 3.5,
    });
  });

  it.each([
    [0, "5 teams are needed; there are none."],
    [1, "5 teams are needed; there is 1."],
    [3, "5 teams are needed; there are 3."],
    [4, "5 teams are needed; there are 4."],
  ])("has no score of %d teams, and says so", (teams, message) => {
    const outcome = benchmarkOf(snapshotOf(Array.from({ length: teams }, () => 2)), OUTSIDER, {});
    expect(outcome.figures).toBeUndefined();
    expect(benchmarkMessage([outcome])).toBe(message);
  });

  it("does not count the own team: of five teams, four are left", () => {
    const outcome = benchmarkOf(snapshotOf([1, 2, 3, 4, 5]), 5, {});
    expect([outcome.figures, [...outcome.teams]]).toEqual([undefined, [1, 2, 3, 4]]);
    expect(benchmarkOf(snapshotOf([1, 2, 3, 4, 5, 5]), 6, {}).figures).toEqual({ score: 3, sampleSize: 5 });
  });

  it("is refused where a wider one has too few beside it, and given where it has enough", () => {
    const beside = (others: number) =>
      snapshotOf([...[1, 2, 3, 4, 3, 2], ...Array(others).fill(4)], (index) => ({ sizeId: index < 6 ? 4 : 5 }));
    const few = benchmarkOf(beside(3), OUTSIDER, { sizeId: 4 });
    expect(few.figures).toBeUndefined();
    expect(benchmarkMessage([few])).toBe("There are 6 teams, but a benchmark of them alone would give single organizations away.");
    expect(benchmarkOf(beside(3), OUTSIDER, {}).figures?.sampleSize).toBe(9);
    expect(benchmarkOf(beside(6), OUTSIDER, { sizeId: 4 }).figures).toEqual({ score: 2.5, sampleSize: 6 });
  });

  it("leaves out the perspectives that too few teams assessed, and says so", () => {
    const [enough, few] = [snapshotOf([1, 2, 3, 4, 5]), snapshotOf([1, 2])].map((snapshot) => benchmarkOf(snapshot, OUTSIDER, {}));
    if (!enough || !few) throw new Error("no outcome");
    expect(benchmarkMessage([enough, few])).toBe("For 1 perspective there are too few teams to compare with.");
    expect(benchmarkMessage([few, enough, few])).toBe("For 2 perspectives there are too few teams to compare with.");
  });

  it("says so when most of the cohort cannot be counted", () => {
    // Six of one industry, and a dozen of the same country that were put together with others.
    const snapshot = snapshotOf(Array(26).fill(3), (index) =>
      index < 6 ? { industryId: 1, countryId: 1 } : { industryId: index + 10, countryId: index < 18 ? 1 : index + 10 },
    );
    const all = benchmarkOf(snapshot, OUTSIDER, {});
    expect([all.figures?.sampleSize, benchmarkMessage([all])]).toEqual([26, null]);
    const country = benchmarkOf({ groups: snapshot.groups.slice(0, 1), waiting: snapshot.groups.slice(1).flat() }, OUTSIDER, {
      countryId: 1,
    });
    expect(benchmarkMessage([country])).toBe("6 of 18 organizations are counted: counting the others would give single ones away.");
  });

  it("falls back on wider cohorts: without the size, then the country, then the industry", () => {
    expect(widerCohorts({ countryId: 1, industryId: 2, sizeId: 3 })).toEqual([{ countryId: 1, industryId: 2 }, { industryId: 2 }, {}]);
    expect(widerCohorts({ countryId: 1 })).toEqual([{}]);
    expect(widerCohorts({})).toEqual([]);
  });
});

describe("values with a benchmark", () => {
  const nordic = { countryId: 1, industryId: 5, sizeId: null };
  const mixed = { countryId: null, industryId: 5, sizeId: 2 };

  it("are those that all organizations of a group have in common", () => {
    expect(valuesWithGroups([nordic, mixed])).toEqual({ countryId: [1], industryId: [5], sizeId: [2] });
    expect(valuesWithGroups([])).toEqual({ countryId: [], industryId: [], sizeId: [] });
  });

  const places = fc.record({
    countryId: fc.integer({ min: 1, max: 2 }),
    industryId: fc.integer({ min: 1, max: 2 }),
    sizeId: fc.integer({ min: 1, max: 2 }),
  });
  const cohorts = fc.record(
    { countryId: fc.integer({ min: 1, max: 2 }), industryId: fc.integer({ min: 1, max: 2 }), sizeId: fc.integer({ min: 1, max: 2 }) },
    { requiredKeys: [] },
  );

  it("leave out none that a team is shown", () => {
    fc.assert(
      fc.property(fc.array(places, { minLength: 6, maxLength: 40 }), cohorts, (placed, cohort) => {
        const snapshot = snapshotOf(
          placed.map(() => 3),
          (index) => placed[index] ?? {},
        );
        const shared = snapshot.groups.map((group): SharedTraits => {
          const of = (part: keyof OrganizationTraits) =>
            group.every((entry) => entry[part] === group[0]?.[part]) ? (group[0]?.[part] ?? null) : null;
          return { countryId: of("countryId"), industryId: of("industryId"), sizeId: of("sizeId") };
        });
        const values = valuesWithGroups(shared);
        for (const part of COHORT_PARTS)
          for (const value of [1, 2])
            if (benchmarkOf(snapshot, OUTSIDER, { ...cohort, [part]: value }).figures) expect(values[part]).toContain(value);
      }),
    );
  });
});

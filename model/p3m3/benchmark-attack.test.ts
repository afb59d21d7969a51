/**
 * The benchmark against a team that wants to know what single organizations scored. It has any number of organizations of its own,
 * joins, leaves, and asks every filter in every month. It knows how the benchmark is made and who is in which group, and it sees the figures before they are rounded.
 *
 * Another world shows what it cannot know: one with other scores, in which the benchmark gives the same answers, word for word. An organization whose scores may be a whole point apart cannot be located more closely than half a point.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cohort, type CohortFigures, cohortFigures } from "./benchmark.ts";
import { type Entry, nextSnapshot, type OrganizationStanding, type Snapshot, weightsOf, withGroupFor } from "./benchmark-groups.ts";

const ATTACKER = 0;
const OUTSIDER = 99;
const HALF_A_POINT = 0.5;

interface Organization {
  teamId: number;
  countryId: number;
  industryId: number;
  sizeId: number;
}
/** In one month: who completes a new assessment with which score, and who gives consent or takes it back. */
interface Month {
  completed: { organization: number; score: number }[];
  turned: number[];
  /** Somebody who takes part in nothing asks before the attacker does. */
  askedBefore?: boolean;
}
interface History {
  organizations: Organization[];
  months: Month[];
}
type Scores = readonly number[];
type Benchmark = (snapshot: Snapshot, ownTeamId: number, cohort: Cohort) => CohortFigures;

const EVERY_COHORT: Cohort[] = [undefined, 1, 2].flatMap((countryId) =>
  [undefined, 1, 2].flatMap((industryId) => [undefined, 1, 2].map((sizeId) => ({ countryId, industryId, sizeId }))),
);

/** Assessments are numbered in the order in which they are completed. */
const scoresOf = ({ months }: History): Scores => months.flatMap(({ completed }) => completed.map(({ score }) => score));

/** Everything that the attacker is ever answered, and the snapshot in the end. */
function answersIn({ organizations, months }: History, scores: Scores, benchmark: Benchmark) {
  const done = organizations.map((): number[] => []);
  const consents = organizations.map(() => true);
  let snapshot: Snapshot = { groups: [], waiting: [] };
  let numbered = 0;
  const answers = months.map(({ completed, turned, askedBefore }) => {
    for (const { organization } of completed) done[organization]?.unshift(numbered++);
    for (const organization of turned) consents[organization] = !consents[organization];
    const standings = organizations.flatMap((each, organizationId): OrganizationStanding[] =>
      consents[organizationId] && done[organizationId]?.length
        ? [
            {
              ...each,
              organizationId,
              assessmentIds: [...done[organizationId]],
            },
          ]
        : [],
    );
    snapshot = nextSnapshot(snapshot.groups, standings, (assessmentId) => scores[assessmentId]);
    for (const team of askedBefore ? [OUTSIDER, ATTACKER] : [ATTACKER]) snapshot = withGroupFor(team, snapshot);
    return EVERY_COHORT.map((cohort) => {
      const { exact, organizations: counted, teams } = benchmark(snapshot, ATTACKER, cohort);
      return [exact?.mean.toFixed(9), exact?.counted, exact?.quartiles?.map((value) => value.toFixed(9)), counted, teams.size];
    });
  });
  return { answers: JSON.stringify(answers), snapshot };
}

/** Other scores for the group of an assessment, with the same mean: candidates for a world that looks the same. */
function* otherWorlds(group: readonly Entry[], target: Entry, scores: Scores): Generator<Scores> {
  const others = group.filter(({ teamId }) => teamId !== ATTACKER);
  const withScores = (changed: (entry: Entry) => number) => {
    const world = [...scores];
    for (const entry of others) world[entry.assessmentId] = changed(entry);
    return world;
  };
  // Two of them change places.
  for (const other of others) yield withScores((entry) => (entry === target ? other.score : entry === other ? target.score : entry.score));
  // One has another score, and so has everybody else: those of a team that would weigh too much, and the rest.
  const weights = weightsOf(others);
  const weightOf = (entries: readonly Entry[]) => entries.reduce((sum, { teamId }) => sum + (weights.get(teamId) ?? 0), 0);
  const total = weightOf(others);
  const mean = others.reduce((sum, entry) => sum + entry.score * (weights.get(entry.teamId) ?? 0), 0) / total;
  const isHeavy = ({ teamId }: Entry) => (weights.get(teamId) ?? 1) < 1;
  const [heavy, rest] = [true, false].map((which) => others.filter((entry) => entry !== target && isHeavy(entry) === which)) as [
    Entry[],
    Entry[],
  ];
  for (const kept of [mean, ...(mean < 1 / 3 ? [0.2, 1 / 3] : []), ...(mean > 14 / 3 ? [14 / 3, 4.8] : [])])
    for (const value of [-1.2, -0.9, -0.75, -0.6, 0.6, 0.75, 0.9, 1.2].map((away) => Math.min(5, Math.max(0, kept + away))))
      for (const theirs of heavy.length === 0 ? [kept] : [kept, kept - 0.3, kept + 0.3, 0, 1, 2, 3, 4, 5]) {
        const remaining = (kept * total - value * weightOf([target]) - theirs * weightOf(heavy)) / weightOf(rest);
        if (remaining >= 0 && remaining <= 5 && theirs >= 0 && theirs <= 5)
          yield withScores((entry) => (entry === target ? value : isHeavy(entry) ? theirs : remaining));
      }
}

/** How closely the attacker can locate the score of an assessment, in points to both sides; it has to be at least half a point. */
function closest(history: History, assessmentId: number, benchmark: Benchmark = cohortFigures): number {
  const scores = scoresOf(history);
  const { answers, snapshot } = answersIn(history, scores, benchmark);
  const group = snapshot.groups.find((entries) => entries.some((entry) => entry.assessmentId === assessmentId));
  const target = group?.find((entry) => entry.assessmentId === assessmentId);
  const own = scores[assessmentId] ?? 0;
  let [lowest, highest] = [own, own];
  const consider = (world: Scores) => {
    const value = world[assessmentId] ?? 0;
    if (value >= lowest && value <= highest) return;
    if (answersIn(history, world, benchmark).answers !== answers) return;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  };
  // An organization in no group leaves no trace at all.
  for (const value of [0, 5]) consider(scores.map((score, index) => (index === assessmentId ? value : score)));
  if (group && target)
    for (const world of otherWorlds(group, target, scores)) {
      if (highest - lowest >= 2 * HALF_A_POINT) break;
      consider(world);
    }
  return (highest - lowest) / 2;
}

const score = fc.oneof(
  fc.integer({ min: 0, max: 10 }).map((halves) => halves / 2),
  fc.constantFrom(0, 0, 5, 5, 2.5),
  fc.integer({ min: 0, max: 130 }).map((parts) => parts / 26),
);
const part = fc.constantFrom(1, 2);

/** Strangers of a dozen teams, some with several organizations, and the attacker's own. */
const histories: fc.Arbitrary<History> = fc
  .array(
    fc.record({
      teamId: fc.oneof(fc.integer({ min: ATTACKER, max: 12 }), fc.constantFrom(1, 2)),
      countryId: part,
      industryId: part,
      sizeId: part,
    }),
    {
      minLength: 4,
      maxLength: 30,
    },
  )
  .chain((organizations) => {
    const organization = fc.nat(organizations.length - 1);
    const first = fc
      .tuple(...organizations.map(() => score))
      .map((given): Month => ({ completed: given.map((value, index) => ({ organization: index, score: value })), turned: [] }));
    const later = fc.record({
      completed: fc.array(fc.record({ organization, score }), { maxLength: 8 }),
      turned: fc.array(organization, { maxLength: 4 }),
      askedBefore: fc.boolean(),
    });
    return fc
      .tuple(first, fc.array(later, { maxLength: 4 }))
      .map(([month, months]): History => ({ organizations, months: [month, ...months] }));
  });

/** A benchmark as it was: the mean over everybody in the cohort who counts. */
const plain: Benchmark = ({ groups, waiting }, ownTeamId, cohort) => {
  const entries = [...groups.flat(), ...waiting].filter(
    (entry) =>
      entry.counts &&
      entry.teamId !== ownTeamId &&
      (["countryId", "industryId", "sizeId"] as const).every((each) => cohort[each] === undefined || cohort[each] === entry[each]),
  );
  const teams = new Set(entries.map(({ teamId }) => teamId));
  const mean = entries.reduce((sum, entry) => sum + entry.score, 0) / entries.length;
  return { teams, organizations: entries.length, ...(teams.size < 5 ? {} : { exact: { mean, counted: entries.length } }) };
};

const place = { countryId: 1, industryId: 1, sizeId: 1 };
const alone = (teams: number, values: number[] = []) => ({
  organizations: Array.from({ length: teams }, (_, index) => ({ ...place, teamId: index + 1 })),
  completed: Array.from({ length: teams }, (_, organization) => ({ organization, score: values[organization] ?? 1 + (organization % 4) })),
});

describe("a team that wants to know what single organizations scored", () => {
  it("comes no closer than half a point to anybody, with every filter, in every month", () => {
    fc.assert(
      fc.property(histories, fc.nat(), (history, chosen) => {
        const strangers = history.months
          .flatMap(({ completed }) => completed)
          .flatMap(({ organization }, index) => (history.organizations[organization]?.teamId === ATTACKER ? [] : [index]));
        fc.pre(strangers.length > 0);
        const target = strangers[chosen % strangers.length] ?? 0;
        expect(closest(history, target)).toBeGreaterThanOrEqual(HALF_A_POINT - 1e-9);
      }),
      { numRuns: 600 },
    );
  });

  it("learns nothing from five teams of which it is one", () => {
    const { organizations, completed } = alone(4);
    const shells = [0, 1, 2, 3].map(() => ({ ...place, teamId: ATTACKER }));
    const own = shells.map((_, index) => ({ organization: 4 + index, score: 0 }));
    const history = {
      organizations: [...organizations, ...shells],
      months: [{ completed: [...completed, ...own], turned: [], askedBefore: true }],
    };
    for (const [assessmentId] of completed.entries()) expect(closest(history, assessmentId)).toBe(2.5);
  });

  it("is not helped by people whom it let in and who left, because they count as it", () => {
    const answers = (socks: readonly number[]) =>
      [1, 4].map((score) => {
        const organizations = [1, ...socks].map((teamId) => ({ ...place, teamId }));
        const history = {
          organizations,
          months: [{ completed: organizations.map((_, organization) => ({ organization, score })), turned: [] }],
        };
        return answersIn(history, [score, 0, 0, 5, 5, 5], cohortFigures).answers;
      });
    const [low, high] = answers(Array(5).fill(ATTACKER));
    expect(low).toBe(high);
    // Teams of their own would give the one stranger away.
    const [lower, higher] = answers([20, 21, 22, 23, 24]);
    expect(lower).not.toBe(higher);
  });

  it.each([
    ["a filter leaves one organization out", 2, []],
    ["one joins between two months", 1, [{ completed: [{ organization: 7, score: 5 }], turned: [] }]],
    ["one leaves between two months", 1, [{ completed: [], turned: [7] }]],
  ])("is not helped when %s", (what, sizeId, months) => {
    const { organizations, completed } = alone(7);
    const one = { ...place, sizeId, teamId: 8 };
    const joins = what.startsWith("one joins");
    const history: History = {
      organizations: [...organizations, one],
      months: [{ completed: joins ? completed : [...completed, { organization: 7, score: 5 }], turned: [] }, ...months],
    };
    expect(closest(history, 7)).toBeGreaterThanOrEqual(HALF_A_POINT);
    // The same questions to a mean over everybody give the score away.
    expect(closest(history, 7, plain)).toBe(0);
  });

  it.each([0, 5])("does not learn that everybody scored %d", (value) => {
    const { organizations, completed } = alone(5, [value, value, value, value, value]);
    const history = { organizations, months: [{ completed, turned: [] }] };
    expect(closest(history, 2)).toBeGreaterThanOrEqual(HALF_A_POINT - 1e-9);
    expect(closest(history, 2, plain)).toBe(0);
  });
});

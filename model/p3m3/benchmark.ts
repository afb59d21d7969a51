/** Compares an assessment with those of other teams' organizations (docs/rules/benchmark.md). Why so: docs/decisions/0020-benchmark-groups.md. */
import { roundHalfAway } from "../rounding.ts";
import { figuresOf, type OrganizationTraits, type Snapshot, TEAMS_NEEDED, teamsIn } from "./benchmark-groups.ts";

/** The least number of teams for quartiles: with fewer, a quartile would be close to a single score (docs/rules/benchmark.md#fewer-than-five-teams). */
export const TEAMS_FOR_QUARTILES = 8;

/** The traits that all organizations of a cohort share. An absent part is left open. */
export type Cohort = { [P in keyof OrganizationTraits]?: number | undefined };

/** What is shown for one perspective. */
export interface BenchmarkScore {
  /** The mean, rounded to one decimal. */
  score: number;
  /** How many organizations are counted. */
  sampleSize: number;
  /** Quartiles, rounded outwards to half points; from eight teams on. */
  lowerQuartile?: number;
  upperQuartile?: number;
}

/** The benchmark of one perspective. */
export interface BenchmarkOutcome {
  /** The teams and organizations of the cohort, including those that cannot be shown. */
  teams: ReadonlySet<number>;
  organizations: number;
  /** Absent when nothing can be shown. */
  figures?: BenchmarkScore;
}

/** The parts that a cohort may name. */
export const COHORT_PARTS = ["countryId", "industryId", "sizeId"] as const;
const isIn = (place: OrganizationTraits, cohort: Cohort) =>
  COHORT_PARTS.every((part) => cohort[part] === undefined || place[part] === cohort[part]);

/** The wider cohorts to try, narrowest first (docs/rules/benchmark.md#wider-cohorts). */
export function widerCohorts({ countryId, industryId, sizeId }: Cohort): Cohort[] {
  const only = (cohort: Cohort): Cohort => Object.fromEntries(Object.entries(cohort).filter(([, value]) => value !== undefined));
  const steps: Cohort[] = [];
  if (sizeId !== undefined) steps.push(only({ countryId, industryId }));
  if (countryId !== undefined) steps.push(only({ industryId }));
  if (industryId !== undefined) steps.push({});
  return steps;
}

/** What all organizations of a group have in common; null where they differ. */
export type SharedTraits = { [P in keyof OrganizationTraits]: number | null };

/**
 * For each part of a cohort the values that may have a benchmark, with the other parts left open: no other value has one. A team may still
 * see nothing of one that is named, for example because it is in the only group (docs/rules/benchmark.md#values-without-a-benchmark).
 * @param groups all groups of the perspectives in question
 */
export function valuesWithGroups(groups: readonly SharedTraits[]): { [P in keyof OrganizationTraits]: number[] } {
  const valuesOf = (part: keyof OrganizationTraits): number[] =>
    [...new Set(groups.flatMap((group) => group[part] ?? []))].toSorted((a, b) => a - b);
  return { countryId: valuesOf("countryId"), industryId: valuesOf("industryId"), sizeId: valuesOf("sizeId") };
}

/** The figures of a cohort before they are rounded. */
export interface CohortFigures {
  teams: ReadonlySet<number>;
  organizations: number;
  exact?: { mean: number; counted: number; quartiles?: [lower: number, upper: number] };
}

/**
 * The figures of a cohort of one perspective, made of the groups that lie completely within the cohort. A group that lies partly outside
 * is left out: its figures, compared with those of the wider cohort, would tell about that part.
 * @param ownTeamId the team whose organizations are left out
 */
export function cohortFigures({ groups, waiting }: Snapshot, ownTeamId: number, cohort: Cohort): CohortFigures {
  const [teamsFound, organizations] = [new Set<number>(), new Set<number>()];
  for (const group of [...groups, waiting])
    for (const entry of group)
      if (entry.counts && entry.teamId !== ownTeamId && isIn(entry, cohort)) {
        teamsFound.add(entry.teamId);
        organizations.add(entry.organizationId);
      }
  const size = { teams: teamsFound, organizations: organizations.size };
  const shown = groups.filter((group) => group.every((entry) => isIn(entry, cohort))).flatMap((group) => figuresOf(group, ownTeamId) ?? []);
  const counted = shown.flatMap((group) => group.counted);
  const teams = teamsIn(counted);
  if (teams < TEAMS_NEEDED) return size;
  const weight = shown.reduce((sum, group) => sum + group.weight, 0);
  const mean = shown.reduce((sum, group) => sum + group.mean * group.weight, 0) / weight;
  if (teams < TEAMS_FOR_QUARTILES) return { ...size, exact: { mean, counted: counted.length } };
  const points = shown.flatMap(({ spread }) => spread);
  return { ...size, exact: { mean, counted: counted.length, quartiles: [quantile(points, 0.25), quantile(points, 0.75)] } };
}

/** What a team is shown of a cohort: means with one decimal, quartiles rounded outwards to half points. */
export function benchmarkOf(snapshot: Snapshot, ownTeamId: number, cohort: Cohort): BenchmarkOutcome {
  const { exact, ...size } = cohortFigures(snapshot, ownTeamId, cohort);
  if (!exact) return size;
  const figures: BenchmarkScore = { score: roundHalfAway(exact.mean, 1), sampleSize: exact.counted };
  if (!exact.quartiles) return { ...size, figures };
  const [lower, upper] = exact.quartiles.map((value) => roundHalfAway(value * 2, 6)) as [number, number];
  return { ...size, figures: { ...figures, lowerQuartile: Math.floor(lower) / 2, upperQuartile: Math.ceil(upper) / 2 } };
}

/**
 * The quartile of weighted values, by linear interpolation between the two nearest.
 * @param share 0.25 or 0.75
 */
export function quantile(points: readonly { value: number; weight: number }[], share: number): number {
  // Equal values by weight, so that the order in which they came, which may tell whose they are, makes no difference.
  const sorted = points.toSorted((a, b) => a.value - b.value || a.weight - b.weight);
  const last = sorted.at(-1);
  if (!last) return Number.NaN;
  const goal = sorted.slice(0, -1).reduce((sum, { weight }) => sum + weight, 0) * share;
  let passed = 0;
  for (const [index, { value, weight }] of sorted.entries()) {
    const next = sorted[index + 1];
    if (!next) break;
    if (passed + weight >= goal) return value + ((next.value - value) * (goal - passed)) / weight;
    passed += weight;
  }
  return last.value;
}

/** A further message for the reader; null when there is nothing to add. */
export function benchmarkMessage(outcomes: readonly BenchmarkOutcome[]): string | null {
  const missing = outcomes.filter(({ figures }) => !figures).length;
  if (missing === outcomes.length) {
    const teams = new Set(outcomes.flatMap((outcome) => [...outcome.teams])).size;
    if (teams >= TEAMS_NEEDED) return `There are ${teams} teams, but a benchmark of them alone would give single organizations away.`;
    return `${TEAMS_NEEDED} teams are needed; there ${teams === 1 ? "is" : "are"} ${teams === 0 ? "none" : teams}.`;
  }
  if (missing > 0) return `For ${missing === 1 ? "1 perspective" : `${missing} perspectives`} there are too few teams to compare with.`;
  // The message when fewer than half of the organizations are counted, because the mean may then not represent the cohort.
  const partial = outcomes.find(({ figures, organizations }) => figures && figures.sampleSize * 2 < organizations);
  if (!partial) return null;
  return `${partial.figures?.sampleSize} of ${partial.organizations} organizations are counted: counting the others would give single ones away.`;
}

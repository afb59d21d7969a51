/** Comparing an assessment with those of other organizations (design rules, "Benchmark"). */

/** With fewer organizations a benchmark would tell about single ones. */
export const ORGANIZATIONS_NEEDED = 5;

/** One completed assessment's decimal score of one perspective. */
export interface BenchmarkSample {
  organizationId: number;
  perspectiveId: number;
  score: number;
  countryId: number;
  industryId: number;
  sizeId: number;
}

/** What the organizations of a cohort have in common; an absent part is not asked for. */
export interface Cohort {
  countryId?: number | undefined;
  industryId?: number | undefined;
  sizeId?: number | undefined;
}

export interface PerspectiveBenchmark {
  perspectiveId: number;
  /** The mean decimal over the assessments of the cohort. */
  score: number;
  /** How many organizations they belong to. */
  sampleSize: number;
  lowerQuartile: number;
  upperQuartile: number;
}

export interface BenchmarkOutcome {
  perspectives: PerspectiveBenchmark[];
  /** How many organizations there are in the cohort. */
  organizations: number;
  /** The narrowest wider cohort that is large enough, when this one is not. */
  wider?: Cohort;
}

const organizationsIn = (samples: readonly BenchmarkSample[]) => new Set(samples.map(({ organizationId }) => organizationId)).size;

function within(samples: readonly BenchmarkSample[], cohort: Cohort): BenchmarkSample[] {
  return samples.filter(
    (sample) =>
      (cohort.countryId === undefined || sample.countryId === cohort.countryId) &&
      (cohort.industryId === undefined || sample.industryId === cohort.industryId) &&
      (cohort.sizeId === undefined || sample.sizeId === cohort.sizeId),
  );
}

/**
 * Quartile by linear interpolation between the two nearest values.
 * @param share 0.25 or 0.75
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const lower = sorted[Math.floor(position)] ?? Number.NaN;
  const upper = sorted[Math.ceil(position)] ?? Number.NaN;
  return lower + (upper - lower) * (position - Math.floor(position));
}

/** The cohorts to fall back on, narrowest first: without the size, then without the country, then without the industry. */
export function widerCohorts({ countryId, industryId, sizeId }: Cohort): Cohort[] {
  const only = (cohort: Cohort): Cohort => Object.fromEntries(Object.entries(cohort).filter(([, value]) => value !== undefined));
  const steps: Cohort[] = [];
  if (sizeId !== undefined) steps.push(only({ countryId, industryId }));
  if (countryId !== undefined) steps.push(only({ industryId }));
  if (industryId !== undefined) steps.push({});
  return steps;
}

/**
 * Per perspective the mean over the cohort's assessments. Empty below five organizations, and without the perspectives that
 * fewer than five organizations assessed.
 * @param samples everything that may be compared: same model scope, other organizations, consent given, neither test nor archived
 */
export function benchmarkOf(samples: readonly BenchmarkSample[], cohort: Cohort): BenchmarkOutcome {
  const compared = within(samples, cohort);
  const organizations = organizationsIn(compared);
  if (organizations < ORGANIZATIONS_NEEDED) {
    const wider = widerCohorts(cohort).find((candidate) => organizationsIn(within(samples, candidate)) >= ORGANIZATIONS_NEEDED);
    return { perspectives: [], organizations, ...(wider ? { wider } : {}) };
  }
  const perspectiveIds = [...new Set(compared.map(({ perspectiveId }) => perspectiveId))].sort((a, b) => a - b);
  const perspectives = perspectiveIds.flatMap((perspectiveId) => {
    const own = compared.filter((sample) => sample.perspectiveId === perspectiveId);
    const sampleSize = organizationsIn(own);
    if (sampleSize < ORGANIZATIONS_NEEDED) return [];
    const scores = own.map(({ score }) => score);
    const score = scores.reduce((sum, value) => sum + value, 0) / scores.length;
    return [{ perspectiveId, score, sampleSize, lowerQuartile: quantile(scores, 0.25), upperQuartile: quantile(scores, 0.75) }];
  });
  return { perspectives, organizations };
}

/** What to tell the reader beside the scores; null when every perspective asked for has one. */
export function benchmarkMessage({ perspectives, organizations }: BenchmarkOutcome, asked: readonly number[]): string | null {
  if (organizations < ORGANIZATIONS_NEEDED) {
    const found = organizations === 1 ? "There is 1 organization" : `There are ${organizations === 0 ? "no" : organizations} organizations`;
    return `${found} to compare with, and ${ORGANIZATIONS_NEEDED} are needed.`;
  }
  const missing = asked.filter((id) => !perspectives.some(({ perspectiveId }) => perspectiveId === id)).length;
  if (missing === 0) return null;
  return `For ${missing === 1 ? "1 perspective" : `${missing} perspectives`} there are fewer than ${ORGANIZATIONS_NEEDED} organizations to compare with.`;
}

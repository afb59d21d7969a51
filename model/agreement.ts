import { wholeScore } from "./p3m3/progress.ts";

/** How far two people agree who rated the same things apart. */
export interface Agreement {
  /** How many things both rated. */
  count: number;
  /** How many of them got the same rating. */
  same: number;
  /** Cohen's kappa, unweighted, from -1 to 1; undefined where it cannot be computed. */
  kappa: number | undefined;
  /** Why kappa is undefined, or says little. */
  remark?: "nothing was rated by both" | "both gave one and the same rating throughout" | "one assessor gave the same rating throughout";
}

/**
 * Cohen's kappa (1960): the agreement beyond what two raters would reach by chance if each kept their own shares of the ratings,
 * (observed − expected) / (1 − expected). It is 1 for full agreement, 0 for chance, and below 0 for less than chance. Ratings are
 * names without an order: two that differ count as different, however near they are (docs/content.md#trials).
 *
 * If both gave one and the same rating throughout, chance explains everything and kappa is 0/0: undefined, however good the agreement.
 * If only one of them did, it is 0 whatever the other gave.
 * @param pairs the first and the second rater's rating of each thing that both rated
 */
export function agreementOf(pairs: readonly (readonly [string, string])[]): Agreement {
  const count = pairs.length;
  const distances = distancesOf(pairs, (first, second) => (first === second ? 0 : 1));
  const same = count - distances.observed;
  const kappa = kappaOf([distances]);
  if (count === 0) return { count, same, kappa, remark: "nothing was rated by both" };
  if (kappa === undefined) return { count, same, kappa, remark: "both gave one and the same rating throughout" };
  const isOneSided = [0, 1].some((side) => new Set(pairs.map((pair) => pair[side])).size === 1);
  return isOneSided ? { count, same, kappa, remark: "one assessor gave the same rating throughout" } : { count, same, kappa };
}

/** How far the ratings of two people lie apart. */
interface Distances {
  count: number;
  /** The sum over all that both rated. */
  observed: number;
  /** The sum over each rating of the one with each of the other: what chance would give, times `count`. */
  expected: number;
}

function distancesOf<T>(pairs: readonly (readonly [T, T])[], distance: (first: T, second: T) => number): Distances {
  const seconds = countsOf(pairs.map(([, second]) => second));
  const firsts = countsOf(pairs.map(([first]) => first));
  let expected = 0;
  for (const [first, times] of firsts) for (const [second, often] of seconds) expected += times * often * distance(first, second);
  return { count: pairs.length, observed: pairs.reduce((sum, [first, second]) => sum + distance(first, second), 0), expected };
}

/**
 * Kappa of one pair of raters, or of several together: the agreement beyond chance, 1 − observed / expected distance (Cohen 1968; for several
 * raters the distances of all pairs are added first, as Davies and Fleiss do, 1982).
 * @returns undefined where nothing was rated by both, or where everybody gave one and the same rating throughout: 0/0
 */
function kappaOf(pairs: readonly Distances[]): number | undefined {
  const rated = pairs.filter(({ count }) => count > 0);
  // Multiplied by the count where there is one pair, so that all numbers are whole and 0 is exactly 0.
  const [only] = rated;
  if (only && rated.length === 1) return only.expected === 0 ? undefined : (only.expected - only.count * only.observed) / only.expected;
  const expected = rated.reduce((sum, each) => sum + each.expected / each.count, 0);
  const observed = rated.reduce((sum, each) => sum + each.observed, 0);
  return expected === 0 ? undefined : (expected - observed) / expected;
}

/** The number of times that each rating occurs. */
function countsOf<T>(ratings: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  return counts;
}

/** How far several people agree on the scores of places. */
export interface ScoreAgreement {
  /** How many places at least two of them rated. */
  count: number;
  /** Of all pairs of ratings of a place: the share with the same level, and with scores at most half a point apart. 0 without any. */
  sameLevel: number;
  withinHalf: number;
  /** Weighted kappa over the scores, with linear weights; undefined where it does not exist. */
  kappa: number | undefined;
}

/** The furthest that two scores lie apart and still count as near. */
const NEAR = 0.5;

/**
 * How far people agree who rated the same places apart (docs/rules/second-ratings.md#agreement).
 * @param places of each place the score by each of them, in the same order, from 0 to 5 in halves; null where one has none
 */
export function agreementOnScores(places: readonly (readonly (number | null)[])[]): ScoreAgreement {
  const raters = Math.max(0, ...places.map(({ length }) => length));
  const pairs: (readonly [number, number])[][] = [];
  for (let first = 0; first < raters; first += 1)
    for (let second = first + 1; second < raters; second += 1)
      pairs.push(
        places.flatMap((scores) => {
          const [one, other] = [scores[first] ?? null, scores[second] ?? null];
          return one === null || other === null ? [] : [[one, other] as const];
        }),
      );
  const all = pairs.flat();
  const share = (fits: (pair: readonly [number, number]) => boolean) => (all.length === 0 ? 0 : all.filter(fits).length / all.length);
  return {
    count: places.filter((scores) => scores.filter((score) => score !== null).length > 1).length,
    sameLevel: share(([one, other]) => wholeScore(one) === wholeScore(other)),
    withinHalf: share(([one, other]) => Math.abs(one - other) <= NEAR),
    kappa: kappaOf(pairs.map((each) => distancesOf(each, (one, other) => Math.abs(one - other)))),
  };
}

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
  const same = pairs.filter(([first, second]) => first === second).length;
  const firsts = countsOf(pairs.map(([first]) => first));
  const seconds = countsOf(pairs.map(([, second]) => second));
  // Multiplied by count², so that all numbers are whole and 0 is exactly 0.
  const expected = [...firsts].reduce((sum, [rating, times]) => sum + times * (seconds.get(rating) ?? 0), 0);
  const room = count * count - expected;
  if (count === 0) return { count, same, kappa: undefined, remark: "nothing was rated by both" };
  if (room === 0) return { count, same, kappa: undefined, remark: "both gave one and the same rating throughout" };
  const kappa = (count * same - expected) / room;
  const isOneSided = firsts.size === 1 || seconds.size === 1;
  return isOneSided ? { count, same, kappa, remark: "one assessor gave the same rating throughout" } : { count, same, kappa };
}

/** The number of times that each rating occurs. */
function countsOf(ratings: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  return counts;
}

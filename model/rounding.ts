/**
 * Rounds half away from zero on the decimal value a reader sees, not on its binary neighbour:
 * roundHalfAway(2.675, 2) is 2.68. Twelve significant digits are kept before rounding, far more
 * than a mean of half points can need.
 */
export function roundHalfAway(value: number, places: number): number {
  const magnitude = timesTenToThe(Number(Math.abs(value).toPrecision(12)), places);
  const rounded = timesTenToThe(Math.round(magnitude), -places);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Moves the decimal point in the digits, where a multiplication would round. Small numbers bring an exponent of their own. */
function timesTenToThe(value: number, places: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** A score as the product shows it: always two decimals (specification C9). */
export function formatScore(score: number): string {
  return roundHalfAway(score, 2).toFixed(2);
}

/** Own score minus benchmark, to one decimal: "+ 0.4", "- 0.3", and "- 0" for zero (specification C9). */
export function formatDifference(own: number, benchmark: number): string {
  const difference = roundHalfAway(own - benchmark, 1);
  if (difference === 0) return "- 0";
  return `${difference > 0 ? "+" : "-"} ${Math.abs(difference).toFixed(1)}`;
}

/** Ranks by score, highest first; equal scores share a rank (1, 1, 3). Keeps the order of the input. */
export function ranked<T extends { score: number }>(items: readonly T[]): (T & { rank: number })[] {
  const keys = items.map(({ score }) => roundHalfAway(score, 9));
  return items.map((item, index) => ({ ...item, rank: 1 + keys.filter((key) => key > (keys[index] ?? 0)).length }));
}

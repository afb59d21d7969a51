/**
 * Rounds half away from zero, on the decimal value that a reader sees and not on its binary neighbour (docs/rules/scores.md#rounding):
 * roundHalfAway(2.675, 2) is 2.68. Twelve significant digits are kept before rounding, far more than a mean of half points needs.
 */
export function roundHalfAway(value: number, places: number): number {
  const rounded = roundMagnitude(Math.abs(value), places);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

function roundMagnitude(value: number, places: number): number {
  const shifted = value * 10 ** places;
  // As far from a half as most scores are, neither the binary value nor a thirteenth digit decides.
  if (value < 10 && places < 10 && Math.abs((shifted % 1) - 0.5) > 0.05) return Math.round(shifted) / 10 ** places;
  return timesTenToThe(Math.round(timesTenToThe(Number(value.toPrecision(12)), places)), -places);
}

/** Moves the decimal point in the digits, because a multiplication would round. Small numbers already have an exponent. */
function timesTenToThe(value: number, places: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** A score as it is shown, with two decimals; `–` where there is none (docs/rules/scores.md#how-scores-are-shown). */
export function formatScore(score: number | null): string {
  return score === null ? "–" : roundHalfAway(score, 2).toFixed(2);
}

/** The same in words for a client: a whole level of ITIL has no decimals, '3' (docs/rules/client-report.md#words-for-clients). */
export const scoreForClients = (model: "P3M3" | "ITIL", score: number): string =>
  model === "ITIL" && Number.isInteger(score) ? String(score) : formatScore(score);

/** Own score minus benchmark, rounded to one decimal: "+0.4", "−0.3", and "- 0" for zero (docs/rules/benchmark.md#difference). */
export function formatDifference(own: number, benchmark: number): string {
  const difference = roundHalfAway(own - benchmark, 1);
  if (difference === 0) return "- 0";
  return `${difference > 0 ? "+" : "−"}${Math.abs(difference).toFixed(1)}`;
}

/** Adds ranks by score, highest first (docs/rules/scores.md#ranks). Equal scores share a rank: 1, 1, 3. Keeps the order of the input. */
export function ranked<T extends { score: number }>(items: readonly T[]): (T & { rank: number })[] {
  const keys = items.map(({ score }) => roundHalfAway(score, 9));
  return items.map((item, index) => ({ ...item, rank: 1 + keys.filter((key) => key > (keys[index] ?? 0)).length }));
}

/** What stands out in a result (docs/rules/results-and-files.md#at-a-glance). */
import { roundHalfAway } from "./rounding.ts";

/**
 * The items with the highest and with the lowest score, as scores are shown. Both are empty where nothing stands out: with fewer than two
 * items, or when all score the same.
 */
export function extremes<T extends { score: number }>(items: readonly T[]): { strongest: T[]; weakest: T[] } {
  const shown = items.map(({ score }) => roundHalfAway(score, 2));
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  if (items.length < 2 || low === high) return { strongest: [], weakest: [] };
  return { strongest: items.filter((_, index) => shown[index] === high), weakest: items.filter((_, index) => shown[index] === low) };
}

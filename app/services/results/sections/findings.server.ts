/** The findings at the top of a result, in words (docs/rules/results-and-files.md#at-a-glance). */

import { extremes } from "#model/findings.ts";
import { formatScore } from "#model/rounding.ts";
import { listed } from "#model/words.ts";
import type { Finding } from "~/views/result";

/** How many names a sentence lists. */
const LISTED = 3;

/** Some names, the first of them in full: 'A, B and 4 more'. @param unit what the others are, such as 'perspectives' */
export function listNames(names: readonly string[]): string {
  return names.length <= LISTED ? listed(names) : `${names.slice(0, LISTED - 1).join(", ")} and ${names.length - LISTED + 1} more`;
}

/**
 * The strongest and the weakest items: one finding when all score the same, none when there is nothing to compare.
 * @param unit what is compared, such as 'perspectives'
 */
export function extremeFindings(items: readonly { name: string; score: number }[], unit: string, { soFar = false } = {}): Finding[] {
  const { strongest, weakest } = extremes(items);
  const [first] = items;
  const [top] = strongest;
  const [bottom] = weakest;
  const far = soFar ? " so far" : "";
  if (items.length < 2 || !first) return [];
  if (!top || !bottom)
    return [
      {
        about: "no difference",
        title: `Strongest and weakest${far}`,
        text: [`${items.length === 2 ? "Both" : `All ${items.length}`} ${unit} score ${formatScore(first.score)}.`],
      },
    ];
  const inWords = (some: typeof strongest, score: number) => `${listNames(some.map(({ name }) => name))}, ${formatScore(score)}`;
  return [
    { title: `Strongest${far}`, text: [inWords(strongest, top.score)] },
    { title: `Weakest${far}`, text: [inWords(weakest, bottom.score)] },
  ];
}

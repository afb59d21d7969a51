/** How P3M3 scores come about, in facts and words that can be shown beside them (design rules, "Scores"). */
import { LEVELS, type Level } from "./catalogue.ts";
import { type Selection, type Selections, selectionsFrom } from "./gate.ts";
import { wholeScore } from "./progress.ts";

/**
 * The five selections of an answered thread, from its score alone: with all levels below the last one Fully, every score
 * stands for one set of answers.
 * @param score 0 to 5 in halves; undefined comes back for anything else
 */
export function selectionsBehind(score: number): Selections | undefined {
  if (!(score >= 0 && score <= 5) || !Number.isInteger(score * 2)) return undefined;
  const fully = Math.floor(score);
  const selections = LEVELS.map((level): Selection => {
    if (level <= fully) return "Fully";
    if (level > fully + 1) return "N/A";
    return Number.isInteger(score) ? "Rarely/Never" : "Partially";
  });
  return selectionsFrom(selections);
}

/** Five selections in words, e.g. "Levels 1 to 2 Fully, level 3 Partially". Levels without a selection are left out. */
export function selectionsInWords(selections: Selections): string {
  const runs: { selection: Selection; from: Level; to: Level }[] = [];
  for (const level of LEVELS) {
    const selection = selections[level - 1] as Selection;
    const last = runs.at(-1);
    if (last?.selection === selection) last.to = level;
    else runs.push({ selection, from: level, to: level });
  }
  const given = runs.filter(({ selection }) => selection !== "N/A");
  if (given.length === 0) return "No answers";
  const words = given
    .map(({ selection, from, to }) => `${from === to ? `level ${from}` : `levels ${from} to ${to}`} ${selection}`)
    .join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The sum behind a mean. */
export interface MeanFacts {
  values: number[];
  decimal: number;
}

/** What makes the score of a perspective: the mean of its threads that are not descoped, unanswered ones as 0, and that rounded down. */
export function perspectiveFacts(
  threads: readonly { score: number | null; answered: boolean; descoped: boolean }[],
  decimal: number,
): MeanFacts & { whole: number } {
  const values = threads.filter(({ descoped }) => !descoped).map(({ score, answered }) => (answered ? (score ?? 0) : 0));
  return { values, decimal, whole: wholeScore(decimal) };
}

/** What makes the overall scores: the mean of the perspectives, and the lowest whole score with those that hold it down. */
export function overallFacts<T extends { score: number }>(perspectives: readonly T[], decimal: number, maturity: number) {
  const facts: MeanFacts & { maturity: number; holding: T[] } = {
    values: perspectives.map(({ score }) => score),
    decimal,
    maturity,
    holding: perspectives.filter(({ score }) => wholeScore(score) === maturity),
  };
  return facts;
}

/** How P3M3 scores are calculated: facts, and the words that screens show with them (docs/rules/scores.md#explanations). */
import { upperFirst } from "../words.ts";
import { LEVELS, type Level } from "./catalogue.ts";
import { type ThreadSelection, type ThreadSelections, threadSelectionsFrom } from "./gate.ts";
import { countedScores, wholeScore } from "./progress.ts";

/**
 * The five selections of an answered thread, from its score alone. All levels below the last one are Fully, so each score belongs to one
 * set of answers.
 * @param score 0 to 5 in halves
 * @returns undefined for any other number
 */
export function selectionsBehind(score: number): ThreadSelections | undefined {
  if (!(score >= 0 && score <= 5) || !Number.isInteger(score * 2)) return undefined;
  const fully = Math.floor(score);
  const selections = LEVELS.map((level): ThreadSelection => {
    if (level <= fully) return "Fully";
    if (level > fully + 1) return "N/A";
    return Number.isInteger(score) ? "Rarely/Never" : "Partially";
  });
  return threadSelectionsFrom(selections);
}

/** Five selections in words, e.g. "Levels 1 to 2 Fully, level 3 Partially". Levels without a selection are left out. */
export function selectionsInWords(selections: ThreadSelections): string {
  const runs: { selection: ThreadSelection; from: Level; to: Level }[] = [];
  for (const level of LEVELS) {
    const selection = selections[level - 1] as ThreadSelection;
    const last = runs.at(-1);
    if (last?.selection === selection) last.to = level;
    else runs.push({ selection, from: level, to: level });
  }
  const given = runs.filter(({ selection }) => selection !== "N/A");
  if (given.length === 0) return "No answers";
  const words = given
    .map(({ selection, from, to }) => `${from === to ? `level ${from}` : `levels ${from} to ${to}`} ${selection}`)
    .join(", ");
  return upperFirst(words);
}

/** A mean and the values it is made of. */
export interface MeanFacts {
  values: number[];
  decimal: number;
}

/** How the score of a perspective is calculated: the mean of its threads in scope, unanswered ones as 0, and that mean rounded down. */
export function perspectiveFacts(
  threads: readonly { score: number | null; answered: boolean; descoped: boolean }[],
  decimal: number,
): MeanFacts & { whole: number } {
  return { values: countedScores(threads), decimal, whole: wholeScore(decimal) };
}

/**
 * How the overall scores are calculated: the mean of the perspectives, and the lowest whole score with the perspectives that have it.
 * Perspectives without a score are left out.
 */
export function overallFacts<T extends { score: number | null }>(perspectives: readonly T[], decimal: number, maturity: number) {
  const facts: MeanFacts & { maturity: number; holding: T[] } = {
    values: perspectives.flatMap(({ score }) => score ?? []),
    decimal,
    maturity,
    holding: perspectives.filter(({ score }) => score !== null && wholeScore(score) === maturity),
  };
  return facts;
}

/** What a P3M3 assessment would come to if some threads were raised (docs/rules/results-and-files.md#what-if). */
import type { Estimate, RaisableGroup } from "../what-if.ts";
import { overallFacts } from "./explain.ts";
import { overallScores, perspectiveDecimal } from "./progress.ts";

/**
 * The scores with these threads, by the rules of scores (docs/rules/scores.md#overall-score).
 * @param perspectives with the threads that are not descoped
 * @param scores of the threads by key; null for one that is not answered
 */
export function p3m3Estimate(perspectives: readonly RaisableGroup[], scores: ReadonlyMap<string, number | null>): Estimate {
  const scored = perspectives.map(({ name, items }) => {
    const threads = items.map(({ key }) => {
      const score = scores.get(key) ?? null;
      return { score, answered: score !== null, descoped: false };
    });
    return { name, score: perspectiveDecimal(threads) };
  });
  const { decimal, maturity } = overallScores(scored.map(({ score }) => score));
  return {
    maturity,
    score: decimal,
    parts: scored.map(({ name, score }) => ({ name, value: score })),
    holding: overallFacts(scored, decimal, maturity).holding.map(({ name }) => name),
  };
}

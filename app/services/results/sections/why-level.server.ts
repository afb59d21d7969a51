/** Why a maturity is at its level, and what would raise it (docs/rules/results-and-files.md#why-level-n). */
import { listed } from "#model/words.ts";
import { section, WITH_RESULTS } from "~/services/results/blocks/section.server";
import type { ResultSection, ResultTable } from "~/views/result";

interface LevelHold {
  /** The maturity, a whole number; 0 when no level is reached. */
  level: number;
  /** The highest level of the model. */
  highest: number;
  /** How the maturity is calculated, in a sentence. */
  rule: string;
  /** The names of the lowest parts. */
  lowest: readonly string[];
  /** How many parts there are, the lowest included. */
  parts: number;
  /** For a level that can be raised: further sentences, and the table of what would raise it; that of a client's report, if it is another. */
  below: () => { text: string[]; lift: ResultTable[]; inReport?: ResultTable[] };
}

/** The title of the section, such as 'Why level 2'. @param level null when it is not known, 0 when none is reached */
export const whyTitle = (level: number | null) => (level ? `Why level ${level}` : "Why there is no level");

/** The section that explains a maturity: the rule, what holds it at its level, and what would raise it to the next. */
export function whyLevelSection(id: string, { level, highest, rule, lowest, parts, below }: LevelHold): ResultSection {
  const why = `${rule} ${listed(lowest)} ${holdAt(lowest.length, parts)} ${level}.`;
  if (level >= highest) return section(id, whyTitle(level), [`${why} There is no higher level.`], [], WITH_RESULTS);
  const { text, lift, inReport } = below();
  const instead = inReport ? { instead: { exhibits: inReport } } : {};
  return section(id, whyTitle(level), [why, ...text], lift, { forClients: { ...WITH_RESULTS.forClients, lifts: true, ...instead } });
}

/** The verb for the lowest of several parts, such as 'hold it at'. */
function holdAt(some: number, all: number): string {
  if (some === 1) return "holds it at";
  if (some < all) return "hold it at";
  return all === 2 ? "are both at" : "are all at";
}

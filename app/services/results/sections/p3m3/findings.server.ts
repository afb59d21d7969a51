/** What a P3M3 result says first: what its maturity means, what stands out, and what would lift it. */

import { effortOfP3m3, type P3m3Lift } from "#model/judgement.ts";
import { LEVEL_MEANINGS, type Level } from "#model/p3m3/catalogue.ts";
import { formatScore } from "#model/rounding.ts";
import { extremeFindings, listNames } from "~/services/results/sections/findings.server";
import { levelName, type Perspective } from "~/services/results/sections/p3m3/perspectives.server";
import type { Finding } from "~/views/result";

const NO_LEVEL = "The weakest perspective has not reached the first level.";

/** The meaning of a level, in a sentence. @param maturity from 0 to 5 */
export const meaningOf = (maturity: number): string => (maturity === 0 ? NO_LEVEL : (LEVEL_MEANINGS[maturity as Level] ?? ""));

/**
 * The findings of a completed assessment.
 * @param maturity from 0 to 5
 * @param lifted what would lift it; undefined at the highest level
 */
export function p3m3Findings(perspectives: readonly Perspective[], maturity: number, lifted: P3m3Lift | undefined): Finding[] {
  const further = perspectives.filter(({ final }) => final > maturity).length;
  const reached =
    perspectives.length > 1 && further > 0
      ? [`${further} of ${perspectives.length} perspectives ${further === 1 ? "has" : "have"} reached more.`]
      : [];
  const title = maturity === 0 ? "What no level means" : `What level ${maturity}, ${levelName(maturity)}, means`;
  return [
    ...lift(perspectives, maturity, lifted),
    { title, text: [meaningOf(maturity), ...reached].filter(Boolean) },
    ...standingOut(perspectives),
  ];
}

/** The perspectives that stand out or, with one alone, its threads. */
export function standingOut(perspectives: readonly Perspective[], more: { soFar?: boolean } = {}): Finding[] {
  const [only] = perspectives;
  if (perspectives.length === 1 && only) return extremeFindings(only.threads, "threads", more);
  return extremeFindings(
    perspectives.map(({ name, decimal }) => ({ name, score: decimal })),
    "perspectives",
    more,
  );
}

const TITLE = "What would lift it";

/** What holds the maturity, and what would lift it. */
function lift(perspectives: readonly Perspective[], maturity: number, lifted: P3m3Lift | undefined): Finding[] {
  if (!lifted) return [{ title: TITLE, text: ["This is the highest level."], first: true }];
  const lowest = perspectives.filter(({ final }) => final === maturity);
  const every = lowest.length > 3 && lowest.length === perspectives.length;
  const names = every ? `All ${lowest.length} perspectives` : listNames(lowest.map(({ name }) => name));
  const level = `level ${lifted.to}, ${lifted.levelName}`;
  const needs = `${names} ${lowest.length === 1 ? "needs" : "need"} a mean of ${formatScore(lifted.to)} for ${level}.`;
  // Without all threads, as a foreign upstream may send them, nothing is known of the effort.
  const effort = lowest.some(({ threads }) => threads.length === 0) ? undefined : effortOfP3m3(lifted);
  const more = { href: "#maturity", label: "See which threads are lowest" };
  const holds: Finding = { title: "What holds it", text: [needs], first: true };
  return effort === undefined ? [{ ...holds, more }] : [holds, { title: TITLE, text: [effort], first: true, more }];
}

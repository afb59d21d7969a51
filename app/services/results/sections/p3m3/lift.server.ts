/** What would lift a P3M3 maturity by one level, as sentences and recommended steps need it (docs/rules/client-report.md#recommended-steps). */
import type { P3m3Lift } from "#model/judgement.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { beginningElsewhere, risesTo } from "#model/p3m3/distance.ts";
import { overallScores } from "#model/p3m3/progress.ts";
import { levelName, type Perspective } from "~/services/results/sections/p3m3/perspectives.server";
import type { PerspectiveSteps } from "~/services/results/sections/p3m3/what-to-do.server";

/**
 * @param perspectives all of them, all answered
 * @param apart threads that do not apply in some perspective: of equal ones, a step begins with another
 * @returns undefined at the highest level
 */
export function p3m3Lift(
  perspectives: readonly Perspective[],
  maturity: number,
  steps: readonly PerspectiveSteps[],
  apart: ReadonlySet<number>,
): P3m3Lift | undefined {
  const to = maturity + 1;
  if (to > Math.max(...LEVELS)) return undefined;
  const { decimal: overall } = overallScores(perspectives.map(({ decimal }) => decimal));
  const lifted = perspectives
    .filter(({ final }) => final === maturity)
    .map(({ code, name, decimal, threads }) => {
      const rises = beginningElsewhere(risesTo(to, threads), ({ id }) => apart.has(id));
      const points = rises.reduce((sum, rise) => sum + rise.to - rise.thread.score, 0);
      const hints = steps.find((each) => each.code === code)?.steps ?? [];
      const gain = threads.length === 0 ? 0 : points / threads.length;
      return {
        key: code,
        name,
        from: decimal,
        after: decimal + gain,
        overall: { from: overall, after: overall + gain / perspectives.length },
        count: threads.length,
        threads: rises.map(({ thread, to: reached, statements }) => ({
          key: String(thread.id),
          name: thread.name,
          from: thread.score,
          to: reached,
          statements,
          hint: hints.find((each) => each.thread === thread.name)?.hint ?? "",
        })),
      };
    });
  const effort = ({ threads }: (typeof lifted)[number]) => threads.reduce((sum, { statements }) => sum + statements, 0);
  return { to, levelName: levelName(to), perspectives: lifted.toSorted((a, b) => effort(a) - effort(b) || b.from - a.from) };
}

/** Why a P3M3 assessment has its maturity, and what would raise it (docs/rules/results-and-files.md#why-level-n). */

import { LEVELS } from "#model/p3m3/catalogue.ts";
import { formatScore } from "#model/rounding.ts";
import { countInWords, lowerFirst } from "#model/words.ts";
import { NONE, score, textCell, threadPlace } from "~/services/results/blocks/cells.server";
import { type TableColumn, tableOf } from "~/services/results/blocks/columns.server";
import { DECIMAL, levelName, PERSPECTIVE, type Perspective } from "~/services/results/sections/p3m3/perspectives.server";
import { whyLevelSection } from "~/services/results/sections/why-level.server";
import { FINDINGS } from "~/views/action-links";
import type { ResultSection } from "~/views/result";

interface MaturityContext {
  perspectives: readonly Perspective[];
  overall: { maturity: number; names: { maturity: string } };
  /** Whether nothing is still to answer. */
  finished: boolean;
}

/** The perspectives that hold the maturity, and how many points each lacks for the next level. A draft shows none while something is open. */
export function maturitySections({ perspectives, overall: { maturity, names }, finished }: MaturityContext): ResultSection[] {
  if (!finished) return [];
  const lowest = perspectives.filter(({ final }) => final === maturity);
  const target = maturity + 1;
  const table = { id: "what-would-lift-it", title: `What would lift the maturity to ${target}`, rows: lowest };
  const why = whyLevelSection("maturity", {
    level: maturity,
    highest: Math.max(...LEVELS),
    rule: `The ${lowerFirst(names.maturity)} is the score of the lowest perspective, rounded down.`,
    lowest: lowest.map(({ name, decimal }) => `${name} (${formatScore(decimal)})`),
    parts: perspectives.length,
    below: () => ({
      text: [needed(perspectives, lowest.length, target)],
      lift: [
        tableOf({
          ...table,
          columns: [lifting(target), DECIMAL, pointsMissing(target), LOWEST_THREADS],
          hint: `Points missing: what the perspective's threads need together, in steps of half a point, for a mean of ${target}.`,
        }),
      ],
      inReport: [tableOf({ ...table, columns: [lifting(target), DECIMAL, LOWEST_THREADS] })],
    }),
  });
  return [why];
}

function needed(perspectives: readonly Perspective[], holding: number, target: number): string {
  const whoScore = holding === 1 ? "this perspective scores" : `${holding === 2 ? "both" : "all of these"} score`;
  const further = perspectives.filter(({ final }) => final >= target);
  const whoHas = further.length === 1 ? `${further[0]?.name} has` : `The other ${countInWords(further.length)} perspectives have`;
  const reached = further.length === 0 ? "" : ` ${whoHas} already reached ${target} or more.`;
  return `It becomes ${target} (${levelName(target)}) when ${whoScore} at least ${formatScore(target)}.${reached}`;
}

/** The perspective; an action about it is about its threads below the level. */
const lifting = (target: number): TableColumn<Perspective> => ({
  ...PERSPECTIVE,
  cell: ({ id, code, name, threads }) => ({
    text: name,
    begins: {
      of: FINDINGS.lift(code),
      places: threads.filter((thread) => thread.score < target).map((thread) => threadPlace(id, thread.id)),
    },
  }),
});

/** The points that a perspective's threads lack together to reach a mean. */
function pointsMissing(target: number): TableColumn<Perspective> {
  return {
    title: "Points missing",
    kind: "decimal",
    cell: ({ threads }) =>
      threads.length === 0 ? NONE : score(target * threads.length - threads.reduce((sum, thread) => sum + thread.score, 0)),
  };
}

const LISTED = 3;

/** The three lowest threads of a perspective. If more score the same as the third, one or two of them are named, and of more the rest are counted. */
const LOWEST_THREADS: TableColumn<Perspective> = {
  title: "Lowest threads",
  kind: "text",
  wide: true,
  cell: ({ threads }) => {
    const ascending = threads.toSorted((a, b) => a.score - b.score || a.id - b.id);
    const limit = ascending[LISTED - 1]?.score ?? 5;
    const lowest = ascending.filter((thread) => thread.score <= limit);
    const shown = (lowest.length <= LISTED + 2 ? lowest : lowest.slice(0, LISTED + 1)).map(
      (thread) => `${thread.name} ${formatScore(thread.score)}`,
    );
    const more = lowest.length - shown.length;
    return textCell(`${shown.join(", ")}${more > 0 ? `, and ${countInWords(more)} more` : ""}`);
  },
};

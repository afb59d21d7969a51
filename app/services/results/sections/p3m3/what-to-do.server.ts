/** What each thread of a P3M3 result has to do for its next level: a table for each perspective, and the sheet `Improvements`. */

import { selectionsBehind } from "#model/p3m3/explain.ts";
import { counted } from "#model/words.ts";
import { answer } from "~/services/results/blocks/cells.server";
import { type SharedColumn, scoreColumn, sheetOf, tableOf, textColumn, wholeColumn } from "~/services/results/blocks/columns.server";
import { section, WITH_SUBJECTS } from "~/services/results/blocks/section.server";
import type { ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import { IN_PERSPECTIVE, type Perspective, THREAD } from "~/services/results/sections/p3m3/perspectives.server";
import type { ResultSection, ResultTable, Sheet } from "~/views/result";

/** A thread below level 5. */
interface Step {
  perspective: string;
  thread: string;
  /** From 0 to 5 in halves; undefined when it is not known. */
  score: number | undefined;
  /** The lowest level that is not Fully. */
  level: number;
  statement: string;
  hint: string;
}

export interface PerspectiveSteps {
  code: string;
  name: string;
  steps: Step[];
}

/** The steps by perspective, those with the lowest scores first; none where the upstream does not tell them. */
export function stepsOf(perspectives: readonly Perspective[], { toImprove = [] }: ResultsWithDescoped): PerspectiveSteps[] {
  return perspectives.flatMap(({ id, code, name, threads }) => {
    const steps = toImprove
      .filter(({ perspective, hint }) => perspective.id === id && hint !== "")
      .map(({ thread, level, statement, hint }): Step => {
        const score = threads.find((each) => each.id === thread.id)?.score;
        return { perspective: name, thread: thread.name, score, level, statement, hint };
      });
    return steps.length === 0 ? [] : [{ code, name, steps: steps.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0)) }];
  });
}

const SCORE = scoreColumn("Score", 9, ({ score }: Step) => score);
const LEVEL = wholeColumn("Next level", 9, ({ level }: Step) => level);
const STATEMENT = textColumn("Statement", 70, ({ statement }: Step) => statement);
const HINT = textColumn("What to do", 60, ({ hint }: Step) => hint, { wide: true });
const ANSWER: SharedColumn<Step> = {
  title: "Answer",
  kind: "mark",
  width: 15,
  cell: ({ score, level }) => answer(score === undefined ? undefined : selectionsBehind(score)?.[level - 1]),
};

/** The steps of a perspective as a table. */
const stepTable = ({ code, name, steps }: PerspectiveSteps): ResultTable =>
  tableOf({ id: `what-to-do-${code.toLowerCase()}`, title: `What to do: ${name}`, columns: [THREAD, SCORE, LEVEL, HINT], rows: steps });

/** A thread that has to rise, and the score that it has to reach. */
interface ToRaise extends Pick<Step, "thread" | "score" | "hint"> {
  to: number;
}

const REACH: SharedColumn<ToRaise> = scoreColumn("To reach", 9, ({ to }: ToRaise) => to);
const BEGIN = textColumn("What to do first", 60, ({ hint }: ToRaise) => hint, { wide: true });

/** What a client's report has of a perspective: the threads that have to rise for its goal (docs/rules/client-report.md#what-comes-next). */
export const toRaiseTable = ({ code, name }: Pick<PerspectiveSteps, "code" | "name">, threads: readonly ToRaise[]): ResultTable =>
  tableOf<ToRaise>({
    id: `what-to-do-${code.toLowerCase()}`,
    title: `What to do: ${name}`,
    columns: [
      { title: "Thread", kind: "text", names: true, cell: ({ thread }) => ({ text: thread }) },
      scoreColumn("Score", 9, ({ score }: ToRaise) => score),
      REACH,
      BEGIN,
    ],
    rows: threads,
  });

interface StepsContext {
  steps: readonly PerspectiveSteps[];
  given: ResultsWithDescoped;
  /** Whether nothing is still to answer. */
  finished: boolean;
}

/** A folded table for each perspective; no section where the upstream does not say what to do. */
export function whatToDoSections({ steps: perspectives, given, finished }: StepsContext): ResultSection[] {
  if (perspectives.length === 0) return [];
  const tables = perspectives.map(stepTable);
  const folded = perspectives.map(({ name, steps }) => ({ title: name, holds: counted(steps.length, "thread") }));
  const text = `What would take each thread to its next level, the lowest scores first. A thread that is not listed ${othersInWords(given, finished)}.`;
  return [section("what-to-do", "What to do", [text], tables, { folded, ...WITH_SUBJECTS })];
}

/** The end of the sentence about the threads that need no change. */
function othersInWords({ descoped = [] }: ResultsWithDescoped, finished: boolean): string {
  const states = ["at level 5", ...(finished ? [] : ["not answered"]), ...(descoped.length > 0 ? ["descoped"] : [])];
  return `is ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(states)}`;
}

/** The sheet `Improvements`: the same with the statement that is to be met and how it was answered. */
export function improvementSheets({ steps }: Pick<StepsContext, "steps">): Sheet[] {
  const rows = steps.flatMap((perspective) => perspective.steps);
  return [sheetOf("Improvements", [IN_PERSPECTIVE, THREAD, SCORE, LEVEL, ANSWER, STATEMENT, HINT], rows)];
}

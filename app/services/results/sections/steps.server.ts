/** The recommended steps of a report: what they say, and the table, decisions and sheet that show them (docs/rules/client-report.md#recommended-steps). */

import {
  itilSteps,
  p3m3Steps,
  type ReportStep,
  STEP_FIELDS,
  STEPS,
  type StepField,
  type SuggestedSteps,
  stepsOfReport,
} from "#model/recommended-steps.ts";
import { countInWords, upperFirst } from "#model/words.ts";
import { type SharedColumn, sheetOf, tableOf, textColumn } from "~/services/results/blocks/columns.server";
import type { InScope } from "~/services/upstream/assessment-model.server";
import type { Block, WrittenTexts } from "~/views/client-report";
import type { Result, ResultTable, Sheet } from "~/views/result";

/** The steps by rule; none while it is not known what holds the result. */
export function suggestedSteps({ scored }: Pick<Result, "scored">): SuggestedSteps {
  if (scored.model === "P3M3" && scored.lift) return p3m3Steps(scored.lift);
  if (scored.model === "ITIL" && scored.lift) return itilSteps(scored.lift);
  return { to: undefined, steps: [], further: 0 };
}

/** The threads, practices or components that a step by rule is about; none for one of the assessors' own. @param key as of `suggestedSteps` */
export function placesOfStep(key: string, result: Result, scope: readonly InScope[]): string[] {
  const covers = new Set(suggestedSteps(result).steps.find((step) => step.key === key)?.covers);
  const isAbout = ({ codes: [code], place }: InScope) => covers.has(`${code}`) || covers.has(`${code}-${place.split("/").at(-1)}`);
  return scope.filter(isAbout).map(({ place }) => place);
}

/** The steps that a report has. */
export interface ReportSteps extends Omit<SuggestedSteps, "steps"> {
  steps: readonly ReportStep[];
  /** Whether they are those by rule, without any left out or added. */
  isWhole: boolean;
}

/** @returns undefined without a step */
export function reportSteps(result: Pick<Result, "scored">, written: WrittenTexts): ReportSteps | undefined {
  const suggested = suggestedSteps(result);
  const steps = stepsOfReport(suggested, written)
    .filter(({ state }) => state !== "left out")
    .slice(0, STEPS.full);
  const isWhole = steps.every(({ effect }) => effect !== "") && steps.length === suggested.steps.length;
  return steps.length === 0 ? undefined : { ...suggested, steps, isWhole };
}

const field = (name: StepField, width: number, more = {}): SharedColumn<ReportStep> =>
  textColumn(STEP_FIELDS[name].label, width, (step) => step[name], more);

const COLUMNS: readonly SharedColumn<ReportStep>[] = [
  field("step", 70, { names: true, wide: true }),
  field("why", 50, { wide: true }),
  textColumn("Effect", 34, ({ effect }) => effect),
  field("effort", 14),
  field("owner", 20),
  field("due", 14),
];

/** 'Recommended steps to level 3'; for a board 'Five steps to level 3', or 'The first five steps to level 3' of more. */
export function stepsTitle({ to, further, steps }: ReportSteps, board: boolean): string {
  const goal = to === undefined ? "" : ` to level ${to}`;
  if (!board) return `Recommended steps${goal}`;
  const count = Math.min(steps.length, STEPS.board);
  const words = `${countInWords(count)} ${count === 1 ? "step" : "steps"}${goal}`;
  return steps.length > count || further > 0 ? `The first ${words}` : upperFirst(words);
}

/**
 * The table, a board's with its first rows alone and without reasons, which the notes of its slide have.
 * @param hasDetails whether the report says what each thread has to do
 */
export function stepsTable(shown: ReportSteps, board: boolean, hasDetails = false): ResultTable {
  const { to, further, isWhole, namesThreads, steps } = shown;
  const more = further === 0 ? "" : ` and ${countInWords(further)} more, which the table of what would lift it names`;
  const hint =
    to === undefined || !isWhole || board
      ? undefined
      : `Level ${to} is reached with all of these${more}. Effect: what the step alone changes; the maturity stays at ${to - 1} until all are done.`;
  const details = namesThreads && hasDetails ? "The tables What to do say what each thread needs for its next level." : undefined;
  const hints = [hint, details].filter(Boolean);
  return tableOf({
    id: "recommended-steps",
    title: stepsTitle(shown, board),
    columns: board ? COLUMNS.filter(({ title }) => title !== STEP_FIELDS.why.label) : COLUMNS,
    rows: board ? steps.slice(0, STEPS.board) : steps,
    ...(hints.length > 0 ? { hint: hints.join(" ") } : {}),
  });
}

/** The decisions that a board has to take: on the goal, and on what the steps still lack. */
export function decisions({ to, steps }: ReportSteps): Block[] {
  const shown = steps.slice(0, STEPS.board);
  const lacks = (name: StepField) => shown.some((step) => step[name] === "");
  const questions = [
    to === undefined ? "Whether these steps are to be taken." : `Whether level ${to} is the next goal, and by when it is to be reached.`,
    ...(lacks("owner") ? ["Who is to own each step."] : []),
    ...(lacks("effort") ? ["How much time and money each step may take."] : []),
    ...(lacks("due") ? ["When each step is to be done."] : []),
    "When to assess again.",
  ];
  return questions.map((text, index): Block => ({ kind: "text", text: `${index + 1}. ${text}` }));
}

export const DECISIONS = "Decisions asked";

/** The sheet of the Excel file; none without a step, and where nobody read the team's texts. */
export function stepSheets({ scored, written }: Pick<Result, "scored"> & { written?: WrittenTexts | undefined }): Sheet[] {
  const shown = written && reportSteps({ scored }, written);
  return shown ? [sheetOf("Recommended_Steps", COLUMNS, shown.steps)] : [];
}

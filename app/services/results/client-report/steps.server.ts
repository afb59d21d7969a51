/** The recommended steps of a report: what they say, and the table, decisions and sheet that show them (docs/rules/client-report.md#recommended-steps). */

import { countInWords } from "#model/judgement.ts";
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
import { upperFirst } from "#model/words.ts";
import { type SharedColumn, sheetOf, tableOf, textColumn } from "~/services/results/columns.server";
import type { Block, WrittenTexts } from "~/views/client-report";
import { type Result, type ResultTable, type WorkbookContent, workbookContent } from "~/views/result";

/** The steps by rule; none while it is not known what holds the result. */
export function suggestedSteps({ scored }: Result): SuggestedSteps {
  if (scored.model === "P3M3" && scored.lift) return p3m3Steps(scored.lift);
  if (scored.model === "ITIL" && scored.lift) return itilSteps(scored.lift);
  return { to: undefined, steps: [], further: 0 };
}

/** Those that the report has. */
export function reportSteps(result: Result, written: WrittenTexts): ReportStep[] {
  return stepsOfReport(suggestedSteps(result), written)
    .filter(({ state }) => state !== "left out")
    .slice(0, STEPS.full);
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
export function stepsTitle(result: Result, steps: readonly ReportStep[], board: boolean): string {
  const { to } = suggestedSteps(result);
  const goal = to === undefined ? "" : ` to level ${to}`;
  if (!board) return `Recommended steps${goal}`;
  const count = Math.min(steps.length, STEPS.board);
  const words = `${countInWords(count)} ${count === 1 ? "step" : "steps"}${goal}`;
  return steps.length > count || suggestedSteps(result).further > 0 ? `The first ${words}` : upperFirst(words);
}

/** The table, a board's with its first rows alone and without reasons, which the notes of its slide have. */
export function stepsTable(result: Result, steps: readonly ReportStep[], board: boolean): ResultTable {
  const { to, further } = suggestedSteps(result);
  const isWhole = steps.every(({ effect }) => effect !== "") && steps.length === suggestedSteps(result).steps.length;
  const more = further === 0 ? "" : ` and ${countInWords(further)} more, which the table of what would lift it names`;
  const hint =
    to === undefined || !isWhole || board
      ? undefined
      : `Level ${to} is reached with all of these${more}. Effect: what the step alone changes.`;
  return tableOf({
    id: "recommended-steps",
    title: stepsTitle(result, steps, board),
    columns: board ? COLUMNS.filter(({ title }) => title !== STEP_FIELDS.why.label) : COLUMNS,
    rows: board ? steps.slice(0, STEPS.board) : steps,
    ...(hint ? { hint } : {}),
  });
}

/** What a board is asked to decide: the goal, and what the steps still lack. */
export function decisions(result: Result, steps: readonly ReportStep[]): Block[] {
  const { to } = suggestedSteps(result);
  const shown = steps.slice(0, STEPS.board);
  const lacks = (name: StepField) => shown.some((step) => step[name] === "");
  const asked = [
    to === undefined ? "Whether these steps are to be taken." : `Whether level ${to} is the next goal, and by when it is to be reached.`,
    ...(lacks("owner") ? ["Who is to own each step."] : []),
    ...(lacks("effort") ? ["How much time and money each step may take."] : []),
    ...(lacks("due") ? ["When each step is to be done."] : []),
    "When to assess again.",
  ];
  return asked.map((text, index): Block => ({ kind: "text", text: `${index + 1}. ${text}` }));
}

export const DECISIONS = "Decisions asked";

/** The content of an Excel file with the steps as a sheet before the last one, which says what the file is; unchanged without a step. */
export function withSteps(result: Result, written: WrittenTexts): WorkbookContent {
  const content = workbookContent(result);
  const steps = reportSteps(result, written);
  if (steps.length === 0) return content;
  return {
    ...content,
    sheets: [...content.sheets.slice(0, -1), sheetOf("Recommended_Steps", COLUMNS, steps), ...content.sheets.slice(-1)],
  };
}

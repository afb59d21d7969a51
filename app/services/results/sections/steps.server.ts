/** The recommended steps of a report: what they say, and the table, decisions and sheet that show them (docs/rules/client-report.md#recommended-steps). */

import type { Assessment } from "#model/contract/assessments.ts";
import {
  itilSteps,
  p3m3Steps,
  type ReportStep,
  STEP_FIELDS,
  STEPS,
  type StepField,
  type SuggestedSteps,
  stepsFor,
  stepsOfReport,
} from "#model/recommended-steps.ts";
import { formatScore } from "#model/rounding.ts";
import { countInWords, listed, upperFirst } from "#model/words.ts";
import { type SharedColumn, sheetOf, tableOf, textColumn } from "~/services/results/blocks/columns.server";
import { type AgreedActions, belongsTo } from "~/services/results/sections/actions.server";
import type { InScope } from "~/services/upstream/assessment-model.server";
import { listInScope } from "~/services/upstream/models.server";
import { SIZE_WORDS } from "~/views/actions";
import type { Block, WrittenTexts } from "~/views/client-report";
import { shortDate } from "~/views/dates";
import type { Result, ResultTable, Sheet } from "~/views/result";

/** The steps by rule; none while it is not known what holds the result. */
export function suggestedSteps({ scored }: Pick<Result, "scored">): SuggestedSteps {
  if (scored.model === "P3M3" && scored.lift) return p3m3Steps(scored.lift);
  if (scored.model === "ITIL" && scored.lift) return itilSteps(scored.lift);
  return { to: undefined, steps: [], further: 0 };
}

/** What a place is called in `SuggestedStep.covers`: by its code, or that of its perspective and its thread. */
export const coversOf = ({ codes: [code], place }: InScope): string[] => [`${code}`, `${code}-${place.split("/").at(-1)}`];

/** The threads, practices or components that a step by rule is about; none for one of the assessors' own. @param key as of `suggestedSteps` */
export function placesOfStep(key: string, result: Result, scope: readonly InScope[]): string[] {
  const steps = suggestedSteps(result).steps.flatMap((step) => [step, ...(step.byThread ?? [])]);
  const covers = new Set(steps.find((step) => step.key === key)?.covers);
  return scope.filter((item) => coversOf(item).some((each) => covers.has(each))).map(({ place }) => place);
}

interface StepActionContext {
  assessment: Assessment;
  actions?: AgreedActions | undefined;
}

/** What was agreed after the assessment and is not dropped, as steps need it; absent where the upstream keeps no actions. */
export function withStepActions({ assessment, actions: agreed }: StepActionContext): Pick<Result, "stepActions"> {
  if (!agreed) return {};
  const known = new Map(listInScope(assessment).map((item) => [item.place, coversOf(item)]));
  const stepActions = agreed.actions
    .filter((action) => action.state !== "dropped" && belongsTo(action, assessment))
    .map(({ title, why, owner, effort, due, places }) => ({
      ...{ title, why, owner },
      effort: effort === null ? "" : SIZE_WORDS[effort],
      due: due === null ? "" : shortDate(due),
      covers: places.flatMap((place) => known.get(place) ?? []),
    }));
  return { stepActions };
}

/** The steps that a report has. */
export interface ReportSteps extends Omit<SuggestedSteps, "steps"> {
  steps: readonly ReportStep[];
  /** Whether they are those by rule, without any left out or added. */
  isWhole: boolean;
  /** Whether it says which are accepted, as the upstream keeps actions. */
  saysState: boolean;
}

/** @returns undefined without a step */
export function reportSteps(result: Pick<Result, "scored" | "stepActions">, written: WrittenTexts): ReportSteps | undefined {
  const suggested = suggestedSteps(result);
  const { stepActions } = result;
  const steps = stepsOfReport(suggested, written, stepActions)
    .filter(({ state }) => state !== "left out")
    .slice(0, STEPS.full);
  const isWhole = steps.every(({ effect }) => effect !== "") && steps.length === stepsFor(suggested, written).length;
  return steps.length === 0 ? undefined : { ...suggested, steps, isWhole, saysState: stepActions !== undefined };
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
/** An accepted step is one with an action; all others are suggestions (docs/rules/client-report.md#recommended-steps). */
const STATE = textColumn("State", 14, ({ state }: ReportStep) => (state === "accepted" ? "Accepted" : "Suggested"));
const columnsOf = ({ saysState }: Pick<ReportSteps, "saysState">) => (saysState ? [...COLUMNS, STATE] : COLUMNS);

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
  const details = namesThreads ? `A step says how to begin${hasDetails ? "; the tables What to do have every thread." : "."}` : undefined;
  const hints = [hint, details].filter(Boolean);
  const rows = board ? steps.slice(0, STEPS.board) : steps;
  // A board gets no reasons. Nobody gets a column without a word, or the state of steps that are all suggested.
  const isShown = (column: SharedColumn<ReportStep>) =>
    column === STATE
      ? rows.some(({ state }) => state === "accepted")
      : !(board && column.title === STEP_FIELDS.why.label) && rows.some((step) => column.cell(step).text !== "");
  return tableOf({
    id: "recommended-steps",
    title: stepsTitle(shown, board),
    columns: columnsOf(shown).filter(isShown),
    rows,
    ...(hints.length > 0 ? { hint: hints.join(" ") } : {}),
  });
}

/** The decisions that a board has to take: on the goal, on what was agreed, and on what the steps still lack. */
export function decisions({ to, steps }: ReportSteps, { aims = [] }: Pick<Result, "aims">): Block[] {
  const shown = steps.slice(0, STEPS.board);
  const accepted = shown.filter(({ state }) => state === "accepted");
  const open = shown.filter(({ state }) => state !== "accepted");
  const lacking = (name: StepField) => open.filter((step) => step[name] === "").length;
  /** 'each step', or 'the other two steps'. */
  const which = (count: number) =>
    count === shown.length
      ? "each step"
      : `${count === open.length && accepted.length > 0 ? "the other" : "the"} ${count === 1 ? "step" : `${countInWords(count)} steps`}${count < open.length ? " without one" : ""}`;
  const asks = (name: StepField, ask: (steps: string) => string) => (lacking(name) > 0 ? [ask(which(lacking(name)))] : []);
  const questions = [
    goalIn(to, aims),
    ...(accepted.length > 0 ? [`Whether what was agreed stays so: ${accepted.map(agreedInWords).join("; ")}.`] : []),
    ...asks("owner", (those) => `Who is to own ${those}.`),
    ...asks("effort", (those) => `How much time and money ${those} may take.`),
    ...asks("due", (those) => `When ${those} ${those.endsWith("steps") ? "are" : "is"} to be done.`),
    "When to assess again.",
  ];
  return questions.map((text, index): Block => ({ kind: "text", text: `${index + 1}. ${text}` }));
}

/** More targets than these are counted. */
const AIMS = 3;

/** The first decision: the targets that are known, or the level that the steps lead to. */
function goalIn(to: number | undefined, aims: NonNullable<Result["aims"]>): string {
  const open = aims.filter(({ isReached }) => !isReached);
  const days = open.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first !== undefined && last !== undefined) {
    const when = first === last ? `until ${shortDate(first)}` : `until days between ${shortDate(first)} and ${shortDate(last)}`;
    return open.length > AIMS
      ? `Whether the ${countInWords(open.length)} targets that are not reached stay so, ${when}.`
      : `Whether ${open.length === 1 ? "this target stays" : "these targets stay"}: ${listed(open.map(({ name, score, date }) => `${name} ${formatScore(score)} until ${shortDate(date)}`))}.`;
  }
  return to === undefined
    ? "Whether these steps are to be taken."
    : `Whether level ${to} is the next goal, and by when it is to be reached.`;
}

/** 'Risk management (Board, by 31 Mar 2027)'. */
function agreedInWords({ about, step, owner, due }: ReportStep): string {
  const facts = [owner, due && `by ${due}`].filter(Boolean).join(", ");
  return `${about || step}${facts ? ` (${facts})` : ""}`;
}

export const DECISIONS = "Decisions requested";

/** The sheet of the Excel file; none without a step, and where nobody read the team's texts. */
export function stepSheets({
  written,
  ...context
}: Pick<Result, "scored" | "stepActions"> & { written?: WrittenTexts | undefined }): Sheet[] {
  const shown = written && reportSteps(context, written);
  return shown ? [sheetOf("Recommended_Steps", columnsOf(shown), shown.steps)] : [];
}

/** The recommended steps of a report: what they say, and the table, decisions and sheet that show them (docs/rules/client-report.md#recommended-steps). */

import { isOverdue } from "#model/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { groupBy } from "#model/group-by.ts";
import {
  itilSteps,
  p3m3Steps,
  type ReportStep,
  STEP_FIELDS,
  STEPS,
  type StepField,
  type SuggestedStep,
  type SuggestedSteps,
  stepsFor,
  stepsOfReport,
} from "#model/recommended-steps.ts";
import { formatScore } from "#model/rounding.ts";
import { countInWords, cutTo, listed, lowerFirst, upperFirst } from "#model/words.ts";
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
  if (scored.model === "P3M3" && scored.lift) return { ...p3m3Steps(scored.lift), perspectives: scored.all };
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

/** What was agreed after the assessment and is not dropped, as steps need it, and all that is overdue; absent where the upstream keeps no actions. */
export function withStepActions({ assessment, actions: agreed }: StepActionContext): Pick<Result, "stepActions" | "overdue"> {
  if (!agreed) return {};
  const overdue = agreed.actions
    .filter((action) => isOverdue(action, agreed.today))
    .map(({ title, owner, due }) => ({ title, owner, due: due === null ? "" : shortDate(due) }));
  const known = new Map(listInScope(assessment).map((item) => [item.place, coversOf(item)]));
  const stepActions = agreed.actions
    .filter((action) => action.state !== "dropped" && belongsTo(action, assessment))
    .map(({ title, why, owner, effort, due, places }) => ({
      ...{ title, why, owner },
      effort: effort === null ? "" : SIZE_WORDS[effort],
      due: due === null ? "" : shortDate(due),
      covers: places.flatMap((place) => known.get(place) ?? []),
    }));
  return { stepActions, overdue };
}

/** The steps that a report has. */
export interface ReportSteps extends Omit<SuggestedSteps, "steps"> {
  steps: readonly ReportStep[];
  /** Whether they are those by rule, without any left out or added. */
  isWhole: boolean;
  /** Whether it says which are accepted, as the upstream keeps actions. */
  saysState: boolean;
  /** All steps by rule, also those that the assessors leave out. */
  byRule: readonly SuggestedStep[];
}

/** @returns undefined without a step */
export function reportSteps(result: Pick<Result, "scored" | "stepActions">, written: WrittenTexts): ReportSteps | undefined {
  const suggested = suggestedSteps(result);
  const { stepActions } = result;
  const steps = stepsOfReport(suggested, written, stepActions)
    .filter(({ state }) => state !== "left out")
    .slice(0, STEPS.full);
  const byRule = stepsFor(suggested, written);
  const isWhole = steps.every(({ effect }) => effect !== "") && steps.length === byRule.length;
  return steps.length === 0 ? undefined : { ...suggested, steps, isWhole, saysState: stepActions !== undefined, byRule };
}

const field = (name: StepField, width: number, more = {}): SharedColumn<ReportStep> =>
  textColumn(STEP_FIELDS[name].label, width, (step) => step[name], more);

/** The threads of a perspective that have to rise; steps about anything else have none. */
const THREADS = textColumn("Threads to raise", 50, ({ threads = "" }: ReportStep) => threads);
const WHY = field("why", 50, { wide: true });
const EFFECT = textColumn("Effect", 34, ({ effect }: ReportStep) => effect);
const stateOf = ({ state }: ReportStep) => (state === "accepted" ? "Accepted" : "Suggested");
/** An accepted step is one with an action; all others are suggestions (docs/rules/client-report.md#recommended-steps). */
const STATE = textColumn("State", 14, stateOf);

/** The columns of the sheet. */
const sheetColumns = ({ saysState, steps }: ReportSteps): SharedColumn<ReportStep>[] => [
  field("step", 70, { names: true, wide: true }),
  WHY,
  ...(steps.some(({ threads }) => threads !== undefined) ? [THREADS] : []),
  EFFECT,
  ...[field("effort", 14), field("owner", 20), field("due", 14)],
  ...(saysState ? [STATE] : []),
];

/** A step with its threads, in a table that has few columns so that sentences keep their room. */
const stepColumn = (board: boolean) =>
  textColumn(
    STEP_FIELDS.step.label,
    70,
    ({ step, brief = step, threads }: ReportStep) =>
      // The words are where to begin; the effect is that of all these threads.
      [ended(board ? brief : step), ...(threads === undefined ? [] : [`For this effect, raise: ${threads}.`])].join("\n"),
    { names: true, wide: true },
  );
/** A sentence with its full stop, which an action's words may lack. */
const ended = (text: string) => (/[.!?…:]$/.test(text) ? text : `${text}.`);
/** Why; nothing where a step names its threads and nobody wrote a reason, as that says what is missing. */
const REASON = textColumn(
  STEP_FIELDS.why.label,
  50,
  ({ why, whyByRule, threads }: ReportStep) => (threads !== undefined && why === whyByRule ? "" : why),
  { wide: true },
);
/** Whether it is accepted, and its owner, day and effort, in lines. */
const whoColumn = (saysState: boolean) =>
  textColumn("Owner, day, effort", 24, (step: ReportStep) =>
    [...(saysState ? [stateOf(step)] : []), step.owner, step.due, step.effort && `Effort: ${lowerFirst(step.effort)}`]
      .filter(Boolean)
      .join("\n"),
  );

/** 'Recommended steps to level 3'; for a board 'Five steps to level 3', or 'The first five steps to level 3' of more. */
export function stepsTitle({ to, further, steps }: ReportSteps, board: boolean): string {
  const goal = to === undefined ? "" : ` to level ${to}`;
  if (!board) return `Recommended steps${goal}`;
  const count = Math.min(steps.length, STEPS.board);
  const words = `${countInWords(count)} ${count === 1 ? "step" : "steps"}${goal}`;
  return steps.length > count || further > 0 ? `The first ${words}` : upperFirst(words);
}

/** The steps that a report shows. */
const shownSteps = ({ steps }: Pick<ReportSteps, "steps">, board: boolean) => (board ? steps.slice(0, STEPS.board) : steps);

/**
 * Says plainly what the shown steps do not give: the perspectives that stay below the level, or how many more steps it takes, and the targets
 * that are higher. No sentence where they give all of it.
 */
function fallsShort(given: ReportSteps, shown: readonly ReportStep[], aims: NonNullable<Result["aims"]>): string[] {
  const { to, byRule, perspectives, further } = given;
  const left = byRule.filter(({ key }) => !shown.some((step) => step.key === key));
  const names = new Set(left.map(({ lifts }) => lifts.name));
  const those = shown.length === 1 ? "this step" : `these ${countInWords(shown.length)} steps`;
  const who = `${countInWords(names.size)} of ${countInWords(perspectives ?? 0)} perspectives ${names.size === 1 ? "stays" : "stay"}`;
  const missing = left.length + further;
  const more = `Level ${to} takes ${countInWords(missing)} more ${missing === 1 ? "step" : "steps"} than ${those}.`;
  const level = perspectives === undefined ? more : `With ${those} ${who} below level ${to}.`;
  const reached = new Map(shown.flatMap(({ lifts }) => (lifts ? [[lifts.name, lifts.to] as const] : [])));
  const higher = aims.filter((aim) => !aim.isReached && (reached.get(aim.name) ?? 0) < aim.score);
  const targets = `${upperFirst(those)} ${shown.length === 1 ? "does" : "do"} not reach ${higher.length === 1 ? "the target" : "the targets"} of ${listed(higher.map(aimInWords))}.`;
  return [...(to !== undefined && missing > 0 ? [level] : []), ...(higher.length > 0 && higher.length <= AIMS ? [targets] : [])];
}

/** 'Risk management (3.00)'. */
const aimInWords = ({ name, score }: { name: string; score: number }) => `${name} (${formatScore(score)})`;

/** The table, a board's with its first rows alone and without reasons, which the notes of its slide have. */
export function stepsTable(shown: ReportSteps, board: boolean): ResultTable {
  const { to, further, isWhole } = shown;
  const rows = shownSteps(shown, board);
  const more = further === 0 ? "" : ` and ${countInWords(further)} more, which the table of what would lift it names`;
  const isAll = to !== undefined && isWhole && rows.length === shown.steps.length && !(board && further > 0);
  const all = `Level ${to} is reached with all of these${more}. Effect: what the step alone changes; the maturity stays at ${(to ?? 1) - 1} until all are done.`;
  // Nobody gets a column without a word, or the state of steps that are all suggested.
  const who = whoColumn(rows.some(({ state }) => state === "accepted"));
  const columns = [stepColumn(board), ...(board ? [] : [REASON]), EFFECT, who].filter((column) =>
    rows.some((step) => column.cell(step).text !== ""),
  );
  return tableOf({
    id: "recommended-steps",
    title: stepsTitle(shown, board),
    columns,
    rows,
    ...(isAll ? { hint: all } : {}),
  });
}

/** The decisions that the client has to take: on the goal, on what was agreed or is overdue, on the steps, and on what they still lack. */
export function decisions(given: ReportSteps, board: boolean, { aims = [], overdue = [] }: Pick<Result, "aims" | "overdue">): Block[] {
  const shown = shownSteps(given, board);
  const accepted = shown.filter(({ state }) => state === "accepted");
  const open = shown.filter(({ state }) => state !== "accepted");
  const short = fallsShort(given, shown, aims);
  const agreed =
    accepted.length === 0
      ? []
      : [
          `Confirm what was agreed: ${accepted.map(({ step, ...facts }) => agreedInWords({ title: cutTo(step.replace(/\.$/, ""), MOST_OF_STEP), ...facts })).join("; ")}.`,
        ];
  const proposed = open.length === 0 ? [] : [`Approve ${which(accepted.length, open.length)}: ${open.map(riseInWords).join("; ")}.`];
  const questions = [
    goalIn(given.to, aims),
    ...(overdue.length > 0 ? [`Decide what to do about what is overdue: ${inBrief(overdue.map(agreedInWords))}.`] : []),
    ...withEnd([...agreed, ...proposed], short),
    ...lackingIn(open, accepted.length),
    assessAgain(aims),
  ];
  return questions.map((text, index): Block => ({ kind: "text", text: `${index + 1}. ${text}` }));
}

/** Sentences with further ones behind the last. */
const withEnd = (texts: readonly string[], further: readonly string[]) =>
  texts.map((text, index) => (index === texts.length - 1 ? [text, ...further].join(" ") : text));

/** 'the other two steps', or 'this step'. */
function which(accepted: number, open: number): string {
  if (open === 1) return accepted > 0 ? "the other step" : "this step";
  return `${accepted > 0 ? "the other" : "these"} ${countInWords(open)} steps`;
}

/** More targets, or overdue actions, than these are counted. */
const AIMS = 3;
const inBrief = (texts: readonly string[]) =>
  [...texts.slice(0, AIMS), ...(texts.length > AIMS ? [`${countInWords(texts.length - AIMS)} more`] : [])].join("; ");

/** The first decision: the targets that are known, or the level that the steps lead to. */
function goalIn(to: number | undefined, aims: NonNullable<Result["aims"]>): string {
  const open = aims.filter(({ isReached }) => !isReached);
  const days = open.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first !== undefined && last !== undefined) {
    const when = first === last ? `by ${shortDate(first)}` : `by days between ${shortDate(first)} and ${shortDate(last)}`;
    const past = open.filter(({ isPast }) => isPast).length;
    const those = past === open.length ? (past === 1 ? "It" : "They") : `${upperFirst(countInWords(past))} of them`;
    const late =
      past === 0 ? "" : ` ${those} ${past === 1 ? "is past its date and needs a new one" : "are past their dates and need new ones"}.`;
    const each = open.map(({ name, score, date }) => `${name} ${formatScore(score)} by ${shortDate(date)}`);
    return open.length > AIMS
      ? `Confirm the ${countInWords(open.length)} targets that are not reached, ${when}.${late}`
      : `Confirm ${open.length === 1 ? "the target that is" : "the targets that are"} not reached: ${listed(each)}.${late}`;
  }
  return to === undefined
    ? "Agree on the next goal."
    : `Agree on level ${to} as the next goal, and on the day by which it is to be reached.`;
}

/** 'Give a new register to each project (Board, by 31 Mar 2027)'. */
function agreedInWords({ title, owner, due }: { title: string; owner: string; due: string }): string {
  const facts = [owner, due && `due ${due}`].filter(Boolean).join(", ");
  return `${title}${facts ? ` (${facts})` : ""}`;
}

/** 'Risk management 2.54 → 3.04'; of a step that somebody added its words. */
const riseInWords = ({ about, lifts, step }: ReportStep): string =>
  lifts ? `${about ?? lifts.name} ${lifts.rise}` : cutTo(step.replace(/\.$/, ""), MOST_OF_STEP);
/** Characters of a step in a list of steps. */
const MOST_OF_STEP = 120;

/** 'Give an owner, a budget and a day to each step.' What only some lack is asked for these. */
function lackingIn(open: readonly ReportStep[], accepted: number): string[] {
  const fields = [
    { name: "owner", what: "an owner" },
    { name: "effort", what: "a budget" },
    { name: "due", what: "a day" },
  ] as const;
  const lacking = fields.flatMap(({ name, what }) => {
    const count = open.filter((step) => step[name] === "").length;
    return count === 0 ? [] : [{ count, what }];
  });
  return [...groupBy(lacking, ({ count }) => count)].map(([count, some]) => {
    const it = some.length === 1 ? "it" : "them";
    const lack = count === 1 ? `the one step that lacks ${it}` : `the ${countInWords(count)} steps that lack ${it}`;
    const who = count < open.length ? lack : open.length === 1 || accepted > 0 ? which(accepted, open.length) : "each step";
    return `Give ${listed(some.map(({ what }) => what))} to ${who}.`;
  });
}

/** The last target says by when at the latest. */
function assessAgain(aims: NonNullable<Result["aims"]>): string {
  const last = aims
    .flatMap(({ isReached, isPast, date }) => (isReached || isPast ? [] : date))
    .toSorted()
    .at(-1);
  return last === undefined
    ? "Agree on when to assess again."
    : `Agree on when to assess again, at the latest by ${shortDate(last)}, the day of the last target.`;
}

export const DECISIONS = "Decisions requested";

/** The sheet of the Excel file; none without a step, and where nobody read the team's texts. */
export function stepSheets({
  written,
  ...context
}: Pick<Result, "scored" | "stepActions"> & { written?: WrittenTexts | undefined }): Sheet[] {
  const shown = written && reportSteps(context, written);
  return shown ? [sheetOf("Recommended_Steps", sheetColumns(shown), shown.steps)] : [];
}

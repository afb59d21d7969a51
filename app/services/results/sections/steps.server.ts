/** The recommended steps of a report: what they say, and the table, decisions and sheet that show them (docs/rules/client-report.md#recommended-steps). */

import { isOverdue } from "#model/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { daysAfter } from "#model/days.ts";
import { groupBy } from "#model/group-by.ts";
import {
  type AgreedForStep,
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
/** What was agreed, which gives the effect of a step only where it is about all that the step takes (docs/rules/client-report.md#recommended-steps). */
const AGREED = textColumn("Agreed so far", 40, ({ agreed = [] }: ReportStep) => agreed.map(agreedInBrief).join("\n"));
/** The same on a slide: by whom and when. */
const AGREED_BY = textColumn("Agreed so far", 24, ({ agreed = [] }: ReportStep) =>
  agreed.map(({ owner, due }) => [owner, due && `by ${due}`].filter(Boolean).join(", ") || "An action").join("\n"),
);
/** An agreed step is one with an action about all of it; all others are suggestions. */
const STATE = textColumn("State", 14, ({ state }: ReportStep) => (state === "accepted" ? "Agreed" : "Suggested"));

/** 'Name owners: Board, by 31 Mar 2027, effort: small'. */
function agreedInBrief({ title, owner, due, effort, part }: AgreedForStep): string {
  const facts = [owner, due && `by ${due}`, effort && `effort: ${lowerFirst(effort)}`].filter(Boolean).join(", ");
  const about = part === undefined ? "" : ` (for ${countInWords(part)} of these)`;
  return `${title.replace(/\.$/, "")}${about}${facts ? `: ${facts}` : ""}`;
}

/** The columns of the sheet. */
const sheetColumns = ({ saysState, steps }: ReportSteps): SharedColumn<ReportStep>[] => [
  field("step", 70, { names: true, wide: true }),
  field("why", 50, { wide: true }),
  ...(steps.some(({ threads }) => threads !== undefined) ? [THREADS] : []),
  textColumn("Effect", 34, ({ effect }: ReportStep) => effect),
  ...[field("effort", 14), field("owner", 20), field("due", 14)],
  ...(saysState ? [AGREED, STATE] : []),
];

/** What is lifted, and to which level; of a step about one thread, or one that somebody added, its words. */
const GOAL = textColumn(STEP_FIELDS.step.label, 30, ({ goal, step }: ReportStep) => goal ?? ended(step), { names: true, wide: true });
/** What it takes, in full with each thread. */
const takesColumn = (isBrief: boolean) =>
  textColumn("What it takes", 40, ({ takes = "", threads }: ReportStep) => (isBrief || !threads ? takes : `${takes}: ${threads}.`), {
    wide: !isBrief,
  });
/** Where to begin: hints, or what the assessors wrote. */
const beginColumn = (most: number) =>
  textColumn(
    "Begin with",
    60,
    ({ goal, step, begin }: ReportStep) => (goal === undefined ? "" : begin ? begin.slice(0, most).join(" ") : ended(step)),
    { wide: true },
  );
/** A sentence with its full stop. */
const ended = (text: string) => (/[.!?…:]$/.test(text) ? text : `${text}.`);
/** The reason that somebody wrote: that by rule says what the columns say. */
const REASON = textColumn(
  STEP_FIELDS.why.label,
  50,
  ({ why, whyByRule, goal }: ReportStep) => (goal !== undefined && why === whyByRule ? "" : why),
  { wide: true },
);
/** The effect is that of all that a step takes. */
const EFFECT = textColumn("What all of it gives", 24, ({ effect }: ReportStep) => effect);
/** Owner, day and effort of the step itself, in lines. */
const WHO = textColumn("Owner, day, effort", 24, ({ owner, due, effort }: ReportStep) =>
  [owner, due, effort && `Effort: ${lowerFirst(effort)}`].filter(Boolean).join("\n"),
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

/** Says plainly what the shown steps do not give: the perspectives that stay below the level, or how many more steps it takes. No sentence where they give all of it. */
function fallsShort({ to, byRule, perspectives, further }: ReportSteps, shown: readonly ReportStep[]): string[] {
  const left = byRule.filter(({ key }) => !shown.some((step) => step.key === key));
  const missing = left.length + further;
  if (to === undefined || missing === 0) return [];
  const names = new Set(left.map(({ lifts }) => lifts.name));
  const those = shown.length === 1 ? "this step" : `these ${countInWords(shown.length)} steps`;
  const who = `${countInWords(names.size)} of ${countInWords(perspectives ?? 0)} perspectives ${names.size === 1 ? "stays" : "stay"}`;
  const more = `Level ${to} takes ${countInWords(missing)} more ${missing === 1 ? "step" : "steps"}.`;
  return [perspectives === undefined ? more : `With ${those} ${who} below level ${to}.`];
}

/** Hints that a step quotes in a document, and in a board's. A slide has one. */
const HINTS = { full: 3, board: 1, slide: 1 } as const;

/** The table of a document, of a board's with its first rows, or of a slide. */
export function stepsTable(given: ReportSteps, board: boolean, where: "document" | "slide" = "document"): ResultTable {
  const rows = shownSteps(given, board);
  const hints = HINTS[where === "slide" ? "slide" : board ? "board" : "full"];
  const isBrief = board || where === "slide";
  // Beside short names there is more room for sentences.
  const goal = where === "slide" && rows.every((step) => step.goal !== undefined) ? { ...GOAL, wide: false } : GOAL;
  // Nobody gets a column without a word.
  const columns = [
    goal,
    // On one slide all steps of a board fit without it; the decisions behind it say it.
    ...(board && where === "slide" ? [] : [takesColumn(isBrief)]),
    beginColumn(hints),
    ...(isBrief ? [] : [REASON]),
    EFFECT,
    where === "slide" ? AGREED_BY : AGREED,
    WHO,
  ].filter((column) => rows.some((step) => column.cell(step).text !== ""));
  const about = aboutTable(given, rows, { board, where });
  const hint = [...about.goal, ...(where === "slide" ? [] : about.order)].join(" ");
  return tableOf({ id: "recommended-steps", title: stepsTitle(given, board), columns, rows, ...(hint ? { hint } : {}) });
}

/** What the speaker says of the table of a slide. */
export const stepsInWords = (given: ReportSteps, board: boolean): string[] => [
  ...given.steps.map(({ step, why, agreed = [] }) =>
    [step, why, ...agreed.map((each) => `Agreed: ${agreedInBrief(each)}.`)].filter(Boolean).join(" "),
  ),
  ...aboutTable(given, shownSteps(given, board), { board, where: "slide" }).order,
];

/** What readers have to know of the table: what all of it reaches, and what the order of its rows says. */
function aboutTable(
  { to, further, isWhole, steps, byRule, perspectives, overall }: ReportSteps,
  rows: readonly ReportStep[],
  { board, where }: { board: boolean; where: "document" | "slide" },
): { goal: string[]; order: string[] } {
  if (to === undefined) return { goal: [], order: [] };
  const isAll = isWhole && rows.length === steps.length && !(board && further > 0);
  const more =
    further === 0 ? "" : ` and ${countInWords(further)} more${where === "slide" ? "" : ", which the table of what would lift it names"}`;
  const all = `Level ${to} is reached with all of these${more}${overall ? `, and the overall score would be ${overall}` : ""}; until then the maturity stays at ${to - 1}.`;
  const mean = "A perspective reaches a level when the mean of its threads does, so some threads may stay lower.";
  // Ease is not importance.
  const order = "The step that takes least comes first; the order says nothing about importance.";
  const isByRule = rows.length > 1 && rows.every(({ key }, index) => byRule[index]?.key === key);
  return {
    goal: isAll ? [all] : [],
    order: [...(perspectives !== undefined && rows.some(({ goal }) => goal) ? [mean] : []), ...(isByRule ? [order] : [])],
  };
}

type Aim = NonNullable<Result["aims"]>[number];

/**
 * The decisions that the client has to take. Each can be read alone (docs/rules/client-report.md#decisions-requested).
 */
export function decisions(
  given: ReportSteps,
  board: boolean,
  { aims = [], overdue = [], assessment }: Pick<Result, "assessment" | "aims" | "overdue">,
): Block[] {
  const shown = shownSteps(given, board);
  const open = shown.filter(({ state }) => state !== "accepted");
  const late = overdue.map(({ title, owner, due }) => actionInWords({ title, owner, due: due && `was due ${due}` }));
  const questions = [
    ...missedIn(aims),
    ...goalsIn(given.to, aims, shown),
    ...(late.length > 0 ? [`Decide what to do about what is overdue: ${inBrief(late)}.`] : []),
    ...workIn(given, shown, open),
    ...lackingIn(open),
    assessAgain(aims, assessment.completed?.slice(0, 10)),
  ];
  return questions.map((text, index): Block => ({ kind: "text", text: `${index + 1}. ${text}` }));
}

/** More targets, actions or steps than these are counted. */
const AIMS = 6;
const inBrief = (texts: readonly string[]) =>
  [...texts.slice(0, AIMS), ...(texts.length > AIMS ? [`${countInWords(texts.length - AIMS)} more`] : [])].join("; ");

/** 'Risk management 3.00 by 30 Jun 2027'. */
const aimInWords = ({ name, score, date }: Aim) => `${name} ${formatScore(score)} by ${shortDate(date)}`;
/** The same of a target that was missed: '…, and scores 2.19'. */
const missedInWords = (aim: Aim) => `${aimInWords(aim)}${typeof aim.now === "number" ? `, now ${formatScore(aim.now)}` : ""}`;

/** Targets whose day is over: both choices, and none to confirm. */
function missedIn(aims: readonly Aim[]): string[] {
  const missed = aims.filter(({ isReached, isPast }) => !isReached && isPast);
  const [only] = missed;
  if (!only) return [];
  if (missed.length === 1) return [`One target was missed: ${missedInWords(only)}. Give it a new day, or set another target.`];
  return [
    `${upperFirst(countInWords(missed.length))} targets were missed: ${inBrief(missed.map(missedInWords))}. Give each a new day, or set another target.`,
  ];
}

/** The targets that are still ahead, and the level that the steps lead to, next to what targets say. */
function goalsIn(to: number | undefined, aims: readonly Aim[], shown: readonly ReportStep[]): string[] {
  const ahead = aims.filter(({ isReached, isPast }) => !isReached && !isPast).toSorted((a, b) => a.date.localeCompare(b.date));
  const those = ahead.length === 1 ? "the target that is" : "the targets that are";
  const confirm =
    ahead.length === 0
      ? []
      : [`Confirm ${those} still ahead: ${ahead.length > AIMS ? inBrief(ahead.map(aimInWords)) : listed(ahead.map(aimInWords))}.`];
  if (to === undefined) return confirm.length > 0 ? confirm : ["Agree on the next goal."];
  const lifted = new Map(shown.flatMap(({ lifts }) => (lifts ? [[lifts.name, lifts.to] as const] : [])));
  const apart = (which: (reached: number, aim: Aim) => boolean) =>
    aims
      .filter((aim) => !aim.isReached && which(lifted.get(aim.name) ?? aim.score, aim))
      .map(({ name, score }) => `${name} (${formatScore(score)})`);
  const lower = apart((reached, { score }) => score < reached);
  const higher = apart((reached, { score }) => score > reached);
  const without = [...lifted.keys()].filter((name) => !aims.some((aim) => aim.name === name));
  const targetsOf = (names: readonly string[]) =>
    `The ${names.length === 1 ? "target" : "targets"} of ${listed(names)} ${names.length === 1 ? "is" : "are"}`;
  return [
    ...confirm,
    [
      `Agree on level ${to} as the next goal, and on the day by which it is to be reached.`,
      ...(lower.length > 0 ? [`${targetsOf(lower)} lower.`] : []),
      ...(higher.length > 0
        ? [`${targetsOf(higher)} higher, so ${higher.length === 1 ? "it takes" : "they take"} more than these steps.`]
        : []),
      ...(aims.length > 0 && without.length > 0 && without.length <= AIMS
        ? [`${listed(without)} ${without.length === 1 ? "has" : "have"} no target yet.`]
        : []),
    ].join(" "),
  ];
}

/** 'Give a new register to each project (Board, by 31 Mar 2027)'. */
function actionInWords({ title, owner, due }: { title: string; owner: string; due: string }): string {
  const facts = [owner, due].filter(Boolean).join(", ");
  return `${cutTo(title.replace(/\.$/, ""), MOST_OF_STEP)}${facts ? ` (${facts})` : ""}`;
}

/** 'Risk management 2.54 → 3.04 (five of 12 threads)'; of a step that somebody added its words. */
const workInWords = ({ about, lifts, step, takes }: ReportStep): string =>
  lifts ? `${about ?? lifts.name} ${lifts.rise}${takes ? ` (${lowerFirst(takes)})` : ""}` : cutTo(step.replace(/\.$/, ""), MOST_OF_STEP);
/** Characters of a step or an action in a sentence. */
const MOST_OF_STEP = 120;

/** The work to be approved, and what of it was agreed; nothing where there is an action about all of each step. */
function workIn(given: ReportSteps, shown: readonly ReportStep[], open: readonly ReportStep[]): string[] {
  const short = fallsShort(given, shown);
  if (open.length === 0) return short;
  const agreed = new Map(
    shown.flatMap(({ agreed = [] }) => agreed).map(({ title, owner, due }) => [title, { title, owner, due: due && `by ${due}` }]),
  );
  const what = given.to === undefined || shown.some(({ lifts }) => !lifts) ? "these steps" : `the work that level ${given.to} takes`;
  const soFar = agreed.size === 0 ? [] : [`Agreed so far: ${inBrief([...agreed.values()].map(actionInWords))}.`];
  return [[`Approve ${what}: ${shown.map(workInWords).join("; ")}.`, ...soFar, ...short].join(" ")];
}

/** What a step is about; the rest of it where a part was agreed. */
const lackingOf = ({ about, step, agreed = [] }: ReportStep) =>
  about === undefined ? cutTo(step.replace(/\.$/, ""), MOST_OF_STEP) : `${agreed.length > 0 ? "the rest of " : ""}${about}`;

/** 'Name an owner, a budget and a day for Risk management and Finance management.' */
function lackingIn(open: readonly ReportStep[]): string[] {
  const fields = [
    { name: "owner", what: "an owner" },
    { name: "effort", what: "a budget" },
    { name: "due", what: "a day" },
  ] as const;
  const lacking = fields
    .map(({ name, what }) => ({ what, who: open.filter((step) => step[name] === "") }))
    .filter(({ who }) => who.length > 0);
  const named = (steps: readonly ReportStep[]) =>
    steps.length === open.length && open.length > 5 ? "each of these steps" : listed(steps.map(lackingOf));
  return [...groupBy(lacking, ({ who }) => named(who))].map(([who, some]) => `Name ${listed(some.map(({ what }) => what))} for ${who}.`);
}

/** Days after which another assessment can show what was done. */
const TO_SHOW = 180;

/** Proposes the day of the first target that leaves time for it, or of the last one ahead. @param completedOn as in 2026-11-05 */
function assessAgain(aims: readonly Aim[], completedOn: string | undefined): string {
  const ahead = aims.filter(({ isReached, isPast }) => !isReached && !isPast).toSorted((a, b) => a.date.localeCompare(b.date));
  const aim = ahead.find(({ date }) => completedOn === undefined || date >= daysAfter(completedOn, TO_SHOW)) ?? ahead.at(-1);
  return aim === undefined
    ? "Agree on when to assess again."
    : `Agree on when to assess again. We propose ${shortDate(aim.date)}, the day of the target of ${aim.name}.`;
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

/** The recommended steps of a report: what they say, and the table, decisions and sheet that show them (docs/rules/client-report.md#recommended-steps). */

import { isOverdue } from "#model/actions.ts";
import type { Action } from "#model/contract/actions.ts";
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
import { scoreForClients } from "#model/rounding.ts";
import { countedInWords, countInWords, cutTo, listed, lowerFirst, upperFirst } from "#model/words.ts";
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

/** What was agreed and steps need: after the assessment all that is not dropped, before it what is still to be done. Apart from it all that is overdue; absent where the upstream keeps no actions. */
export function withStepActions({ assessment, actions: agreed }: StepActionContext): Pick<Result, "stepActions" | "overdue"> {
  if (!agreed) return {};
  const known = new Map(listInScope(assessment).map((item) => [item.place, item]));
  const itemsOf = (places: readonly string[]) => places.flatMap((place) => known.get(place) ?? []);
  const dueOf = (due: string | null) => (due === null ? "" : shortDate(due));
  const isLate = (action: Action) => isOverdue(action, agreed.today);
  const overdue = agreed.actions.filter(isLate).map(({ title, owner, due, places }) => ({
    ...{ title, owner, due: dueOf(due), day: due },
    about: [...new Set(itemsOf(places).flatMap(({ group, name }) => [group, name]))],
  }));
  const stepActions = agreed.actions.flatMap((action) => {
    const { title, why, owner, effort, due, state, places } = action;
    const isEarlier = !belongsTo(action, assessment);
    if (state === "dropped" || (isEarlier && state === "done")) return [];
    return {
      ...{ title, why, owner, isEarlier, day: due, isOverdue: isLate(action) },
      effort: effort === null ? "" : SIZE_WORDS[effort],
      due: dueOf(due),
      covers: itemsOf(places).flatMap(coversOf),
    };
  });
  return { stepActions, overdue };
}

/** A result as a report of an earlier day tells it: what was due later was not overdue yet. @param day of the report, as in 2026-11-05 */
export function asOn(result: Result, day: string | undefined): Result {
  const { stepActions, overdue } = result;
  if (day === undefined) return result;
  const isLate = (due: string | null | undefined) => typeof due === "string" && due < day;
  return {
    ...result,
    ...(stepActions
      ? { stepActions: stepActions.map((action) => ({ ...action, isOverdue: action.isOverdue === true && isLate(action.day) })) }
      : {}),
    ...(overdue ? { overdue: overdue.filter((action) => isLate(action.day)) } : {}),
  };
}

/** The steps that a report has. */
export interface ReportSteps extends Omit<SuggestedSteps, "steps"> {
  steps: readonly ReportStep[];
  /** Whether they are those by rule, without any left out or added. */
  isWhole: boolean;
  /** Whether it says which are accepted, as the upstream keeps actions. */
  saysState: boolean;
  /** Whether only a part of the model was assessed. */
  isPart: boolean;
  /** All steps by rule, also those that the assessors leave out. */
  byRule: readonly SuggestedStep[];
}

/** @returns undefined without a step */
export function reportSteps(
  result: Pick<Result, "scored" | "stepActions"> & { assessment?: { extent?: string } },
  written: WrittenTexts,
): ReportSteps | undefined {
  const suggested = suggestedSteps(result);
  const { stepActions, assessment } = result;
  const isPart = assessment?.extent !== undefined;
  const steps = stepsOfReport(suggested, written, stepActions)
    .filter(({ state }) => state !== "left out")
    .slice(0, STEPS.full);
  const byRule = stepsFor(suggested, written);
  const isWhole = steps.every(({ effect }) => effect !== "") && steps.length === byRule.length;
  return steps.length === 0 ? undefined : { ...suggested, steps, isWhole, saysState: stepActions !== undefined, byRule, isPart };
}

const field = (name: StepField, width: number, more = {}): SharedColumn<ReportStep> =>
  textColumn(STEP_FIELDS[name].label, width, (step) => step[name], more);

/** The threads of a perspective that have to rise; steps about anything else have none. */
const THREADS = textColumn("Threads to raise", 50, ({ threads = "" }: ReportStep) => threads);
/** The cell of a step without any action. */
const NOTHING_YET = "Nothing yet";
/** What was agreed, which gives the effect of a step only where it is about all that the step takes (docs/rules/client-report.md#recommended-steps). */
const AGREED = textColumn("Agreed so far", 40, ({ agreed = [] }: ReportStep) => agreed.map(agreedInBrief).join("\n") || NOTHING_YET, {
  wide: true,
  even: true,
});
/** The same on a slide: what was agreed before is counted, as another slide has it. */
const AGREED_IN_BRIEF = textColumn(
  "Agreed so far",
  30,
  ({ agreed = [] }: ReportStep) => {
    const now = agreed.filter(({ isEarlier }) => !isEarlier).map((each) => agreedInBrief({ ...each, effort: "" }));
    const before = agreed.filter(({ isEarlier }) => isEarlier);
    const late = before.filter(({ isOverdue }) => isOverdue).length;
    const open = before.length - late;
    const said = (count: number, what: string) => (count === 0 ? [] : [`${upperFirst(countedInWords(count, "earlier action"))} ${what}.`]);
    return (
      [...now, ...said(late, late === 1 ? "is overdue" : "are overdue"), ...said(open, open === 1 ? "is open" : "are open")].join("\n") ||
      NOTHING_YET
    );
  },
  { wide: true, even: true },
);
/** An agreed step is one with an action about all of it; all others are suggestions. */
const STATE = textColumn("State", 14, ({ state }: ReportStep) => (state === "accepted" ? "Agreed" : "Suggested"));

/** 'Board, by 31 Mar 2027, effort: small'. Another action has its words, too, so that nobody stands beside an act that they did not agree to. */
function agreedInBrief(action: AgreedForStep): string {
  const { title, effort, part, isOfStep } = action;
  const facts = [whoAndWhen(action), isOfStep && effort && `effort: ${lowerFirst(effort)}`].filter(Boolean).join(", ");
  const about = part === undefined ? "" : ` (for ${countInWords(part)} of these)`;
  if (isOfStep) return `${facts || "An action"}${about}`;
  return `Related action: ${ended(`${title.replace(/\.$/, "")}${facts ? `: ${facts}` : ""}`)}`;
}

/** 'Board, by 31 Mar 2027', or '… was due 31 Mar 2026'. */
const whoAndWhen = ({ owner, due, isOverdue }: Pick<AgreedForStep, "owner" | "due" | "isOverdue">) =>
  [owner, due && `${isOverdue ? "was due" : "by"} ${due}`].filter(Boolean).join(", ");

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
/** The same in brief. */
const SUBJECT = textColumn(STEP_FIELDS.step.label, 24, ({ about = "" }: ReportStep) => about, { names: true });
/** Up to so many threads are named where there is little room. */
const NAMED_THREADS = 2;
/** What it takes, in full with each thread. */
const takesColumn = (isBrief: boolean) =>
  textColumn(
    "What it takes",
    40,
    ({ takes = "", threads, covers = [] }: ReportStep) => {
      if (!threads || (isBrief && covers.length > NAMED_THREADS)) return takes;
      return isBrief ? threads : `${takes}: ${threads}.`;
    },
    { wide: !isBrief },
  );
/** Where to begin: hints, or what the assessors wrote. On a slide without room for it, the notes say it. */
const beginColumn = (most: number, yields?: 1 | 2) =>
  textColumn(
    "Begin with",
    60,
    ({ goal, step, begin }: ReportStep) => (goal === undefined ? "" : begin ? begin.slice(0, most).join(" ") : ended(step)),
    { wide: true, even: true, ...(yields ? { yields } : {}) },
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
/** What a step gives by itself: the score or level of its own perspective, practice or component; what all of them give stands below the table. */
const gainColumn = (rows: readonly ReportStep[]): SharedColumn<ReportStep> => ({
  ...textColumn(rows.some(({ lifts }) => lifts?.rise.includes(".")) ? "Score" : "Level", 20, ({ lifts }) => lifts?.rise ?? ""),
  // Figures take little room.
  kind: "decimal",
});
/** Owner, date and effort of the step itself, in lines. */
const WHO = textColumn("Owner, date, effort", 24, ({ owner, due, effort }: ReportStep) =>
  [owner, due, effort && `Effort: ${lowerFirst(effort)}`].filter(Boolean).join("\n"),
);

/** 'Recommended steps to level 3'; for a board 'Seven steps to level 3', or 'The first eight steps to level 3' of more. */
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

/** Where a table of steps stands: a document has it in full, unless chapters of the same document list each thread and each hint. */
export type StepsPlace = "document" | "beside chapters" | "slide";

/** The table of a document, of a board's with its first rows, or of a slide. */
export function stepsTable(given: ReportSteps, board: boolean, where: StepsPlace = "document"): ResultTable {
  const rows = shownSteps(given, board);
  const isBrief = board || where !== "document";
  const hints = HINTS[where === "slide" ? "slide" : isBrief ? "board" : "full"];
  // Beside short names there is more room for sentences; the column of gains has the levels.
  const isByRule = rows.every((step) => step.goal !== undefined);
  const goal = !isByRule ? GOAL : isBrief ? SUBJECT : { ...GOAL, wide: false };
  const saysBegin = board && where === "slide" && rows.every(({ begin }) => begin && begin.length > 0);
  // Nobody gets a column without a word.
  const columns = [
    goal,
    // A board approves what is done, not how many it is. Its decisions say what was agreed.
    ...(saysBegin ? [] : [takesColumn(isBrief)]),
    beginColumn(hints, where !== "slide" ? undefined : saysBegin ? 2 : 1),
    ...(board || where === "slide" ? [] : [REASON]),
    gainColumn(rows),
    where !== "slide" ? AGREED : saysBegin ? { ...AGREED_IN_BRIEF, yields: 1 as const } : AGREED_IN_BRIEF,
    WHO,
  ].filter((column) => rows.some((step) => !["", NOTHING_YET].includes(column.cell(step).text)));
  const about = aboutTable(given, rows, { board, where });
  const hint = [...about.goal, ...(where === "slide" ? [] : about.order)].join(" ");
  return {
    ...tableOf({ id: "recommended-steps", title: stepsTitle(given, board), columns, rows, ...(hint ? { hint } : {}) }),
    keepsRows: true,
  };
}

/** What the speaker says of the table of a slide. */
export const stepsInWords = (given: ReportSteps, board: boolean): string[] => [
  ...given.steps.map(({ step, why, agreed = [] }) =>
    [step, why, ...agreed.map((each) => ended(`Agreed: ${agreedInBrief(each)}`))].filter(Boolean).join(" "),
  ),
  ...aboutTable(given, shownSteps(given, board), { board, where: "slide" }).order,
];

const allOf = (count: number) => (count === 2 ? "both" : `all ${countInWords(count)}`);

/** What readers have to know of the table: what all of it reaches, and what the order of its rows says. */
function aboutTable(
  { to, further, isWhole, isPart, steps, byRule, perspectives, overall }: ReportSteps,
  rows: readonly ReportStep[],
  { board, where }: { board: boolean; where: StepsPlace },
): { goal: string[]; order: string[] } {
  if (to === undefined) return { goal: [], order: [] };
  const isAll = isWhole && rows.length === steps.length && !(board && further > 0);
  const more =
    further === 0 ? "" : ` and ${countInWords(further)} more${where === "slide" ? "" : ", which the table of what would lift it names"}`;
  const those = rows.length === 1 ? "this step" : `${allOf(rows.length)} steps`;
  const whole = isPart ? " of what was assessed" : "";
  const scores = overall ? `the ${isPart ? `score${whole}` : "overall score"} rises from ${overall.now} to ${overall.after}, and ` : "";
  const all = `With ${those}${more} ${scores}the maturity${whole && !overall ? whole : ""}${overall ? "" : " rises"} from ${to - 1} to ${to}.`;
  const which = perspectives === rows.length ? allOf(rows.length) : "all perspectives";
  const until =
    perspectives === undefined
      ? isAll && further === 0
        ? [`It stays at ${to - 1} until ${allOf(rows.length)} are done.`]
        : []
      : [`The maturity stays at ${to - 1} until ${which} are at level ${to}.`];
  const mean = "A perspective reaches a level when the mean of its threads does, so some threads may stay lower.";
  // Ease is not importance.
  const order = "The step that takes least comes first; the order says nothing about importance.";
  const isByRule = rows.length > 1 && rows.every(({ key }, index) => byRule[index]?.key === key);
  return {
    goal: [...(isAll ? [all] : []), ...(rows.length > 1 ? until : [])],
    order: [...(perspectives !== undefined && rows.some(({ goal }) => goal) ? [mean] : []), ...(isByRule ? [order] : [])],
  };
}

type Aim = NonNullable<Result["aims"]>[number];
type Decided = Pick<Result, "model" | "assessment" | "aims" | "overdue">;

/**
 * The decisions that the client has to take. Each can be read alone (docs/rules/client-report.md#decisions-requested).
 * @param chapter the number of the chapter with the steps, where there are numbers
 */
export function decisions(given: ReportSteps, board: boolean, result: Decided, chapter?: number): Block[] {
  const shown = shownSteps(given, board);
  const open = shown.filter(({ state }) => state !== "accepted");
  const { aims = [], overdue = [], assessment } = result;
  const missed = missedOf(aims);
  const isOfMissed = ({ about }: Overdue) => missed.some(({ name }) => about.includes(name));
  const ahead = aheadOf(aims);
  const say = aimsIn(result);
  const questions = [
    ...missedIn(missed, overdue.filter(isOfMissed), say),
    ...overdueIn(overdue.filter((each) => !isOfMissed(each))),
    ...confirmIn(given.to, ahead, shown, say),
    ...goalIn(given, { aims, ahead, shown }, say),
    ...workIn(given, shown, open, chapter),
    ...lackingIn(open),
    assessAgain(ahead, assessment.completed?.slice(0, 10)),
  ];
  return questions.map((text, index): Block => ({ kind: "text", text: `${index + 1}. ${text}` }));
}

/** The goal of an assessment and its targets, beside other assessments: what was missed, what is still ahead, and what the next level asks. */
export function goalDecisions(given: ReportSteps | undefined, result: Decided): string {
  const { aims = [] } = result;
  const say = aimsIn(result);
  const [steps, ahead] = [given?.steps ?? [], aheadOf(aims)];
  const missed = missedOf(aims);
  return [
    ...missedIn(missed, [], say),
    ...confirmIn(given?.to, ahead, steps, say),
    ...(given ? goalIn(given, { aims, ahead, shown: steps }, say) : []),
  ].join(" ");
}

/** More targets, actions or steps than these are counted. */
const AIMS = 6;
const inBrief = (texts: readonly string[], join: (some: string[]) => string = (some) => some.join("; ")) =>
  join([...texts.slice(0, AIMS), ...(texts.length > AIMS ? [`${countInWords(texts.length - AIMS)} more`] : [])]);
const namesIn = (names: readonly string[]) => inBrief(names, listed);

/** Targets whose day is over. */
export const missedOf = (aims: readonly Aim[]): Aim[] => aims.filter(({ state }) => state === "missed");
/** Targets that are still ahead, the next one first. */
export const aheadOf = (aims: readonly Aim[]): Aim[] =>
  aims.filter(({ state }) => state === "not yet reached").toSorted((a, b) => a.date.localeCompare(b.date));

/** How targets are said: a practice has whole levels. */
interface AimWords {
  score: (score: number) => string;
  /** 'Risk management 3.00 by 30 Jun 2027', 'Service desk level 3 by 31 Dec 2026'. */
  whole: (aim: Aim) => string;
}

function aimsIn({ model }: Pick<Result, "model">): AimWords {
  const score = (value: number) => scoreForClients(model, value).replace(/^\d$/, "level $&");
  return { score, whole: ({ name, score: to, date }) => `${name} ${score(to)} by ${shortDate(date)}` };
}

type Overdue = NonNullable<Result["overdue"]>[number];

/** 'Give a new register to each project (Board, was due 31 Mar 2027)'. */
function lateInWords({ title, owner, due }: Overdue): string {
  const facts = [owner, due && `was due ${due}`].filter(Boolean).join(", ");
  return `${title.replace(/\.$/, "")}${facts ? ` (${facts})` : ""}`;
}

/** Targets whose day is over, with what is overdue for them: both choices, and none to confirm. */
function missedIn(missed: readonly Aim[], late: readonly Overdue[], { score, whole }: AimWords): string[] {
  if (missed.length === 0) return [];
  const [one, oneLate] = [missed.length === 1, late.length === 1];
  const which = missed.map((aim) => `${whole(aim)}${typeof aim.now === "number" ? `, now ${score(aim.now)}` : ""}`);
  const said = `${one ? "One target was" : `${upperFirst(countInWords(missed.length))} targets were`} missed: ${inBrief(which)}.`;
  if (late.length === 0) return [`${said} Set a new target and date${one ? "" : " for each"}.`];
  const actions = ` ${one ? "Its" : "Their"} ${oneLate ? "action is" : "actions are"} overdue: ${inBrief(late.map(lateInWords))}.`;
  return [
    `${said}${actions} Set ${one ? "a new target and date" : "new targets and dates"}, and a new date for ${oneLate ? "the action" : "each action"}.`,
  ];
}

/** What else is overdue. */
export function overdueIn(late: readonly Overdue[]): string[] {
  if (late.length === 0) return [];
  const what = late.length === 1 ? "Set a new date for what is overdue" : "Set a new date for each overdue action";
  return [`${what}, or drop it: ${inBrief(late.map(lateInWords))}.`];
}

/** The score or level that a step leads to, by name of what it lifts. */
const liftedBy = (steps: readonly Pick<ReportStep, "lifts">[]) =>
  new Map(steps.flatMap(({ lifts }) => (lifts ? [[lifts.name, lifts.to] as const] : [])));

/** Targets that are still ahead: to confirm, or to move where the agreed action comes later. Those that are lower than the next level are no goal any more. */
function confirmIn(to: number | undefined, ahead: readonly Aim[], shown: readonly ReportStep[], { score, whole }: AimWords): string[] {
  const lifted = liftedBy(shown);
  const stands = to === undefined ? ahead : ahead.filter((aim) => aim.score >= (lifted.get(aim.name) ?? 0));
  const lastOf = ({ name }: Aim) => {
    const agreed = shown.flatMap((step) => (step.lifts?.name === name ? (step.agreed ?? []) : []));
    return agreed
      .flatMap(({ day, part }) => (day && part === undefined ? day : []))
      .toSorted()
      .at(-1);
  };
  const late = stands.flatMap((aim) => {
    const last = lastOf(aim);
    return last !== undefined && last > aim.date ? [{ aim, last }] : [];
  });
  const kept = stands.filter((aim) => !late.some((each) => each.aim === aim));
  const those = kept.length === 1 ? "the target that is" : "the targets that are";
  const moved = late.map(
    ({ aim, last }) => `${aim.name} (${score(aim.score)} by ${shortDate(aim.date)}; its agreed action is due ${shortDate(last)})`,
  );
  const text = [
    ...(kept.length === 0 ? [] : [`Confirm ${those} still ahead: ${namesIn(kept.map(whole))}.`]),
    ...(late.length === 0 ? [] : [`Move the ${late.length === 1 ? "target" : "targets"} of ${namesIn(moved)}.`]),
  ];
  return text.length === 0 ? [] : [text.join(" ")];
}

/** The level that the steps lead to, next to what targets say. */
function goalIn(
  { to }: ReportSteps,
  { aims, ahead, shown }: { aims: readonly Aim[]; ahead: readonly Aim[]; shown: readonly ReportStep[] },
  { score }: AimWords,
): string[] {
  const lifted = liftedBy(shown);
  const goalOf = ({ name }: Aim) => lifted.get(name);
  const named = (some: readonly Aim[]) => namesIn(some.map((aim) => `${aim.name} (${score(aim.score)})`));
  // What was missed gets a new target in a decision of its own.
  const open = aims.filter(({ state }) => state === "not yet reached");
  const lower = open.filter((aim) => aim.score < (goalOf(aim) ?? aim.score));
  const higher = open.filter((aim) => aim.score > (goalOf(aim) ?? aim.score));
  const reached = aims.filter((aim) => aim.state === "reached" && aim.score < (goalOf(aim) ?? aim.score));
  const without = [...lifted.keys()].filter((name) => !aims.some((aim) => aim.name === name));
  const targetsOf = (some: readonly unknown[]) => (some.length === 1 ? "target" : "targets");
  const text = [
    ...(to === undefined ? (ahead.length > 0 ? [] : ["Agree on the next goal."]) : [nextLevel(to, ahead, shown)]),
    ...(lower.length > 0 ? [`Raise the ${targetsOf(lower)} of ${named(lower)}, which ${lower.length === 1 ? "is" : "are"} lower.`] : []),
    ...(higher.length > 0
      ? [`The ${targetsOf(higher)} of ${named(higher)} ${higher.length === 1 ? "takes" : "take"} more than these steps.`]
      : []),
    ...(reached.length > 0
      ? [
          `Set ${reached.length === 1 ? "a new target" : "new targets"} for ${namesIn(reached.map(({ name }) => name))}, where ${reached.length === 1 ? "it is" : "they are"} reached.`,
        ]
      : []),
    ...(aims.length > 0 && without.length > 0
      ? [
          `Set ${without.length === 1 ? "a target" : "targets"} for ${namesIn(without)}, which ${without.length === 1 ? "has" : "have"} none.`,
        ]
      : []),
  ];
  return text.length === 0 ? [] : [text.join(" ")];
}

/** Proposes the last date that something already has: an agreed step, or a target for this level. */
function nextLevel(to: number, ahead: readonly Aim[], shown: readonly ReportStep[]): string {
  const goal = `Agree on level ${to} as the next goal`;
  const aim = ahead.filter(({ score }) => score >= to).at(-1) ?? ahead.at(-1);
  const agreed = shown.flatMap(({ agreed = [], lifts }) =>
    agreed.flatMap(({ day, isOfStep }) => (day && isOfStep && lifts ? [{ date: day, name: lifts.name }] : [])),
  );
  const step = agreed.toSorted((a, b) => a.date.localeCompare(b.date)).at(-1);
  if (step && (!aim || step.date > aim.date)) return `${goal}. We propose ${shortDate(step.date)}, the date agreed for ${step.name}.`;
  return aim ? `${goal}. We propose ${shortDate(aim.date)}, the date of ${targetsAt(aim.date, ahead)}.` : `${goal}, and on its date.`;
}

/** 'the target of Practices', with all that have this date. */
function targetsAt(date: string, ahead: readonly Aim[]): string {
  const names = ahead.filter((aim) => aim.date === date).map(({ name }) => name);
  return `the ${names.length === 1 ? "target" : "targets"} of ${namesIn(names)}`;
}

/** The work to be approved, with owners and dates of what was agreed; nothing where there is an action about all of each step. */
function workIn(given: ReportSteps, shown: readonly ReportStep[], open: readonly ReportStep[], chapter?: number): string[] {
  const short = fallsShort(given, shown);
  if (open.length === 0) return short;
  const steps = `${shown.length === 1 ? "step" : "steps"}`;
  const count = shown.length === 1 ? "" : `${countInWords(shown.length)} `;
  const goal = given.to === undefined ? "" : ` to level ${given.to}`;
  const what = `the ${count}${steps}${goal}${chapter === undefined ? "" : ` in section ${chapter}`}`;
  const agreed = shown.flatMap(({ about, agreed = [] }) =>
    agreed.flatMap((each) => (each.isOfStep && about && whoAndWhen(each) ? `${about} (${whoAndWhen(each)})` : [])),
  );
  const soFar = agreed.length === 0 ? [] : [`Agreed so far: ${inBrief(agreed)}.`];
  return [[`Approve ${what}.`, ...soFar, ...short].join(" ")];
}

/** What a step is about; the rest of it where a part was agreed. */
export const lackingOf = ({ about, step, agreed = [] }: ReportStep) =>
  about === undefined
    ? cutTo(step.replace(/\.$/, ""), MOST_OF_STEP)
    : `${agreed.some(({ isOfStep }) => isOfStep) ? "the rest of " : ""}${about}`;
/** Characters of a step in a sentence. */
const MOST_OF_STEP = 120;

/** 'Name an owner, a budget and a date for Risk management and Finance management.' */
function lackingIn(open: readonly ReportStep[]): string[] {
  const fields = [
    { name: "owner", what: "an owner" },
    { name: "effort", what: "a budget" },
    { name: "due", what: "a date" },
  ] as const;
  const lacking = fields
    .map(({ name, what }) => ({ what, who: open.filter((step) => step[name] === "") }))
    .filter(({ who }) => who.length > 0);
  const named = (steps: readonly ReportStep[]) => listed(steps.map(lackingOf));
  return [...groupBy(lacking, ({ who }) => named(who))].map(([who, some]) => `Name ${listed(some.map(({ what }) => what))} for ${who}.`);
}

/** Days after which another assessment can show what was done. */
const TO_SHOW = 180;

/** Proposes the day of the first target that leaves time for it, or of the last one ahead. @param completedOn as in 2026-11-05 */
function assessAgain(ahead: readonly Aim[], completedOn: string | undefined): string {
  const aim = ahead.find(({ date }) => completedOn === undefined || date >= daysAfter(completedOn, TO_SHOW)) ?? ahead.at(-1);
  return aim === undefined
    ? "Agree on when to assess again."
    : `Agree on when to assess again. We propose ${shortDate(aim.date)}, the date of ${targetsAt(aim.date, ahead)}.`;
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

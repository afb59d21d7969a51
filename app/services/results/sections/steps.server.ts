/** The recommended steps of a report: what they say, and the table and sheet that show them (docs/rules/client-report.md#recommended-steps). */

import { isOverdue } from "#model/actions.ts";
import type { Action } from "#model/contract/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import {
  type AgreedForStep,
  type ReportStep,
  STEP_FIELDS,
  STEPS,
  type StepField,
  type SuggestedStep,
  type SuggestedSteps,
  stepsFor,
  stepsOfReport,
} from "#model/recommended-steps.ts";
import { countedInWords, countInWords, lowerFirst, upperFirst } from "#model/words.ts";
import { type SharedColumn, sheetOf, tableOf, textColumn } from "~/services/results/blocks/columns.server";
import { type AgreedActions, belongsTo } from "~/services/results/sections/actions.server";
import type { InScope } from "~/services/upstream/assessment-model.server";
import { listInScope } from "~/services/upstream/models.server";
import { SIZE_WORDS } from "~/views/actions";
import type { WrittenTexts } from "~/views/client-report";
import { shortDate } from "~/views/dates";
import type { Result, ResultTable, Sheet } from "~/views/result";

/** The steps by rule; none while it is not known what holds the result. */
export const suggestedSteps = ({ scored }: Pick<Result, "scored">): SuggestedSteps =>
  scored.steps ?? { to: undefined, steps: [], further: 0 };

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
/** More earlier actions of a step are counted on a slide. */
const EARLIER = 2;
/** The same on a slide, with the first of what was agreed after an earlier assessment. */
const AGREED_IN_BRIEF = textColumn(
  "Agreed so far",
  30,
  ({ agreed = [] }: ReportStep) => {
    const before = agreed.filter(({ isEarlier }) => isEarlier);
    const shown = [...agreed.filter(({ isEarlier }) => !isEarlier), ...before.slice(0, EARLIER)];
    const left = agreed.length - shown.length;
    const more = left > 0 ? [`${upperFirst(countedInWords(left, "more related action"))} ${left === 1 ? "is" : "are"} open.`] : [];
    return [...shown.map(withoutEffort), ...more].join("\n") || NOTHING_YET;
  },
  { wide: true, even: true },
);
/** Who does the step and until when, on a board's slide: its decisions ask for what is missing. */
const NOBODY_YET = "To be named";
const OWNER_AND_DAY = textColumn("Owner, date", 22, ({ owner, due, agreed = [] }: ReportStep) => {
  const own = agreed.filter(({ isOfStep }) => isOfStep).map(withoutEffort);
  return own.join("\n") || [owner, due].filter(Boolean).join(", ") || NOBODY_YET;
});
/** How much a step takes, without names, and what it gives: the hint and the owner beside it need the room. */
const TAKES_AND_GIVES = textColumn("What it takes and gives", 20, ({ takes, lifts }: ReportStep) =>
  [takes, lifts?.rise].filter(Boolean).join("\n"),
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

const withoutEffort = (action: AgreedForStep) => agreedInBrief({ ...action, effort: "" });

/** 'Board, by 31 Mar 2027', or '… was due 31 Mar 2026'. */
export const whoAndWhen = ({ owner, due, isOverdue }: Pick<AgreedForStep, "owner" | "due" | "isOverdue">) =>
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
const beginColumn = (most: number, yields: boolean) =>
  textColumn(
    "Begin with",
    60,
    ({ goal, step, begin }: ReportStep) => (goal === undefined ? "" : begin ? begin.slice(0, most).join(" ") : ended(step)),
    { wide: true, even: true, yields },
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
export const shownSteps = ({ steps }: Pick<ReportSteps, "steps">, board: boolean) => (board ? steps.slice(0, STEPS.board) : steps);

/** Says plainly what the shown steps do not give: the perspectives that stay below the level, or how many more steps it takes. No sentence where they give all of it. */
export function fallsShort({ to, byRule, perspectives, further }: ReportSteps, shown: readonly ReportStep[]): string[] {
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
  const goal = !isByRule ? GOAL : isBrief ? { ...SUBJECT, narrow: where === "slide" } : { ...GOAL, wide: false };
  const ofBoard = board && where === "slide";
  // Nobody gets a column without a word.
  const columns = [
    goal,
    where === "slide" ? TAKES_AND_GIVES : takesColumn(isBrief),
    beginColumn(hints, where === "slide"),
    ...(board || where === "slide" ? [] : [REASON]),
    ...(where === "slide" ? [] : [gainColumn(rows)]),
    ...(ofBoard ? [OWNER_AND_DAY] : [where === "slide" ? AGREED_IN_BRIEF : AGREED, WHO]),
  ].filter((column) => rows.some((step) => !["", NOTHING_YET, NOBODY_YET].includes(column.cell(step).text)));
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

/** The sheet of the Excel file; none without a step, and where nobody read the team's texts. */
export function stepSheets({
  written,
  ...context
}: Pick<Result, "scored" | "stepActions"> & { written?: WrittenTexts | undefined }): Sheet[] {
  const shown = written && reportSteps(context, written);
  return shown ? [sheetOf("Recommended_Steps", sheetColumns(shown), shown.steps)] : [];
}

/** The decisions that a report asks of the client (docs/rules/client-report.md#decisions-requested). Each can be read alone, and none invents a date. */

import { daysAfter } from "#model/days.ts";
import { groupBy } from "#model/group-by.ts";
import type { AgreedForStep, ReportStep } from "#model/recommended-steps.ts";
import { scoreForClients } from "#model/rounding.ts";
import { isAhead } from "#model/targets.ts";
import { countInWords, cutTo, listed, lowerFirst, upperFirst } from "#model/words.ts";
import { fallsShort, type ReportSteps, shownSteps, whoAndWhen } from "~/services/results/sections/steps.server";
import type { Block } from "~/views/client-report";
import { shortDate } from "~/views/dates";
import type { Result } from "~/views/result";

export const DECISIONS = "Decisions requested";

type Aim = NonNullable<Result["aims"]>[number];
type Overdue = NonNullable<Result["overdue"]>[number];
type Decided = Pick<Result, "model" | "assessment" | "aims" | "overdue" | "scored">;

/** What decisions are made from. */
interface Basis {
  given: ReportSteps;
  shown: readonly ReportStep[];
  aims: readonly Aim[];
  ahead: readonly Aim[];
  /** The score or level that the steps lead to, by name of what they lift. */
  goals: ReadonlyMap<string, number>;
  /** The day of the level that the steps lead to; undefined without such a level, and where nothing has a day. */
  day: GoalDay | undefined;
  say: AimWords;
}

/**
 * The decisions that the client has to take.
 * @param chapter the number of the chapter with the steps, where there are numbers
 */
export function decisions(given: ReportSteps, board: boolean, result: Decided, chapter?: number): Block[] {
  const basis = basisOf(given, shownSteps(given, board), result);
  const { shown, ahead } = basis;
  const open = shown.filter(({ state }) => state !== "accepted");
  const { overdue = [], assessment } = result;
  const missed = missedOf(basis.aims);
  const isOfMissed = ({ about }: Overdue) => missed.some(({ name }) => about.includes(name));
  const questions = [
    ...missedIn(missed, overdue.filter(isOfMissed), basis),
    ...overdueIn(
      overdue.filter((each) => !isOfMissed(each)),
      overdue.some(isOfMissed),
    ),
    ...confirmIn(ahead, basis),
    ...goalIn(basis, goalWords(result, given.to)),
    ...workIn(given, shown, open, chapter),
    ...lackingIn(open, basis),
    assessAgain(basis, assessment.completed?.slice(0, 10)),
  ];
  return questions.map((text, index): Block => ({ kind: "text", text: `${index + 1}. ${text}` }));
}

/** The goal of an assessment and its targets, beside other assessments: what was missed, what is not yet due, and what the next level asks. */
export function goalDecisions(given: ReportSteps | undefined, result: Decided): string {
  const basis = basisOf(given, given?.steps ?? [], result);
  return [
    ...missedIn(missedOf(basis.aims), [], basis),
    ...confirmIn(basis.ahead, basis),
    ...(given ? goalIn(basis, { ...goalWords(result, given.to), meaning: "", hold: [] }) : []),
  ].join(" ");
}

const NO_STEPS: ReportSteps = { to: undefined, steps: [], further: 0, isWhole: false, saysState: false, isPart: false, byRule: [] };

function basisOf(given: ReportSteps = NO_STEPS, shown: readonly ReportStep[], result: Decided): Basis {
  const { to, perspectives } = given;
  const { aims = [], model } = result;
  const lifted = shown.flatMap(({ lifts }) => (lifts ? [lifts] : []));
  // A mean may come out a little higher than the level that is the goal.
  const goals = new Map(lifted.map(({ name, to: reached }) => [name, perspectives === undefined || to === undefined ? reached : to]));
  const ahead = aheadOf(aims);
  return { given, shown, aims, ahead, goals, day: to === undefined ? undefined : goalDay(to, ahead, shown), say: aimsIn(model) };
}

/** More targets, actions or steps than these are counted. */
const AIMS = 6;
const inBrief = (texts: readonly string[], join: (some: string[]) => string = (some) => some.join("; ")) =>
  join([...texts.slice(0, AIMS), ...(texts.length > AIMS ? [`${countInWords(texts.length - AIMS)} more`] : [])]);
const namesIn = (names: readonly string[]) => inBrief(names, listed);

/** Targets whose day is over. */
export const missedOf = (aims: readonly Aim[]): Aim[] => aims.filter(({ state }) => state === "missed");
/** Targets that are not yet due, the next one first. */
export const aheadOf = (aims: readonly Aim[]): Aim[] =>
  aims.filter(({ state }) => isAhead(state)).toSorted((a, b) => a.date.localeCompare(b.date));

/** Words for targets: a practice has whole levels. */
interface AimWords {
  score: (score: number) => string;
  /** 'Risk management 3.00 by 30 Jun 2027', 'Service desk level 3 by 31 Dec 2026 (no longer reached)'. */
  whole: (aim: Aim) => string;
}

function aimsIn(model: Result["model"]): AimWords {
  const score = (value: number) => scoreForClients(model, value).replace(/^\d$/, "level $&");
  const lost = ({ state }: Aim) => (state === "no longer reached" ? ` (${state})` : "");
  return { score, whole: (aim) => `${aim.name} ${score(aim.score)} by ${shortDate(aim.date)}${lost(aim)}` };
}

/** 'Give a new register to each project (Board, was due 31 Mar 2027)'. */
function lateInWords({ title, owner, due }: Overdue): string {
  const facts = [owner, due && `was due ${due}`].filter(Boolean).join(", ");
  return `${title.replace(/\.$/, "")}${facts ? ` (${facts})` : ""}`;
}

/** Targets whose day is over, with what is overdue for them: what is to be set anew, and nothing to confirm. */
function missedIn(missed: readonly Aim[], late: readonly Overdue[], basis: Basis): string[] {
  if (missed.length === 0) return [];
  const { score, whole } = basis.say;
  const [one, oneLate] = [missed.length === 1, late.length === 1];
  const which = missed.map((aim) => `${whole(aim)}${typeof aim.now === "number" ? `, now ${score(aim.now)}` : ""}`);
  const said = `${one ? "One target was" : `${upperFirst(countInWords(missed.length))} targets were`} missed: ${inBrief(which)}.`;
  const actions = `${one ? "Its" : "Their"} ${oneLate ? "action is" : "actions are"} overdue: ${inBrief(late.map(lateInWords))}.`;
  const anew = `, and a new date for ${oneLate ? "the action" : "each action"}`;
  const sets = setAnew(missed, basis);
  return [
    [
      said,
      ...(late.length > 0 ? [actions] : []),
      ...sets.map((set, index) => `${set}${late.length > 0 && index === sets.length - 1 ? anew : ""}.`),
    ].join(" "),
  ];
}

/** A missed target keeps its score where its step leads to the same, and takes that of its step where that is higher: one goal for each. */
function setAnew(missed: readonly Aim[], basis: Basis): string[] {
  const { goals, given, day, say } = basis;
  const { score } = say;
  const goalOf = ({ name, score: own }: Aim) => goals.get(name) ?? own - 1;
  const kept = missed.filter((aim) => goalOf(aim) === aim.score);
  const raised = missed.filter((aim) => goalOf(aim) > aim.score);
  const others = missed.filter((aim) => goalOf(aim) < aim.score);
  const by = day?.isExact ? ` by ${shortDate(day.date)}` : "";
  const byGoal = given.to === undefined || by ? "" : ", by the date of the next goal";
  const [only, ...more] = missed;
  if (only && more.length === 0) {
    if (kept.length > 0) return [`Set a new date for ${score(only.score)}`];
    return [
      raised.length > 0
        ? `Set ${score(goalOf(only))}${by} as its new target, to which its step leads${byGoal}`
        : "Set a new target and date",
    ];
  }
  if (others.length === missed.length) return ["Set a new target and date for each"];
  const named = (some: readonly Aim[], until = "") =>
    namesIn(some.map((aim) => `${aim.name} (${score(Math.max(aim.score, goalOf(aim)))}${until})`));
  return [
    ...(kept.length > 0 ? [`Set ${kept.length === 1 ? "a new date" : "new dates"} for ${named(kept)}`] : []),
    ...(raised.length > 0
      ? [
          `Set ${raised.length === 1 ? "a new target" : "new targets"} for ${named(raised, by)}, to which ${raised.length === 1 ? "its step leads" : "their steps lead"}${byGoal}`,
        ]
      : []),
    ...(others.length > 0 ? [`Set a new target and date for ${namesIn(others.map(({ name }) => name))}`] : []),
  ];
}

/** What is overdue. @param others whether another decision names some more */
export function overdueIn(late: readonly Overdue[], others = false): string[] {
  if (late.length === 0) return [];
  const [one, each] = others ? ["what else is overdue", "each of the other overdue actions"] : ["what is overdue", "each overdue action"];
  return [`Set a new date for ${late.length === 1 ? one : each}, or drop it: ${inBrief(late.map(lateInWords))}.`];
}

/** Targets that are not yet due: to confirm, or to move where the agreed action comes later. Those that are lower than the next level are no goal any more. */
function confirmIn(ahead: readonly Aim[], { given: { to: level }, goals, shown, say: { score, whole } }: Basis): string[] {
  const stands = level === undefined ? ahead : ahead.filter((aim) => aim.score >= (goals.get(aim.name) ?? 0));
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
    ({ aim: { name, score: to, date, state }, last }) =>
      `${name} (${score(to)} by ${shortDate(date)}${state === "no longer reached" ? `, ${state}` : ""}; an action for it is due ${shortDate(last)})`,
  );
  const text = [
    ...(kept.length === 0 ? [] : [`Confirm ${those} not yet due: ${namesIn(kept.map(whole))}.`]),
    ...(late.length === 0 ? [] : [`Move the ${late.length === 1 ? "target" : "targets"} of ${namesIn(moved)}.`]),
  ];
  return text.length === 0 ? [] : [text.join(" ")];
}

/** How a goal is said: ', Defined,' where levels have names, ': one way of working is laid down', and what is to hold the present level until then. */
interface GoalWords {
  name: string;
  meaning: string;
  hold: readonly string[];
}

/** More names than these are counted. */
const NAMED = 3;

function goalWords({ scored }: Decided, to = 0): GoalWords {
  const { standing, meanings, justReached } = scored;
  const name = standing.levelNames[to];
  const meaning = meanings[to - 1];
  const who = justReached.length <= NAMED ? listed(justReached) : `${countInWords(justReached.length)} perspectives`;
  const hold = `Hold level ${to - 1} until then: ${who} ${justReached.length === 1 ? "has" : "have"} only just reached it.`;
  return {
    name: name ? `, ${name},` : "",
    meaning: meaning ? `: ${lowerFirst(meaning.replace(/\.$/, ""))}` : "",
    hold: justReached.length === 0 ? [] : [hold],
  };
}

/** The level that the steps lead to, next to what targets say. */
function goalIn(basis: Basis, words: GoalWords): string[] {
  const { given, aims, ahead, goals, day, say } = basis;
  const { to } = given;
  const goalOf = ({ name }: Pick<Aim, "name">) => goals.get(name);
  const named = (some: readonly Aim[]) => namesIn(some.map((aim) => `${aim.name} (${say.score(aim.score)})`));
  const by = day ? " by the same date" : "";
  /** One sentence for each score or level that steps lead to. */
  const byGoal = <T extends Pick<Aim, "name">>(some: readonly T[], inWords: (goal: string, those: T[]) => string) =>
    [...groupBy(some, (each) => say.score(goalOf(each) ?? 0))].map(([goal, those]) => inWords(goal, those));
  // What was missed gets a new target in a decision of its own.
  const lower = ahead.filter((aim) => aim.score < (goalOf(aim) ?? aim.score));
  const higher = ahead.filter((aim) => aim.score > (goalOf(aim) ?? aim.score));
  const reached = aims.filter((aim) => aim.state === "reached" && aim.score < (goalOf(aim) ?? aim.score));
  const without = aims.length === 0 ? [] : [...goals.keys()].flatMap((name) => (aims.some((aim) => aim.name === name) ? [] : { name }));
  const targetsOf = (some: readonly unknown[]) => (some.length === 1 ? "target" : "targets");
  const text = [
    ...(to === undefined ? (ahead.length > 0 ? [] : ["Agree on the next goal."]) : nextLevel(to, words, day)),
    ...byGoal(lower, (goal, those) => `Raise the ${targetsOf(those)} of ${named(those)} to ${goal}${by}.`),
    ...(higher.length > 0
      ? [`The ${targetsOf(higher)} of ${named(higher)} ${higher.length === 1 ? "takes" : "take"} more than these steps.`]
      : []),
    ...byGoal(
      reached,
      (goal, those) =>
        `Set ${those.length === 1 ? "a new target" : "new targets"} of ${goal}${by} for ${namesIn(those.map(({ name }) => name))}, whose ${targetsOf(those)} ${those.length === 1 ? "is" : "are"} reached.`,
    ),
    ...byGoal(
      without,
      (goal, those) =>
        `Set ${those.length === 1 ? "a target" : "targets"} of ${goal}${by} for ${namesIn(those.map(({ name }) => name))}, which ${those.length === 1 ? "has" : "have"} none.`,
    ),
  ];
  return text.length === 0 ? [] : [text.join(" ")];
}

/** A day that something already has, with what it is the day of. */
interface GoalDay {
  date: string;
  inWords: string;
  /** Whether it is the day itself, and not one after it. */
  isExact: boolean;
}

/** The last day of a target for this level, or of what was agreed for the steps; undefined where nothing has one. */
function goalDay(to: number, ahead: readonly Aim[], shown: readonly ReportStep[]): GoalDay | undefined {
  const aim = ahead.filter(({ score }) => score >= to).at(-1) ?? ahead.at(-1);
  const lastOf = (isWanted: (action: AgreedForStep) => boolean) =>
    shown
      .flatMap(({ agreed = [], lifts }) =>
        agreed.flatMap((action) => (action.day && lifts && isWanted(action) ? [{ date: action.day, name: lifts.name }] : [])),
      )
      .toSorted((a, b) => a.date.localeCompare(b.date))
      .at(-1);
  const [step, related] = [lastOf(({ isOfStep }) => isOfStep), lastOf(({ isOfStep, isOverdue }) => !isOfStep && !isOverdue)];
  const days = [
    ...(aim ? [{ date: aim.date, isExact: true, inWords: `${shortDate(aim.date)}, the date of ${targetsAt(aim.date, ahead)}` }] : []),
    ...(step ? [{ date: step.date, isExact: true, inWords: `${shortDate(step.date)}, the date agreed for ${step.name}` }] : []),
    // It is a part of what the steps take, so that the goal comes later.
    ...(related
      ? [
          {
            date: related.date,
            isExact: false,
            inWords: `a day after ${shortDate(related.date)}, when an action for ${related.name} is due`,
          },
        ]
      : []),
  ];
  return days.reduce<GoalDay | undefined>((last, day) => (last === undefined || day.date > last.date ? day : last), undefined);
}

const nextLevel = (to: number, { name, meaning, hold }: GoalWords, day: GoalDay | undefined): string[] => [
  `Agree on level ${to}${name} as the next goal${meaning}.`,
  day ? `We propose ${day.inWords}.` : "Agree on its date, too.",
  ...hold,
];

/** 'the target of Practices', with all that have this date. */
function targetsAt(date: string, ahead: readonly Aim[]): string {
  const names = ahead.filter((aim) => aim.date === date).map(({ name }) => name);
  return `the ${names.length === 1 ? "target" : "targets"} of ${namesIn(names)}`;
}

/** The work to be approved, with all that was agreed; nothing where there is an action about all of each step. */
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
  const related = shown.flatMap((step) => (step.about && relatedOf(step).length > 0 ? step.about : []));
  const soFar = [
    ...(agreed.length === 0 ? [] : [`Agreed so far: ${inBrief(agreed)}.`]),
    ...(related.length === 0 ? [] : [`There are related actions for ${namesIn(related)}.`]),
  ];
  return [[`Approve ${what}.`, ...soFar, ...short].join(" ")];
}

/** What was agreed that is something else than the step as a whole. */
const relatedOf = ({ agreed = [] }: ReportStep) => agreed.filter(({ isOfStep }) => !isOfStep);

/** What a step is about; the rest of it where a part was agreed. */
export const lackingOf = ({ about, step, agreed = [] }: ReportStep) =>
  about === undefined
    ? cutTo(step.replace(/\.$/, ""), MOST_OF_STEP)
    : `${agreed.some(({ isOfStep }) => isOfStep) ? "the rest of " : ""}${about}`;
/** Characters of a step in a sentence. */
const MOST_OF_STEP = 120;

/** Whether another decision has a date for a target at the level of a step, or above it. */
function hasDateElsewhere({ lifts }: ReportStep, basis: Basis): boolean {
  const { aims, goals, day } = basis;
  if (!lifts || aims.length === 0) return false;
  const isDecided = ({ name, state, score }: Aim) =>
    name === lifts.name && (state === "missed" || (isAhead(state) && score >= (goals.get(name) ?? 0)));
  // All others get a target for the goal, by its date.
  return aims.some(isDecided) || day !== undefined;
}

/** 'Name an owner, a budget and a date for Risk management and Finance management.' It asks for no date that another decision has. */
function lackingIn(open: readonly ReportStep[], basis: Basis): string[] {
  const fields = [
    { name: "owner", what: "an owner" },
    { name: "effort", what: "a budget" },
    { name: "due", what: "a date" },
  ] as const;
  const lacking = fields
    .map(({ name, what }) => ({
      what,
      who: open.filter((step) => step[name] === "" && (name !== "due" || !hasDateElsewhere(step, basis))),
    }))
    .filter(({ who }) => who.length > 0);
  const named = (steps: readonly ReportStep[]) => listed(steps.map(lackingOf));
  if (lacking.length === 0) return [];
  const parts = [...groupBy(lacking, ({ who }) => named(who))].map(([who, some]) => `${listed(some.map(({ what }) => what))} for ${who}`);
  const those = open.filter((step) => lacking.some(({ who }) => who.includes(step)));
  return [[`Name ${parts.join("; ")}.`, ...relatedIn(those)].join(" ")];
}

/** That what else was agreed is less than the steps. */
function relatedIn(steps: readonly ReportStep[]): string[] {
  const some = steps.filter((step) => relatedOf(step).length > 0);
  // One action can be about several steps.
  const isOne = new Set(some.flatMap(relatedOf).map(({ title }) => title)).size === 1;
  const its = isOne ? "its" : "their";
  const those = steps.length === 1 ? "this step" : some.length === 1 ? `${its} step` : "these steps";
  return some.length === 0 ? [] : [`The related ${isOne ? "action covers" : "actions cover"} only a part of ${those}.`];
}

/** Days after which another assessment can show what was done, and after which a year has gone by without one. */
const AGAIN = { from: 180, until: 548 } as const;

/** After the last day of the goal. Where that is far away, an earlier one can confirm some targets. @param completedOn as in 2026-11-05 */
function assessAgain(basis: Basis, completedOn: string | undefined): string {
  const when = "Agree on when to assess again";
  const { given, ahead, shown, day } = basis;
  if (given.to === undefined) {
    const last = ahead.at(-1);
    return last ? `${when}. We propose a day soon after ${shortDate(last.date)}, the date of ${targetsAt(last.date, ahead)}.` : `${when}.`;
  }
  if (!day) return `${when}. We propose a day soon after the date of the goal.`;
  const goal = shortDate(day.date);
  const [from, until] = completedOn === undefined ? [] : [daysAfter(completedOn, AGAIN.from), daysAfter(completedOn, AGAIN.until)];
  const early = from && until && day.date > until ? ahead.filter(({ date }) => date >= from && date <= until).at(-1) : undefined;
  if (early)
    return `${when}. We propose a day soon after ${shortDate(early.date)}, which can confirm ${targetsAt(early.date, ahead)}, and one soon after ${goal} for level ${given.to}.`;
  const dates = [...ahead.map(({ date }) => date), ...shown.flatMap(({ agreed = [] }) => agreed.map((action) => action.day))];
  const isBefore = dates.some((date) => typeof date === "string" && date < day.date);
  return [
    `${when}. We propose a day soon after ${day.isExact ? `${goal}, ` : ""}the date of the goal.`,
    ...(isBefore ? ["Until then, check each target and action on its own date."] : []),
  ].join(" ");
}

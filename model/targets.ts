/** Rules for targets: which score an organization wants to reach, until when, and why (docs/rules/targets.md). */
import { isPast } from "./days.ts";
import { roundHalfAway } from "./rounding.ts";
import { countInWords, upperFirst } from "./words.ts";

/** The most characters of a reason. */
export const TARGET_REASON_MAX = 500;

/** What the form says where something is missing. */
export const targetMessages = {
  score: "Please enter the score to reach, or empty the whole row.",
  date: "Please enter a day, here or next to each score.",
  reason: "Please enter a reason, here or next to each score.",
  none: "Please enter at least one score to reach.",
} as const;

/** A target, without what it belongs to. */
export interface Target {
  /** Of a perspective, practice or maturity component. */
  code: string;
  score: number;
  /** The day until which it is to be reached. */
  date: string;
  reason: string;
}

export const TARGET_STATES = ["reached", "not yet reached", "missed"] as const;
export type TargetState = (typeof TARGET_STATES)[number];

/**
 * How a target stands (docs/rules/targets.md#reached-or-not).
 * @param score as it is calculated; null where there is none
 * @param today as in 2026-11-05
 */
export function targetState(target: Pick<Target, "score" | "date">, score: number | null | undefined, today: string): TargetState {
  if (score !== null && score !== undefined && roundHalfAway(score, 2) >= target.score) return "reached";
  return isPast(target.date, today) ? "missed" : "not yet reached";
}

/** Whether something has a target that it has not reached. */
export const isBelowTarget = (state: TargetState | undefined): boolean => state !== undefined && state !== "reached";

/** How a target stands for clients, who read how it stood last time: one that was reached then, and whose day is not over. */
export type AimState = TargetState | "no longer reached";

/** Whether its day is still to come, and it is not reached. */
export const isAhead = (state: AimState): boolean => state === "not yet reached" || state === "no longer reached";

/** More targets that were missed or lost than these are counted alone. */
const NAMED = 2;

/**
 * How some targets stand, in words without a full stop: 'Two of the five targets are reached; one was missed: Planning, 2.00 against 2.25 by 31 Oct 2026'.
 * @param states of each; there is at least one
 * @param named those that were missed, and those that are no longer reached, each in words; none where a sentence only counts
 */
export function targetsMessage(
  states: readonly AimState[],
  { missed = [], lost = [] }: { missed?: readonly string[]; lost?: readonly string[] } = {},
): string {
  const [only] = states;
  const naming = (names: readonly string[]) => (names.length > 0 && names.length <= NAMED ? `: ${names.join("; ")}` : "");
  if (states.length === 1) return only === "missed" ? `The target was missed${naming(missed)}` : `The target is ${only}${naming(lost)}`;
  const count = (state: AimState) => states.filter((each) => each === state).length;
  const [reached, open, gone, past] = [count("reached"), count("not yet reached"), count("no longer reached"), count("missed")];
  const said = (some: number, one: string, many: string) => (some === 0 ? "" : `; ${countInWords(some)} ${some === 1 ? one : many}`);
  // That nothing else is reached, everybody sees.
  const ahead = gone + past === 0 ? "" : said(open, "is not yet due", "are not yet due");
  const fallen = gone === 0 ? "" : `${said(gone, "is no longer reached", "are no longer reached")}${naming(lost)}`;
  const late = past === 0 ? "" : `${said(past, "was missed", "were missed")}${naming(missed)}`;
  if (reached === states.length)
    return states.length === 2 ? "Both targets are reached" : `All ${countInWords(states.length)} targets are reached`;
  return `${reached ? upperFirst(countInWords(reached)) : "None"} of the ${countInWords(states.length)} targets ${reached > 1 ? "are" : "is"} reached${ahead}${fallen}${late}`;
}

/** Where the targets of a model and scope are in the chain of their organization. */
export const targetsPlace = (model: string, scope: string | null): string =>
  ["targets", model, ...(scope === null ? [] : [scope])].join("/");

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

/** More targets that were missed than these are counted alone. */
const NAMED = 2;

/**
 * How some targets stand, in words without a full stop: 'Two of the five targets are reached; one was missed: Planning, 2.00 against 2.25 by 31 Oct 2026'.
 * @param states of each; there is at least one
 * @param missed those that were missed, each in words; none where a sentence only counts
 */
export function targetsMessage(states: readonly TargetState[], missed: readonly string[] = []): string {
  const [only] = states;
  const named = missed.length > 0 && missed.length <= NAMED ? `: ${missed.join("; ")}` : "";
  if (states.length === 1) return only === "missed" ? `The target was missed${named}` : `The target is ${only}`;
  const count = (state: TargetState) => states.filter((each) => each === state).length;
  const [reached, past] = [count("reached"), count("missed")];
  const open = states.length - reached - past;
  const ahead = past === 0 || open === 0 ? "" : `; ${countInWords(open)} ${open === 1 ? "is" : "are"} still ahead`;
  const late = past === 0 ? "" : `; ${countInWords(past)} ${past === 1 ? "was" : "were"} missed${named}`;
  if (reached === states.length)
    return states.length === 2 ? "Both targets are reached" : `All ${countInWords(states.length)} targets are reached`;
  return `${reached ? upperFirst(countInWords(reached)) : "None"} of the ${countInWords(states.length)} targets ${reached > 1 ? "are" : "is"} reached${ahead}${late}`;
}

/** Where the targets of a model and scope are in the chain of their organization. */
export const targetsPlace = (model: string, scope: string | null): string =>
  ["targets", model, ...(scope === null ? [] : [scope])].join("/");

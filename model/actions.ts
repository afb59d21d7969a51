/** Rules for actions: what was agreed after an assessment, and what became of it (docs/rules/actions.md). */
import { daysAfter, isPast } from "./days.ts";

export const ACTION_STATES = ["open", "underWay", "done", "dropped"] as const;
export type ActionState = (typeof ACTION_STATES)[number];
export const ACTION_SIZES = ["small", "middle", "large"] as const;
export type ActionSize = (typeof ACTION_SIZES)[number];
export const ACTION_ORDERS = ["due", "newest", "title", "effect"] as const;
export type ActionOrder = (typeof ACTION_ORDERS)[number];

/** The most characters of each text. */
export const ACTION_TEXT_MAX = { title: 200, why: 2000, owner: 200, remark: 2000 } as const;
/** The most actions of an organization. */
export const ACTIONS_MAX = 500;
/** The most remarks on an action. */
export const ACTION_REMARKS_MAX = 100;
/** The most threads, practices and components that an action is about. */
export const ACTION_PLACES_MAX = 20;
/** How many actions the register shows at once. */
export const ACTIONS_AT_ONCE = 50;
/** How many days ahead home says what is due. */
export const DUE_SOON_DAYS = 14;

/** What orders and filters need of an action. */
export interface Sortable {
  id: number;
  title: string;
  owner: string;
  due: string | null;
  effort: ActionSize | null;
  effect: ActionSize | null;
  state: ActionState;
}

/** Whether nothing is left to do. */
export const isFinished = ({ state }: Pick<Sortable, "state">): boolean => state === "done" || state === "dropped";

/** Whether it should have been done by now (docs/rules/actions.md#open-done-overdue). @param today as in 2026-11-05 */
export const isOverdue = (action: Pick<Sortable, "state" | "due">, today: string): boolean =>
  !isFinished(action) && isPast(action.due, today);

/** Days before its day within which an action that nobody has begun is at risk. */
const RISK_DAYS = 60;

/** Whether nobody has begun it although its day is near (docs/rules/actions.md#next-time). @param today as in 2026-11-05 */
export const isAtRisk = ({ state, due }: Pick<Sortable, "state" | "due">, today: string): boolean =>
  state === "open" && due !== null && due >= today && due <= daysAfter(today, RISK_DAYS);

const byText = (one: string, other: string) => one.localeCompare(other, "en", { sensitivity: "base", numeric: true });
/** What has no value comes last. */
const sizeFrom = (size: ActionSize | null, largestFirst: boolean): number => {
  if (size === null) return ACTION_SIZES.length;
  const index = ACTION_SIZES.indexOf(size);
  return largestFirst ? ACTION_SIZES.length - 1 - index : index;
};
/** Days are compared as texts. */
const LAST_DAY = "9999-99-99";
const byDue = (one: Sortable, other: Sortable) => ((one.due ?? LAST_DAY) < (other.due ?? LAST_DAY) ? -1 : one.due === other.due ? 0 : 1);

const COMPARE: Record<ActionOrder, (one: Sortable, other: Sortable) => number> = {
  due: (one, other) => Number(isFinished(one)) - Number(isFinished(other)) || byDue(one, other),
  newest: (one, other) => other.id - one.id,
  title: (one, other) => byText(one.title, other.title),
  effect: (one, other) =>
    sizeFrom(one.effect, true) - sizeFrom(other.effect, true) || sizeFrom(one.effort, false) - sizeFrom(other.effort, false),
};

/** The same actions in an order of the register; those that are equal in it by age (docs/rules/actions.md#the-register). */
export const inOrder = <Action extends Sortable>(actions: readonly Action[], order: ActionOrder): Action[] =>
  actions.toSorted((one, other) => COMPARE[order](one, other) || one.id - other.id);

/** Counts by state, and of those that are overdue. */
export function countActions(actions: readonly Pick<Sortable, "state" | "due">[], today: string): Record<ActionState | "overdue", number> {
  const counts = { open: 0, underWay: 0, done: 0, dropped: 0, overdue: 0 };
  for (const action of actions) {
    counts[action.state] += 1;
    if (isOverdue(action, today)) counts.overdue += 1;
  }
  return counts;
}

/** What an assessment would come to if some of its parts were raised (docs/rules/results-and-files.md#what-if). */

/** The highest level of a thread, a practice and a component. */
const TOP = 5;

/** A thread, practice or component that can be raised. */
export interface Raisable {
  /** Names it in an address. */
  key: string;
  name: string;
  /** Its score or level as it counts today; null while it is not answered. */
  now: number | null;
  /** The highest level that it meets; 0 for none. */
  met: number;
  /** The level that its recommended step reaches. */
  step?: number;
}

/** What can be raised together, such as the threads of a perspective. */
export interface RaisableGroup {
  key: string;
  name: string;
  items: Raisable[];
}

/** How far: by one level, to that of the recommended step (by one level without one), or to a level. */
export const HOW_FAR = ["next", "steps", "1", "2", "3", "4", "5"] as const;
export type HowFar = (typeof HOW_FAR)[number];

/** The score or level of something that is raised. A higher one than asked for stays. */
export function raisedTo({ now, met, step }: Raisable, far: HowFar): number {
  const next = met + 1;
  const level = far === "next" ? next : far === "steps" ? (step ?? next) : Number(far);
  return Math.max(now ?? 0, Math.min(level, TOP));
}

/** Whether there is a level above. */
export const canRise = ({ now }: Raisable): boolean => now === null || now < TOP;

/** What is to be raised. */
export interface Choice {
  keys: ReadonlySet<string>;
  far: HowFar;
}

export const NOTHING: Choice = { keys: new Set(), far: "next" };

/** What everything comes to, raised or not, by key; null for what is not answered and not raised. */
export const levelsWith = (groups: readonly RaisableGroup[], { keys, far }: Choice): ReadonlyMap<string, number | null> =>
  new Map(groups.flatMap(({ items }) => items.map((item) => [item.key, keys.has(item.key) ? raisedTo(item, far) : item.now])));

/** The recommended steps as a choice; undefined without any. One that reaches further than one level asks for 'steps'. */
export function recommendedChoice(groups: readonly RaisableGroup[]): Choice | undefined {
  const items = groups.flatMap((group) => group.items).filter(({ step }) => step !== undefined);
  if (items.length === 0) return undefined;
  const far = items.every((item) => raisedTo(item, "next") === raisedTo(item, "steps")) ? "next" : "steps";
  return { keys: new Set(items.map(({ key }) => key)), far };
}

/** What an assessment comes to. */
export interface Estimate {
  /** Null while it is not known; undefined in a scope without one. */
  maturity: number | null | undefined;
  /** The overall score of P3M3. */
  score?: number;
  /** The perspectives with their scores, or the components, or without these the practices, with their levels. */
  parts: { name: string; value: number | null }[];
  /** The names of the parts that hold the maturity. */
  holding: string[];
}

/** The threads that would take a perspective to a level (docs/rules/client-report.md#recommended-steps). */
import { LEVELS } from "./catalogue.ts";

const TOP = LEVELS.length;

/** A thread that is to rise. */
export interface Rise<T> {
  thread: T;
  /** The score to reach. */
  to: number;
  /** How many statements have to be met Fully for it. */
  statements: number;
}

/**
 * The threads that would take a perspective to a mean, the lowest first: their statements ask least, and gain most
 * (docs/rules/client-report.md#recommended-steps). Each statement is met Fully, as the next level is open only then.
 * @param target the mean to reach, at most 5
 */
export function risesTo<T extends { score: number }>(target: number, threads: readonly T[]): Rise<T>[] {
  let points = target * threads.length - threads.reduce((sum, { score }) => sum + score, 0);
  const rises = threads.map((thread): Rise<T> => ({ thread, to: thread.score, statements: 0 }));
  const begun: Rise<T>[] = [];
  while (points > 0) {
    const next = rises.filter(({ to }) => to < TOP).reduce((best, rise) => (rise.to < best.to ? rise : best));
    if (next.statements === 0) begun.push(next);
    const reached = Math.floor(next.to) + 1;
    points -= reached - next.to;
    next.to = reached;
    next.statements += 1;
  }
  return begun;
}

/** Rises in their order, the lowest thread first; of equal ones those of which something is so come last. */
export const beginningElsewhere = <T extends { score: number }>(rises: readonly Rise<T>[], isLast: (thread: T) => boolean): Rise<T>[] =>
  rises.toSorted((a, b) => a.thread.score - b.thread.score || Number(isLast(a.thread)) - Number(isLast(b.thread)));

/** How far a perspective is from a level, and the threads that would take it there (docs/rules/results-and-files.md#at-a-glance). */
import { LEVELS } from "./catalogue.ts";

export interface Distance {
  /** What the threads lack together, in steps of half a point. */
  points: number;
  /** The fewest statements that have to be met better, and the fewest threads that these can be in. */
  statements: number;
  threads: number;
}

const TOP = LEVELS.length;

/**
 * How many points the threads lack for a mean. The next statement of a thread gives half a point where it is met Partially, and each
 * further one a whole point.
 * @param scores of the threads in scope, 0 to 5 in halves
 * @param target the mean to reach, at most 5
 */
export function distanceTo(target: number, scores: readonly number[]): Distance {
  const points = Math.max(0, target * scores.length - scores.reduce((sum, score) => sum + score, 0));
  const rooms = scores.map((score) => TOP - score).sort((a, b) => b - a);
  let threads = 0;
  for (let left = points; left > 0 && threads < rooms.length; threads += 1) left -= rooms[threads] ?? 0;

  const whole = rooms.filter((room) => Number.isInteger(room)).reduce((sum, room) => sum + room, 0);
  let statements = Math.ceil(Math.min(points, whole));
  let left = points - whole;
  // Threads with a half: each costs half a point on the way, so those with the most room come first.
  for (const room of rooms.filter((each) => !Number.isInteger(each))) {
    if (left <= 0) break;
    statements += Math.ceil(Math.min(left, room) + 0.5);
    left -= room;
  }
  return { points, statements, threads };
}

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
  let { points } = distanceTo(
    target,
    threads.map(({ score }) => score),
  );
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

/** How far a perspective is from a level (docs/rules/results-and-files.md#at-a-glance). */
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

/** People take turns at the workers, so that nobody holds all of them (docs/rules/results-and-files.md#whose-turn-it-is). */
import pLimit, { type LimitFunction } from "p-limit";

/** How many tasks of one person run, or wait in the common line, at a time. The others wait in a line of their own. */
export const AT_ONCE = 2;

/**
 * A common line for a number of places. A task is reached after at most two of each other person, however many these have asked for.
 * @returns `run` does a task when it is its turn, and returns its result. A task of nobody goes to the common line at once
 */
export function takeTurns(places: number) {
  const common = pLimit(places);
  const lines = new Map<string, { line: LimitFunction; tasks: number }>();
  return {
    async run<T>(person: string | undefined, task: () => Promise<T>): Promise<T> {
      if (person === undefined) return common(task);
      const own = lines.get(person) ?? { line: pLimit(AT_ONCE), tasks: 0 };
      lines.set(person, own);
      own.tasks += 1;
      try {
        return await own.line(() => common(task));
      } finally {
        own.tasks -= 1;
        if (own.tasks === 0) lines.delete(person);
      }
    },
    running: () => common.activeCount,
  };
}

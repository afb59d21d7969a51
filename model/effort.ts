/** The pace that is assumed, in minutes for each statement (docs/rules/setup-and-scope.md#how-long-it-takes). */
const MINUTES_A_STATEMENT = 1;

/** Roughly how long it takes to answer a number of statements, in minutes: up to two hours in quarters of an hour, above that in hours. */
export function roughMinutes(statements: number): number {
  const minutes = statements * MINUTES_A_STATEMENT;
  const step = minutes <= 120 ? 15 : 60;
  return Math.ceil(minutes / step) * step;
}

/** The statements that so many threads are likely to ask: the level where answering starts, and the one above or below it. */
export const likelyOfThreads = (threads: number): number => threads * 2;

/** The share of a practice's criteria that levels 2 and 3 have in the shipped catalogue: 281 of 455. */
const UP_TO_LEVEL_3 = 0.6;

/** How many criteria practices with so many in all are likely to ask: those of levels 2 and 3. A practice at level 2 asks these. */
export const likelyOfPractices = (criteria: number): number => Math.round(criteria * UP_TO_LEVEL_3);

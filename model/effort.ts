/** The pace that is assumed, in minutes for each statement (docs/rules/setup-and-scope.md#how-long-it-takes). */
const MINUTES_A_STATEMENT = 1;

/** Roughly how long it takes to answer a number of statements, in minutes: up to two hours in quarters of an hour, above that in hours. */
export function roughMinutes(statements: number): number {
  const minutes = statements * MINUTES_A_STATEMENT;
  const step = minutes <= 120 ? 15 : 60;
  return Math.ceil(minutes / step) * step;
}

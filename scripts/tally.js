// @ts-check
/**
 * @typedef {{ passed: number, failed: number }} Tally
 * @typedef {{ suite: string, seconds: number, status: number | null, tally: Tally | undefined }} Run status: of the process
 */

/**
 * Counts the tests of one run of Vitest. A file that could not be loaded counts as one failed test.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} report
 * of Vitest's JSON reporter
 * @returns {Tally}
 */
export function tallyOfVitest({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0);
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}

/**
 * Counts the tests of one run of Playwright. A test that only passed on a retry counts as failed, and so does each error outside a test.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] }} report of Playwright's JSON reporter
 * @returns {Tally}
 */
export function tallyOfPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/**
 * A suite in one line: its name, how long it took, and its tests.
 * @param {Run} run
 */
export function summaryOf({ suite, seconds, tally }) {
  const whole = Math.round(seconds);
  const time = `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${suite.padEnd(10)}${time.padStart(12)}   ${tally ? `${tally.passed} passed, ${tally.failed} failed` : "no report"}`;
}

/**
 * Adds the runs up. A run that left no report, or that ended badly without naming a failed test, counts as one failed test,
 * so that the sum never hides a failure.
 * @param {Pick<Run, "status" | "tally">[]} runs
 * @returns {Tally}
 */
export function total(runs) {
  return runs.reduce(
    (sum, { status, tally = { passed: 0, failed: 0 } }) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + (status === 0 ? tally.failed : Math.max(tally.failed, 1)),
    }),
    { passed: 0, failed: 0 },
  );
}

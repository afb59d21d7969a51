// @ts-check
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./build.js";

/**
 * Tests that were not run, and why.
 * @typedef {{ count: number | undefined, reason: string }} Left count: undefined where nobody can say how many they are
 * @typedef {{ passed: number, failed: number, failures: string[], skipped: Left[], notRun: Left[] }} Tally failures: a line for each, which
 * names the test; skipped: on purpose
 * @typedef {{ suite: string, seconds: number, status: number | null, tally: Tally | undefined, listed?: number }} Run status: of the
 * process; listed: the number of tests in a suite that reported none
 */

/**
 * Counts equal reasons together.
 * @param {string[]} reasons one for each test
 * @returns {Left[]}
 */
function byReason(reasons) {
  return [...new Set(reasons)].map((reason) => ({ reason, count: reasons.filter((each) => each === reason).length }));
}

/** The longest error that fits a line. */
const MOST_CHARACTERS = 1500;

/**
 * A failed test in one line: where it is, its title, and what its errors say, without the places in the code. A failure that comes once in
 * a hundred runs is understood from this line, or not at all.
 * @param {string[]} place file and titles, from the outside in
 * @param {(string | undefined)[]} errors as they were thrown, perhaps with colours
 */
function failureIn(place, ...errors) {
  const lines = errors.flatMap((error = "") => stripVTControlCharacters(error).split("\n"));
  const texts = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("at "));
  return [place.join(" › "), texts.join(" | ").slice(0, MOST_CHARACTERS)].filter(Boolean).join(": ");
}

/**
 * @typedef {{ status: string, title: string, ancestorTitles: string[], failureMessages?: string[] | null, meta?: { skipped?: string } }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 */

/**
 * Counts the tests of one run of Vitest. A file that could not be loaded counts as one failed test. A test that says why it is skipped
 * (`onlyIf` in tests/support/only-if.ts) was skipped. Others in a file that failed did not run, because what they need failed before them.
 * @param {{ testResults: VitestFile[] }} report of Vitest's JSON reporter
 * @returns {Tally}
 */
export function tallyOfVitest({ testResults }) {
  const files = testResults.map((file) => ({ ...file, name: relative(root, file.name) }));
  const tests = files.flatMap(({ name, status: file, assertionResults }) =>
    assertionResults.map(({ status, meta }) => ({ name, file, status, why: meta?.skipped })),
  );
  const left = tests.filter(({ status }) => status !== "passed" && status !== "failed");
  const isSkipped = (/** @type {typeof left[number]} */ { why, file }) => why !== undefined || file !== "failed";
  const unloaded = files.filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0);
  return {
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: tests.filter(({ status }) => status === "failed").length + unloaded.length,
    failures: [
      ...files.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === "failed")
          .map(({ ancestorTitles, title, failureMessages }) => failureIn([name, ...ancestorTitles, title], failureMessages?.[0])),
      ),
      ...unloaded.map(({ name, message }) => failureIn([name], message)),
    ],
    skipped: byReason(left.filter(isSkipped).map(({ why, name }) => why ?? `${name} does not say why`)),
    notRun: [
      ...byReason(left.filter((test) => !isSkipped(test)).map(({ name }) => `something failed before them in ${name}`)),
      ...unloaded.map(({ name }) => ({ count: undefined, reason: `${name} could not be loaded` })),
    ],
  };
}

/**
 * @typedef {{ type: string, description?: string }} Annotation
 * @typedef {{ errors?: { message?: string }[] }} BrowserResult one for each try
 * @typedef {{ projectName: string, expectedStatus: string, status: string, annotations: Annotation[], results: BrowserResult[] }} BrowserTest
 * @typedef {{ title: string, suites?: BrowserSuite[], specs: { title: string, tests: BrowserTest[] }[] }} BrowserSuite
 */

/**
 * @param {BrowserSuite} suite
 * @param {string[]} [outer] titles around it; the outermost is the file's
 * @returns {(BrowserTest & { place: string[] })[]}
 */
function testsOf({ title, suites = [], specs }, outer = []) {
  const place = [...outer, title];
  return [
    ...specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, place: [...place, spec.title] }))),
    ...suites.flatMap((suite) => testsOf(suite, place)),
  ];
}

/**
 * Counts the tests of one run of Playwright. A test that only passed on a retry counts as failed, and so does each error outside a test.
 * @param {{ suites: BrowserSuite[], errors: { message?: string }[] }} report of Playwright's JSON reporter
 * @returns {Tally}
 */
export function tallyOfPlaywright({ suites, errors }) {
  const tests = suites.flatMap((suite) => testsOf(suite));
  const failed = tests.filter(({ status }) => status === "unexpected" || status === "flaky");
  // Of a test that took too long, the second error says what it waited for.
  const errorsOf = (/** @type {BrowserTest} */ { results }) => results.flatMap(({ errors = [] }) => errors).map(({ message }) => message);
  const left = tests.filter(({ status }) => status === "skipped");
  const isSkipped = (/** @type {BrowserTest} */ { expectedStatus, results }) => expectedStatus === "skipped" && results.length > 0;
  const whyOf = (/** @type {BrowserTest} */ { annotations }) =>
    annotations.find(({ type }) => type === "skip" || type === "fixme")?.description;
  const [first] = (errors[0]?.message ?? "the run ended before them").split("\n");
  return {
    passed: tests.filter(({ status }) => status === "expected").length,
    failed: failed.length + errors.length,
    failures: [
      ...failed.map((test) => failureIn([...test.place, `(${test.projectName})`], ...errorsOf(test))),
      ...errors.map(({ message }) => failureIn(["outside a test"], message)),
    ],
    skipped: byReason(left.filter(isSkipped).map((test) => whyOf(test) ?? "the browser tests do not say why")),
    notRun: byReason(left.filter((test) => !isSkipped(test)).map(() => `browser: ${first}`)),
  };
}

/**
 * Whether a run reported no test at all, for example because its set-up failed.
 * @param {Tally} tally
 */
export const isEmpty = ({ passed, failed, skipped, notRun }) => passed + failed + skipped.length + notRun.length === 0;

/**
 * A suite in one line: its name, how long it took, and its tests.
 * @param {Run} run
 */
export function summaryOf({ suite, seconds, tally }) {
  const whole = Math.round(seconds);
  const time = `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${suite.padEnd(15)}${time.padStart(12)}   ${tally ? `${tally.passed} passed, ${tally.failed} failed` : "no report"}`;
}

/**
 * Adds the runs up, and says of each failure in which suite it was. A run that left no report, or that ended badly without naming a failed test, counts as one failed test,
 * so that the sum never hides a failure.
 * @param {Pick<Run, "suite" | "status" | "tally" | "listed">[]} runs
 * @returns {Tally}
 */
export function total(runs) {
  const tallies = runs.map(({ suite, status, tally, listed }) => {
    const known = tally ?? { passed: 0, failed: 0, failures: [], skipped: [], notRun: [{ count: listed, reason: `${suite} broke off` }] };
    const isUnnamed = status !== 0 && known.failed === 0;
    const failures = isUnnamed ? ["ended badly and names no test: see its output above"] : known.failures;
    return { ...known, failed: isUnnamed ? 1 : known.failed, failures: failures.map((failure) => `${suite}: ${failure}`) };
  });
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    skipped: tallies.flatMap(({ skipped }) => skipped),
    notRun: tallies.flatMap(({ notRun }) => notRun),
  };
}

/**
 * Says in one line how many tests were skipped, how many did not run, and why.
 * @param {Pick<Tally, "skipped" | "notRun">} tally
 */
export function leftOf({ skipped, notRun }) {
  return [counted(skipped, "skipped"), counted(notRun, "did not run")].join(", ");
}

/**
 * @param {Left[]} left
 * @param {string} what
 */
function counted(left, what) {
  const sum = left.reduce((total, { count = 0 }) => total + count, 0);
  const isMore = left.some(({ count }) => count === undefined);
  /** @type {Map<string, number | undefined>} */
  const counts = new Map();
  for (const { reason, count } of left) counts.set(reason, count === undefined ? undefined : (counts.get(reason) ?? 0) + count);
  const reasons = [...counts].map(([reason, count]) => `${count ?? "an unknown number"}: ${reason}`);
  return `${sum}${isMore ? " or more" : ""} ${what}${reasons.length > 0 ? ` (${reasons.join("; ")})` : ""}`;
}

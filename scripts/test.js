// @ts-check
// npm test: the unit, golden, contract, scenario and browser tests, and those in other browsers and in LibreOffice where they are
// installed. Then it prints each failed test by name, how long each suite took, and the tests that were skipped or did not run, with the
// reason. The last line counts all: "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { missingTools } from "./browsers.js";
import { root } from "./build.js";
import { isEmpty, leftOf, summaryOf, tallyOfPlaywright, tallyOfVitest, total } from "./tally.js";

const reports = mkdtempSync(join(tmpdir(), "test-reports-"));

/**
 * Runs one suite and counts its tests from the report that it leaves.
 * @template Report
 * @param {string} suite
 * @param {(report: Report) => import("./tally.js").Tally} count
 * @param {(report: string) => string[]} commandFor what Node runs, by the path of the report
 * @param {() => number | undefined} list counts the tests without running them
 * @returns {import("./tally.js").Run}
 */
function run(suite, count, commandFor, list) {
  const path = join(reports, `${suite}.json`);
  const command = commandFor(path);
  const env = { ...process.env, TEST_REPORT: path };
  const began = performance.now();
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit", env });
  const seconds = (performance.now() - began) / 1000;
  let tally;
  try {
    tally = count(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    console.error(`The run left no readable report: ${command.join(" ")}`);
  }
  if (tally && !isEmpty(tally)) return { suite, seconds, status, tally };
  return { suite, seconds, status: 1, tally: undefined, listed: list() };
}

/**
 * The output of a Node command; undefined when it fails.
 * @param {string[]} command
 * @param {Record<string, string>} env
 */
function outputOf(command, env) {
  const { status, stdout } = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8", env: { ...process.env, ...env } });
  return status === 0 ? stdout : undefined;
}

const VITEST = join(root, "node_modules/vitest/vitest.mjs");

/** @param {string} suite a project of vitest.config.ts */
const vitest = (suite) =>
  run(
    suite,
    tallyOfVitest,
    (report) => [VITEST, "run", `--project=${suite}`, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    // Named a database server, Vitest starts none. It prints a line for each test.
    () => outputOf([VITEST, "list", `--project=${suite}`], { TEST_DATABASE_URL: "postgres://none" })?.match(/^\[/gm)?.length,
  );

/** @returns {number | undefined} */
function listBrowserTests() {
  const listed = outputOf([join(root, "node_modules/@playwright/test/cli.js"), "test", "--list"], { CHROMIUM_PATH: "none" });
  return listed === undefined ? undefined : Number(/^Total: (\d+)/m.exec(listed)?.[1]);
}

const runs = [
  vitest("unit"),
  vitest("golden"),
  vitest("contract"),
  vitest("scenario"),
  run("browser", tallyOfPlaywright, () => [join(root, "scripts/e2e.js")], listBrowserTests),
  vitest("browsers"),
  vitest("office"),
];
rmSync(reports, { recursive: true, force: true });

const missing = missingTools();
if (missing) console.log(`${missing}\nOr: npm run test:browsers, which installs them.`);

const sum = total(runs);
const { passed, failed, failures } = sum;
for (const failure of failures) console.log(`FAILED ${failure}`);
for (const each of runs) console.log(summaryOf(each));
console.log(leftOf(sum));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

// @ts-check
// npm test: the unit, golden, contract, scenario and browser tests, and those in other browsers and in LibreOffice where they are
// installed. Then it prints each failed test by name, how long each suite took, and which tests were skipped or did not run, and why.
// Two suites run at a time, where there is enough memory. The last line counts all: "N passed, N failed".
//
// npm run test:quick (--quick): the unit tests, the contract tests on SQLite, and the main job once over HTTP and once in a browser.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { missingTools } from "./browsers.js";
import { BUILD, isBuildStale, root } from "./build.js";
import { isEmpty, leftOf, summaryOf, tallyOfPlaywright, tallyOfVitest, total } from "./tally.js";

const isQuick = process.argv.includes("--quick");
const reports = mkdtempSync(join(tmpdir(), "test-reports-"));

const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;

/** Where the tests keep their SQLite files: in memory, where the system offers room for them. */
function databaseFolder() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Runs a suite and counts its tests. While another suite runs, each line that it prints says whose it is.
 * @typedef {(isBeside: boolean) => Promise<import("./tally.js").Run>} Suite
 */

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.once(signal, async () => {
    const ended = [...children].map((child) => once(child, "close"));
    for (const child of children) child.kill(signal);
    await Promise.all(ended);
    rmSync(reports, { recursive: true, force: true });
    process.exit(1);
  });

/**
 * Shows what a suite prints, line by line, so that nothing is lost if the run ends early.
 * @param {import("node:stream").Readable | null} printed
 * @param {string} suite
 */
async function show(printed, suite) {
  if (printed) for await (const line of createInterface({ input: printed, crlfDelay: Infinity })) console.log(`${suite} | ${line}`);
}

/**
 * Runs Node.
 * @param {string[]} command
 * @param {{ suite: string, isBeside: boolean, env: NodeJS.ProcessEnv }} how
 * @returns {Promise<number | null>} its exit code; 1 when it could not be started
 */
async function runNode(command, { suite, isBeside, env }) {
  const child = spawn(process.execPath, command, { cwd: root, stdio: isBeside ? ["ignore", "pipe", "pipe"] : "inherit", env });
  children.add(child);
  try {
    const [[status]] = await Promise.all([once(child, "close"), show(child.stdout, suite), show(child.stderr, suite)]);
    return status;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    children.delete(child);
  }
}

/** Once for all suites: nobody may build while another suite's servers run from the build. @returns whether there is a build */
async function build() {
  if (!isBuildStale()) return true;
  const { words, command, env } = BUILD;
  console.log(words);
  return (await runNode(command, { suite: "build", isBeside: true, env })) === 0;
}
/** Suites that need the build wait for it. If it failed, they say so, each as a failure. */
const built = build();

/**
 * A suite, whose tests are counted from the report that it leaves.
 * @template Report
 * @param {string} suite
 * @param {(report: Report) => import("./tally.js").Tally} count
 * @param {(report: string) => string[]} commandFor what Node runs, by the path of the report
 * @param {() => number | undefined} list counts the tests without running them
 * @param {{ needsBuild?: boolean }} [needs]
 * @returns {Suite}
 */
const suiteOf =
  (suite, count, commandFor, list, { needsBuild = true } = {}) =>
  async (isBeside) => {
    const path = join(reports, `${suite.replaceAll(" ", "-")}.json`);
    const command = commandFor(path);
    const env = {
      TEST_DATABASE_FOLDER: databaseFolder(),
      ...process.env,
      ...(isBeside && process.stdout.isTTY && { FORCE_COLOR: "1" }),
      TEST_REPORT: path,
      ...(needsBuild && { TEST_BUILD: (await built) ? "ready" : "failed" }),
      ...(isQuick && { TEST_DATABASES: "SQLite" }),
    };
    const began = performance.now();
    const status = await runNode(command, { suite, isBeside, env });
    const seconds = (performance.now() - began) / 1000;
    let tally;
    try {
      tally = count(JSON.parse(readFileSync(path, "utf8")));
    } catch {
      console.error(`The run left no readable report: ${command.join(" ")}`);
    }
    if (tally && !isEmpty(tally)) return { suite, seconds, status, tally };
    return { suite, seconds, status: 1, tally: undefined, listed: list() };
  };

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

/**
 * @param {string[]} projects of vitest.config.ts, which run together
 * @param {...string} which of their files and tests; all unless said otherwise
 */
function vitest(projects, ...which) {
  const flags = projects.map((project) => `--project=${project}`);
  return suiteOf(
    projects.join(" and "),
    tallyOfVitest,
    (report) => [VITEST, "run", ...flags, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...which],
    // Named a database server, Vitest starts none. It prints a line for each test.
    () => outputOf([VITEST, "list", ...flags, ...which], { TEST_DATABASE_URL: "postgres://none" })?.match(/^\[/gm)?.length,
    { needsBuild: !projects.includes("unit") },
  );
}

/** @param {...string} which of the browser tests; all unless said otherwise */
function browser(...which) {
  const list = () => {
    const listed = outputOf([join(root, "node_modules/@playwright/test/cli.js"), "test", "--list", ...which], { CHROMIUM_PATH: "none" });
    return listed === undefined ? undefined : Number(/^Total: (\d+)/m.exec(listed)?.[1]);
  };
  return suiteOf("browser", tallyOfPlaywright, () => [join(root, "scripts/e2e.js"), ...which], list);
}

/** Side by side, suites keep their servers, browsers and workers in memory at the same time. A container may have less than its machine. */
const ENOUGH_FOR_TWO = 7 * 1024 ** 3;
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

// The unit tests run while the web application is built. The longest suite starts right after that. The last suite runs alone: the browser tests
// have work for all processors.
const suites = isQuick
  ? [
      vitest(["unit"]),
      vitest(["contract"]),
      vitest(["scenario"], "tests/scenarios/text-in-order.test.ts"),
      browser("--project=js", "--grep=the main job, from the entry link", "tests/e2e/main-job.spec.ts"),
    ]
  : [vitest(["unit", "golden"]), vitest(["scenario"]), vitest(["browsers", "office"]), vitest(["contract"]), browser()];
// The tests of one suite wait for servers, databases and pages a third of the time; those of another have the processors during that time.
const isBeside = memory >= ENOUGH_FOR_TWO;
const waiting = suites.entries();

/**
 * Runs one suite after the other, as long as any waits.
 * @param {import("./tally.js").Run[]} runs takes each, in the order of the suites
 */
async function runWaiting(runs) {
  for (const [place, suite] of waiting) runs[place] = await suite(isBeside);
}

/** @type {import("./tally.js").Run[]} */
const runs = [];
await Promise.all(isBeside ? [runWaiting(runs), runWaiting(runs)] : [runWaiting(runs)]);
rmSync(reports, { recursive: true, force: true });

const missing = isQuick ? undefined : missingTools();
if (missing) console.log(`${missing}\nOr: npm run test:browsers, which installs them.`);

const sum = total(runs);
const { passed, failed, failures } = sum;
for (const failure of failures) console.log(`FAILED ${failure}`);
for (const each of runs) console.log(summaryOf(each));
console.log(leftOf(sum));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

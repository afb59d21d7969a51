// @ts-check
// npm test: the unit, contract, scenario and browser tests, those in other browsers and in LibreOffice where they are here; then how long each suite took, and
// last one line that counts them all: "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { missingTools } from "./browsers.js";
import { root } from "./build.js";
import { summaryOf, tallyOfPlaywright, tallyOfVitest, total } from "./tally.js";
import { findOnPath } from "./tools.js";

const reports = mkdtempSync(join(tmpdir(), "test-reports-"));

/**
 * Runs one suite and counts its tests from the report that it leaves.
 * @template Report
 * @param {string} suite
 * @param {(report: Report) => import("./tally.js").Tally} count
 * @param {(report: string) => string[]} commandFor what Node runs, by the path of the report
 * @returns {import("./tally.js").Run}
 */
function run(suite, count, commandFor) {
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
  return { suite, seconds, status: tally ? status : 1, tally };
}

/** @param {string} suite a project of vitest.config.ts */
const vitest = (suite) =>
  run(suite, tallyOfVitest, (report) => [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    `--project=${suite}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);

const runs = [
  vitest("unit"),
  vitest("contract"),
  vitest("scenario"),
  run("browser", tallyOfPlaywright, () => [join(root, "scripts/e2e.js")]),
  vitest("browsers"),
  vitest("office"),
];
rmSync(reports, { recursive: true, force: true });

const missing = missingTools();
if (missing) console.log(`${missing}\nOr: npm run test:browsers, which installs them.`);

if (findOnPath(["soffice"]).length === 0) console.log("The tests in LibreOffice were skipped: soffice is not on the PATH.");

for (const each of runs) console.log(summaryOf(each));
const { passed, failed } = total(runs);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

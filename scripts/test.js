// @ts-check
// npm test: runs the unit, contract, scenario and browser tests, then prints the total: "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { root } from "./build.js";
import { tallyOfPlaywright, tallyOfVitest, total } from "./tally.js";

const reports = mkdtempSync(join(tmpdir(), "test-reports-"));

/**
 * Runs one kind of tests and counts them by its report.
 * @template Report
 * @param {string} report the name of the report's file
 * @param {(report: Report) => import("./tally.js").Tally} count
 * @param {string[]} command what Node runs
 */
function run(report, count, command) {
  const path = join(reports, report);
  const env = { ...process.env, TEST_REPORT: path };
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit", env });
  let tally;
  try {
    tally = count(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    console.error(`The run left no readable report: ${command.join(" ")}`);
  }
  return { status: tally ? status : 1, tally };
}

const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "unit", "--project", "contract", "--project", "scenario"];
const json = ["--reporter=default", "--reporter=json", `--outputFile.json=${join(reports, "vitest.json")}`];
const runs = [
  run("vitest.json", tallyOfVitest, [...vitest, ...json]),
  run("playwright.json", tallyOfPlaywright, [join(root, "scripts/e2e.js")]),
];
rmSync(reports, { recursive: true, force: true });

const { passed, failed } = total(runs);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

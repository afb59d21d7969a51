// @ts-check
// npm run walk: every screen in every odd state, over HTTP and in a browser, and all journeys through the demo; first on SQLite, then on
// PostgreSQL. Its last line says how many minutes that took.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { root } from "./build.js";

const modules = join(root, "node_modules");
const RUNS = [
  [join(modules, "vitest/vitest.mjs"), "run", "--project=scenario", "tests/scenarios/walk.test.ts"],
  [join(root, "scripts/e2e.js"), "tests/journeys"],
];
const ON_POSTGRES = ["--import", "tsx", join(root, "tests/support/on-postgres.ts"), process.execPath];

/** SQLite has no address, and the other run begins a server of its own. */
const { TEST_DATABASE_URL: _, ...environment } = process.env;
const env = /** @type {NodeJS.ProcessEnv} */ ({ ...environment, WALK: "1" });

const begun = performance.now();
/** @type {string[]} */
const failed = [];
for (const [database, before] of /** @type {[string, string[]][]} */ ([
  ["SQLite", []],
  ["PostgreSQL", ON_POSTGRES],
]))
  for (const run of RUNS) {
    console.log(`\n${database}: ${run.at(-1)}`);
    const { status } = spawnSync(process.execPath, [...before, ...run], { cwd: root, stdio: "inherit", env });
    if (status !== 0) failed.push(`${database}: ${run.at(-1)}`);
  }

for (const each of failed) console.log(`FAILED ${each}`);
console.log(`The walk took ${((performance.now() - begun) / 60_000).toFixed(1)} minutes.`);
process.exitCode = failed.length === 0 ? 0 : 1;

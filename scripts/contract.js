// @ts-check
// npm run test:contract: the contract tests of the reference API; with --api-url it checks any other upstream against the contract.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { root } from "./build.js";

const given = process.argv.slice(2);
const isOther = given.some((argument) => argument.startsWith("--api-url"));
const command = isOther
  ? ["--import", "tsx", join(root, "tests/support/hold-contract.ts"), ...given]
  : [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "contract", ...given];
process.exitCode = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" }).status ?? 1;

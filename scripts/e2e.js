// @ts-check
// npm run test:e2e: the browser tests alone. Arguments go to Playwright, which builds first where that is due.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { findOrInstallBrowser } from "./browser.js";
import { root } from "./build.js";

try {
  const env = { ...process.env, CHROMIUM_PATH: findOrInstallBrowser() };
  const command = [join(root, "node_modules/@playwright/test/cli.js"), "test", ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit", env }).status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

// @ts-check
// npm run test:e2e: only the browser tests. Arguments are passed to Playwright. The application is built first if necessary.
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

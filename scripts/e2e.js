// @ts-check
// npm run test:e2e: the browser tests alone, on a fresh build. Further arguments go to Playwright.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { findOrInstallBrowser } from "./browser.js";
import { buildIfStale, root } from "./build.js";

let browser;
try {
  browser = findOrInstallBrowser();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
buildIfStale();
const { status } = spawnSync(process.execPath, [join(root, "node_modules/@playwright/test/cli.js"), "test", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: browser },
});
process.exitCode = status ?? 1;

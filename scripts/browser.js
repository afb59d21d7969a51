// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { chromium } from "@playwright/test";
import { root } from "./build.js";
import { findOnPath, installByApt, run } from "./tools.js";

/** It has no window, so it opens pages with much less work. Debian's package and its command have this name. */
const SHELL = "chromium-headless-shell";
const COMMANDS = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const APPLICATIONS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/**
 * The browser that the tests run in: the one that CHROMIUM_PATH names, Playwright's own, or the system's Chromium or
 * Chrome, in this order. Undefined when there is none that starts.
 * @returns {string | undefined} its path
 * @throws Error when CHROMIUM_PATH names nothing that starts
 */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!starts(named)) throw new Error(`CHROMIUM_PATH names no browser that starts: ${named}`);
    return named;
  }
  return [chromium.executablePath(), ...findOnPath(COMMANDS), ...APPLICATIONS].find((path) => existsSync(path) && starts(path));
}

/**
 * Whether a browser starts. The check asks for its version, because a browser without its libraries exists but does not start.
 * @param {string} path
 */
function starts(path) {
  if (process.platform === "win32") return existsSync(path); // Chrome for Windows answers by opening a window.
  return spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
}

/**
 * Like findBrowser. When there is none, tries Playwright's download and then, as root, Debian's package. On a CI machine with Debian's Chromium it
 * tries to install the headless shell, too: the same tests take a third less processor time in it.
 * @returns {string}
 * @throws Error that tells what to do when no browser can be found or installed
 */
export function findOrInstallBrowser() {
  const attempts = [
    () => run(process.execPath, [join(root, "node_modules/@playwright/test/cli.js"), "install", "chromium"]),
    () => installByApt([SHELL]) || installByApt(["chromium"]),
  ];
  let browser = findBrowser();
  if (browser && basename(browser) === "chromium" && !process.env.CHROMIUM_PATH && process.env.CI && installByApt([SHELL]))
    browser = findBrowser();
  for (const attempt of attempts) {
    if (browser) return browser;
    console.log("No browser found for the tests; trying to install one …");
    if (attempt()) browser = findBrowser();
  }
  if (browser) return browser;
  throw new Error(
    [
      "The tests need Chromium or Chrome and none could be found or installed. One of these helps:",
      "  npx playwright install --with-deps chromium   Playwright's own, with the system's libraries",
      "  apt-get install chromium-headless-shell       Debian's package, as root",
      "  CHROMIUM_PATH=/path/to/chrome npm test        a browser that stands elsewhere",
    ].join("\n"),
  );
}

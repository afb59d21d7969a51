import { defineConfig } from "@playwright/test";
import { findOrInstallBrowser } from "./scripts/browser.js";

// Kept in the environment, where the workers, which read this file too, find it.
process.env.CHROMIUM_PATH ||= findOrInstallBrowser();

/** What only `npm run walk` has. */
const LEFT_OUT = process.env.WALK === "1" ? [] : [/@walk\b/];

/** Tests run in both projects unless their title carries `@js` or `@no-js`. */
export default defineConfig({
  testDir: "tests",
  testMatch: "{e2e,journeys}/**/*.spec.ts",
  outputDir: "test-results",
  globalSetup: "./tests/support/build-first.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 3,
  // Long enough for a machine that is several times slower: only what fails waits for so long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: process.env.TEST_REPORT || "test-results/report.json" }]],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/London",
    // As a browser that somebody looks at: headless Chromium names itself so.
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    // Recording makes every test slower. When a failure needs it: `npm run test:e2e -- PATH --trace retain-on-failure`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-quic",
        // Most pages are left before optimizing their script has paid off: without it a test takes a twelfth less processor time.
        "--js-flags=--no-opt --no-maglev",
      ],
    },
  },
  projects: [
    // So few that one worker with its server and browser is enough, from the beginning on.
    { name: "no-js", grepInvert: [/@js\b/, ...LEFT_OUT], use: { javaScriptEnabled: false }, workers: 1 },
    // A window for each test would cost as much as the rest of a short test.
    { name: "js", grepInvert: [/@no-js\b/, ...LEFT_OUT], use: { reuseContext: true } },
  ],
});

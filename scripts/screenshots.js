// @ts-check
// npm run screenshots: takes the pictures of the README from a fresh demo.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { chromium } from "playwright";
import { findOrInstallBrowser } from "./browser.js";
import { root } from "./build.js";

const images = join(root, "docs/images");
const data = mkdtempSync(join(tmpdir(), "screenshots-"));
const server = spawn(process.execPath, ["server.js"], {
  cwd: root,
  env: { ...process.env, NODE_ENV: "production", DEMO: "1", PORT: "0", DATABASE_URL: `file:${join(data, "demo.db")}` },
  stdio: ["ignore", "pipe", "inherit"],
});

/** The sign-in link that the demo prints. */
const link = await new Promise((resolve) => {
  createInterface(server.stdout).on("line", (line) => {
    const [found] = /http:\S+\/entry\/\S+/.exec(line) ?? [];
    if (found) resolve(found);
  });
});

const browser = await chromium.launch({ executablePath: findOrInstallBrowser(), args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  mkdirSync(images, { recursive: true });
  const page = await browser.newPage({
    viewport: { width: 1200, height: 800 },
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  });
  /** @param {string} name */
  const shoot = (name) => page.screenshot({ path: join(images, `${name}.png`) });
  await page.goto(link);
  await page.getByRole("link", { name: /Alderbrook/ }).click();
  await page.getByRole("link", { name: /^Completed/ }).waitFor();
  await shoot("home");
  await page
    .getByRole("link", { name: /^Continue / })
    .first()
    .click();
  await page.getByRole("group", { name: /^Level 1/ }).waitFor();
  await shoot("questions");
  await page.goto(new URL("/assessments/1/result", link).href);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await shoot("result");
} finally {
  await browser.close();
  server.kill();
  rmSync(data, { recursive: true, force: true });
}

// @ts-check
// npm run screenshots: takes the pictures of the README from a fresh demo. It also takes one of every screen, to look at: wide, on a phone,
// in the dark and without script. With `-- FOLDER NAME` it puts them into FOLDER, and takes only the screens whose name holds NAME.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { chromium } from "playwright";
import { findOrInstallBrowser } from "./browser.js";
import { buildIfStale, root } from "./build.js";

const [folder = "screenshots", wanted = ""] = process.argv.slice(2);

/** The screens by name. The demo's assessments have the same numbers each time it is made. */
const SCREENS = {
  "home-empty": "/?organization=",
  home: "/?organization=1",
  "home-completed": "/?organization=1&tab=completed",
  "home-both-models": "/?organization=2",
  "organization-new": "/organization",
  organization: "/organization/1/edit",
  actions: "/organizations/1/actions",
  "actions-overdue": "/organizations/1/actions?overdue=1",
  "actions-none": "/organizations/3/actions",
  "action-add": "/organizations/1/actions/add?assessmentId=1&of=lift-BM&places=thread/1/2",
  action: "/organizations/1/actions/1",
  "action-remove": "/organizations/1/actions/1?remove=ask",
  targets: "/organizations/1/targets",
  "targets-remove": "/organizations/1/targets?model=P3M3&scope=Programme&remove=RS",
  "targets-none": "/organizations/1/targets?model=P3M3&scope=Portfolio",
  "targets-edit-p3m3": "/organizations/1/targets/edit?model=P3M3&scope=Programme",
  "targets-edit-itil": "/organizations/1/targets/edit?model=ITIL",
  sessions: "/sessions",
  me: "/me",
  "me-leave": "/me?confirm=leave",
  access: "/organizations/1/access",
  "access-named": "/organizations/31/access",
  people: "/people",
  "people-access": "/people/access",
  person: "/people/3",
  "person-remove": "/people/3?confirm=remove",
  "people-history": "/people/history",
  engagements: "/engagements",
  "engagement-new": "/engagements/new",
  "in-progress": "/in-progress",
  "in-progress-filter": "/in-progress?model=ITIL&tests=1&order=client",
  "in-progress-none": "/in-progress?q=nothing+like+that",
  "team-history": "/team/history",
  "team-history-filter": "/team/history?kind=answers&from=monday",
  style: "/team/style",
  "team-name": "/team/name",
  "report-defaults": "/team/report-defaults",
  "team-rules": "/team/rules",
  "scope-questions": "/questionItil",
  "assessment-new": "/organizations/1/assessment",
  "profile-p3m3": "/assessments/10/profile",
  "scope-p3m3": "/assessments/10/scope",
  "review-p3m3": "/assessments/10/review",
  "scope-itil": "/assessments/4/scope/itil",
  "review-itil": "/assessments/4/review/itil",
  "questions-p3m3": "/assessments/2/questions/BM/AS",
  "questions-itil": "/itil/assessments/9/questions/CI",
  "questions-component": "/itil/assessments/9/questions/M-G",
  "grid-p3m3": "/assessments/2/grid/BM",
  "grid-itil": "/itil/assessments/9/grid/general",
  "summary-p3m3": "/assessments/2/summary",
  "summary-itil": "/itil/assessments/9/summary",
  search: "/assessments/2/search?q=benefit",
  history: "/assessments/2/history",
  "peer-review": "/assessments/2/peer-review",
  evidence: "/assessments/2/evidence",
  "evidence-add": "/assessments/2/evidence/add?place=thread%2F1%2F10",
  import: "/assessments/2/import",
  "draft-p3m3": "/assessments/2/draft",
  "draft-itil": "/assessments/9/draft/itil",
  "result-p3m3": "/assessments/1/result",
  "result-itil": "/assessments/3/result/itil",
  "result-itil-maturity": "/assessments/8/result/itil",
  "what-if-p3m3": "/assessments/1/result/what-if?raise=BM-1&raise=RK-4",
  "what-if-itil": "/assessments/3/result/what-if",
  "what-if-itil-maturity": "/assessments/8/result/what-if",
  "what-if-draft-p3m3": "/assessments/2/draft/what-if",
  "what-if-draft-itil": "/assessments/9/draft/what-if",
  "comparison-p3m3": "/assessments/2/comparison",
  "comparison-itil": "/assessments/9/comparison",
  report: "/assessments/1/report",
  "draft-report": "/assessments/2/draft/report",
  "style-guide": "/debug",
  "not-found": "/nowhere",
};

const WIDE = { width: 1200, height: 800 };
/** The ways in which each screen is looked at. */
const WAYS = {
  wide: { viewport: WIDE },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  dark: { viewport: WIDE, colorScheme: /** @type {const} */ ("dark") },
  "no-script": { viewport: WIDE, javaScriptEnabled: false },
};

buildIfStale();
const data = mkdtempSync(join(tmpdir(), "screenshots-"));
const server = spawn(process.execPath, ["server.js"], {
  cwd: root,
  env: { ...process.env, NODE_ENV: "production", DEMO: "1", PORT: "0", DATABASE_URL: `file:${join(data, "demo.db")}` },
  stdio: ["ignore", "pipe", "inherit"],
});

/** The sign-in link that the demo prints. */
const link = await new Promise((resolve) => {
  createInterface(server.stdout).on("line", (line) => {
    const [address] = /http:\S+\/entry\/\S+/.exec(line) ?? [];
    if (address) resolve(address);
  });
});

const browser = await chromium.launch({ executablePath: findOrInstallBrowser(), args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  const signedIn = await browser.newContext({ viewport: WIDE });
  const page = await signedIn.newPage();
  await page.goto(link);
  if (!wanted) await takeForReadme(page);
  const storageState = await signedIn.storageState();
  for (const [way, options] of Object.entries(WAYS)) await takeAll(way, { ...options, storageState });
} finally {
  await browser.close();
  server.kill();
  rmSync(data, { recursive: true, force: true });
}

/** @param {import("playwright").Page} page */
async function takeForReadme(page) {
  const images = join(root, "docs/images");
  mkdirSync(images, { recursive: true });
  /** @param {string} name */
  const shoot = async (name) => {
    await page.mouse.move(0, 0);
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(images, `${name}.png`) });
  };
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
}

/**
 * Takes every screen, whole, in one of the ways.
 * @param {string} way
 * @param {import("playwright").BrowserContextOptions} options
 */
async function takeAll(way, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // The first answer asks the browser for its colour scheme, which the server then follows.
  await page.goto(new URL("/sessions", link).href);
  for (const [name, address] of Object.entries(SCREENS)) {
    if (!name.includes(wanted)) continue;
    await page.goto(new URL(address, link).href, { waitUntil: "load" });
    await page.screenshot({ path: resolve(root, folder, `${name}-${way}.png`), fullPage: true });
  }
  await context.close();
}

/**
 * What the page's own clock says of screens on a slow laptop and line: first paint with content, after the server's start and later, and the long
 * tasks until the screen is alive. Needs a browser.
 */
import { randomBytes } from "node:crypto";
import type { Browser } from "@playwright/test";
import { paths } from "../../app/views/paths.ts";
import { buildIfStale } from "../../scripts/build.js";
import { completeP3M3, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { freshDatabase } from "../support/api.ts";
import { copyDemo } from "../support/demo-database.ts";
import { apiClient } from "../support/seed.ts";
import { SECRETS, startApp } from "../support/server.ts";
import { type Cookies, launchBrowser, lineWords, onNewPage, signIn, slowDown } from "./browser.ts";
import { type Line, median, seconds } from "./measure.ts";

const EMAIL = "robin@example.org";
const STARTS = 3;
const LATER = 3;
/** A screen's script has come and worked by then. */
const SETTLES_MS = 2_000;

interface Paint {
  /** Milliseconds from the start of the navigation until the server's first byte, and the first paint with content. */
  firstByte: number;
  painted: number;
  /** Milliseconds of tasks of more than 50 ms each, and when the last one ended. */
  long: number;
  longUntil: number;
  elements: number;
}

const view = (browser: Browser, cookies: Cookies, url: string) =>
  onNewPage(browser, cookies, async (page, devtools): Promise<Paint> => {
    await devtools.send("Network.enable");
    await slowDown(devtools);
    await page.addInitScript(() => {
      const tasks: PerformanceEntry[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
    });
    await page.goto(url, { waitUntil: "networkidle" });
    await page.waitForTimeout(SETTLES_MS);
    return page.evaluate(() => {
      const { tasks } = window as unknown as { tasks: PerformanceEntry[] };
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return {
        firstByte: navigation?.responseStart ?? 0,
        painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
        long: tasks.reduce((sum, { duration }) => sum + duration, 0),
        longUntil: tasks.reduce((end, { startTime, duration }) => Math.max(end, startTime + duration), 0),
        elements: document.querySelectorAll("*").length,
      };
    });
  });

export async function paint(): Promise<Line[]> {
  buildIfStale();
  const database = await freshDatabase();
  copyDemo(database.url);
  // Several servers, one after the other, know the same session.
  const env = { DATABASE_URL: database.url, DEMO: "1", ...SECRETS, SESSION_SECRET: randomBytes(33).toString("base64") };
  const browser = await launchBrowser();
  try {
    const first = await startApp({ env });
    const client = await apiClient(database.url, EMAIL, { name: "Robin" });
    const organization = await createOrganization(client);
    const open = await createP3M3(client, organization, { selectedLevel: 3 });
    const completed = await completeP3M3(client, organization, "FFPNN");
    expectStatus(await client.delete(`/assessments/${open}/lock`), 204);
    const screens = [
      { name: "a P3M3 questions screen", path: paths.questions(open, "MC", "PL"), aim: 1, long: "≤ 0.4 s" },
      { name: "a P3M3 grid (13 threads)", path: paths.grid(open, "MC"), aim: 1 },
      { name: "a P3M3 summary (91 threads)", path: paths.summary(open, "P3M3"), aim: 1 },
      { name: "a P3M3 result (91 threads)", path: paths.result(completed, "P3M3"), aim: 1.3 },
      { name: "home", path: paths.home(), aim: 1 },
    ];
    const cookies = await signIn(browser, first, EMAIL);
    await first.stop();
    const lines: Line[] = [];
    for (const { name, path, aim, long = "–" } of screens) {
      const [firstViews, laterViews]: [Paint[], Paint[]] = [[], []];
      for (let start = 0; start < STARTS; start += 1) {
        const app = await startApp({ env });
        try {
          firstViews.push(await view(browser, cookies, app.url + path));
          for (let count = 0; count < LATER; count += 1) laterViews.push(await view(browser, cookies, app.url + path));
        } finally {
          await app.stop();
        }
      }
      const middle = (views: Paint[], what: keyof Paint) => median(views.map((each) => each[what]));
      const painted = (views: Paint[]) => `${seconds(middle(views, "painted"))} (first byte after ${seconds(middle(views, "firstByte"))})`;
      const words = `${name}, nothing in the cache, ${lineWords()}, by the page's clock`;
      const line = { reference: "–", ratio: "–", against: "–" };
      lines.push(
        { ...line, what: `first paint with content of ${words}`, measured: painted(laterViews), aim: `≤ ${aim.toFixed(1)} s` },
        {
          ...line,
          what: `the same, first view after the server's start`,
          against: "later",
          measured: painted(firstViews),
          reference: seconds(middle(laterViews, "painted")),
          ratio: `+ ${seconds(middle(firstViews, "painted") - middle(laterViews, "painted"))}`,
          aim: "≤ + 0.4 s",
        },
        {
          ...line,
          what: `long tasks of ${words}`,
          measured: `${seconds(middle(laterViews, "long"))}, until ${seconds(middle(laterViews, "longUntil"))}, ${middle(laterViews, "elements")} elements`,
          aim: long,
        },
      );
    }
    return lines;
  } finally {
    await browser.close();
    await database.drop();
  }
}

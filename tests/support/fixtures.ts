/** What every browser test has: a server that its worker's tests share, its own user and team, and a page that is watched. */
import { randomUUID } from "node:crypto";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import type { Role } from "#model/contract/common.ts";
import type { Permission } from "#model/permissions.ts";
import { illegible, violations, WCAG } from "./axe.ts";
import { type App, type EntryLinkOptions, startApp } from "./server.ts";

export { expect };

export interface TestUser {
  email: string;
  name: string;
  roles: Role[];
  /** A team that nobody else of the run belongs to. */
  team: string;
  /** An assessor without it. */
  permission?: Permission;
}

interface Options {
  /** The models that the test's user works with. */
  roles: Role[];
  /** False: script is switched on, but none of the application's arrives, as on a line that broke off. */
  hydrated: boolean;
}

interface Fixtures {
  /**
   * The problems that the test's pages have logged so far. The test fails if any is left in the end: one that provokes a fault takes it
   * out.
   */
  faults: string[];
  user: TestUser;
  /** A page that shows nothing yet, in a browser in which the test's own user is signed in. */
  signedIn: Page;
  /** The same for a further browser, by default as another user of the same team, with script if the test's own has it. */
  signInAs: (user?: Partial<TestUser>, how?: { script?: boolean }) => Promise<Page>;
  /**
   * Fails with the list of violations of WCAG 2.2 AA on the page as it is now, in both colour schemes. Without script there is nothing to
   * ask it with.
   * @param part looks at this part alone, where another test looks at the rest of the page in the same state
   */
  checkAccessibility: (page: Page, part?: Locator) => Promise<void>;
}

const newUser = (roles: Role[]): TestUser => {
  const id = randomUUID().slice(0, 8);
  return { email: `robin.${id}@example.org`, name: "Robin", roles, team: `Team ${id}` };
};

export const test = base.extend<Options & Fixtures, { app: App }>({
  roles: [["P3M3", "ITIL"], { option: true }],
  hydrated: [true, { option: true }],

  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      await app.stop();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ app }, use) => use(app.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  faults: async ({}, use) => {
    const faults: string[] = [];
    await use(faults);
    expect(faults).toEqual([]);
  },

  context: async ({ context, javaScriptEnabled, hydrated, faults }, use) => {
    watch(context, faults, javaScriptEnabled !== false && hydrated);
    if (!hydrated) await context.route("**/assets/*.js", (route) => route.abort("blockedbyclient"));
    await use(context);
    // The worker's next test has the same context. Playwright resets everything in it except the line.
    await context.setOffline(false);
  },

  user: async ({ roles }, use) => use(newUser(roles)),

  signedIn: async ({ page, app, user }, use) => {
    await signIn(page.context(), app, user);
    await use(page);
  },

  signInAs: async ({ browser, contextOptions, userAgent, javaScriptEnabled, colorScheme, app, user, faults }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (other = {}, { script = javaScriptEnabled !== false } = {}) => {
      const somebody = { ...newUser(user.roles), team: user.team, ...other };
      const context = await browser.newContext({ ...contextOptions, baseURL: app.url, userAgent, javaScriptEnabled: script, colorScheme });
      contexts.push(context);
      watch(context, faults, script);
      await signIn(context, app, somebody);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  checkAccessibility: async ({ javaScriptEnabled }, use) => {
    await use(async (page, part) => {
      if (javaScriptEnabled === false) return;
      const what = `accessibility of ${page.url()}`;
      expect(await violations(page, WCAG, part), what).toEqual([]);
      expect(await illegible(page, part), what).toEqual([]);
      await swapColourScheme(page);
      const contrast = await illegible(page, part);
      await swapColourScheme(page);
      expect(contrast, `contrast in the other colour scheme of ${page.url()}`).toEqual([]);
    });
  },
});

/** Signs somebody in by the request alone, without loading a screen. */
export async function signIn(context: BrowserContext, app: App, { email, ...user }: EntryLinkOptions & { email: string }): Promise<void> {
  // An entry link asks nobody if the request is for a document.
  const headers = { "Sec-Fetch-Dest": "document" };
  const answer = await context.request.get(await app.entryLink(email, user), { maxRedirects: 0, headers });
  expect(answer.status()).toBe(302);
}

/**
 * Waits until the page's script has taken over: before, a click follows the link or sends the form, and a key does nothing. For screens that
 * do not show it; answering screens have their mark of saving.
 */
export const isAlive = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const root = Object.entries(document).find(([key]) => key.startsWith("__reactContainer"))?.[1];
        return root?.stateNode.current.memoizedState.isDehydrated;
      }),
    )
    .toBe(false);

/**
 * Answers requests of an open page in the server's place. The page learns of it a moment after Playwright, and a key pressed in between
 * would reach the server. So this returns when the page knows.
 */
export async function intercept(page: Page, ...[url, answer]: Parameters<Page["route"]>): Promise<void> {
  await page.route(url, answer);
  await page.route("**/is-intercepted", (route) => route.fulfill({ body: "yes" }));
  await expect.poll(() => page.evaluate(async () => (await fetch("/is-intercepted")).text())).toBe("yes");
}

/** Light becomes dark and dark light, where the page is, so that a screen need not be reached twice. */
async function swapColourScheme(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  await page.emulateMedia({ colorScheme: isDark ? "light" : "dark" });
  // Colours that fade would be measured half way; what never ends cannot be finished.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
}

/**
 * Collects what a page complains of: errors on the console, uncaught errors, and files of its own that did not arrive.
 * The console repeats every answer of 400 and above; documents may well answer so, files may not, and those are seen below.
 * @param withScript false: Chromium loads no scripts, and says of each that it failed
 */
function watch(context: BrowserContext, faults: string[], withScript: boolean): void {
  const isFile = (url: string) =>
    (withScript ? /\.(js|css|woff2?|svg|png|jpe?g|ico)$/ : /\.(css|woff2?|svg|png|jpe?g|ico)$/).test(new URL(url).pathname);
  // Remix stops reading the data of a page because the next link was clicked already.
  const isStopped = (text: string) => text.startsWith("AbortError: signal is aborted without reason");
  context.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !text.startsWith("Failed to load resource") && !isStopped(text)) faults.push(`console: ${text}`);
  });
  context.on("weberror", (error) => {
    const text = error.error().stack ?? error.error().message;
    if (!isStopped(text)) faults.push(`uncaught: ${text}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400 && isFile(response.url())) faults.push(`${response.status()}: ${response.url()}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A page that is left drops what it was still loading.
    if (isFile(request.url()) && !reason.includes("ERR_ABORTED")) faults.push(`${reason}: ${request.url()}`);
  });
}

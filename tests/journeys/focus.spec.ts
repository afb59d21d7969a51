/**
 * Where the focus is after every action of every screen (docs/rules/accessibility-and-words.md#where-the-focus-goes): never nowhere. The
 * screens come from the table of routes. `npm test` does the actions of some screens; `npm run walk` those of all.
 */
import type { Locator, Page } from "@playwright/test";
import { test as base, expect, isAlive } from "../support/fixtures.ts";
import { makeScreens } from "../support/screens.ts";
import { SCREENS } from "../support/walk.ts";

const test = base.extend<{ screens: string[] }>({
  user: async ({ user }, use) => use({ ...user, permission: "lead" }),
  screens: async ({ app, user }, use) => use(await makeScreens(app.databaseUrl, user)),
});

/**
 * Screens that are left out. Those of internal accounts change nothing here, and the guide for developers stores nothing. Others are the same
 * screens where they are only viewed, need an uploaded file or a link of a mail or a lead, or only lead on.
 */
const NO_SCREENS =
  /^\/(readonlyassessments|requests|debug|(join|undo)\/:token)$|\/view(\/|$)|\/rating\/(?!:)|(?<!rating)\/:rating|\/import\/appl|^\/assessments\/:assessmentId\/(continue|questions|grid)$/;

/** What leads out of the product or ends the session, and what opens a file. */
const LEFT_OUT = 'form[action="/sign-out"] *, a, [aria-hidden=true], [tabindex="-1"]';

/** What ends the session or the membership. */
const ENDS = /log out|leave the team/i;

/** Unfolds all of a page and fills in what is empty. @returns the actions by what they are called, the same each time. Runs in the page. */
function actionsOn(leftOut: string): string[] {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("main :is(input, textarea)"))
    if (
      field.value === "" &&
      !["file", "date", "hidden"].includes(field.type) &&
      field.checkVisibility() &&
      !field.matches("[role=combobox]")
    ) {
      const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
      setter?.call(field, "jo@example.org");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  const asks = [...document.querySelectorAll<HTMLElement>('main a:is([href*="confirm="], [href*="withdraw="])')];
  const buttons = [...document.querySelectorAll<HTMLElement>("button")].filter((each) => !each.matches(leftOut));
  return [...asks, ...buttons].flatMap((each, index) => {
    if (!each.checkVisibility() || each.matches(":disabled")) return [];
    each.dataset.action = String(index);
    const form = each.closest("form");
    const words = (each.getAttribute("aria-label") ?? each.textContent ?? "").replace(/\s+/g, " ").trim();
    return [`${index} ${form?.getAttribute("action") ?? ""} ${words}`];
  });
}

/** The same for two rows of a table. */
const kindOf = (screen: string, action: string) =>
  `${screen.replace(/\d+|voice\/.*/g, "N")}${action.replace(/^\d+/, "")}`.replace(/[\d:].*/, "");

/** Opens a screen anew. @returns its actions; none where an action before has taken it away */
async function open(page: Page, screen: string): Promise<string[]> {
  const answer = await page.goto(screen);
  if (answer?.status() !== 200) return [];
  await isAlive(page);
  await page.evaluate(() => Object.assign(window, { wasOpened: true }));
  return page.evaluate(actionsOn, LEFT_OUT);
}

/** Whether a page is another document than the one that was marked. A page load starts at its top. */
const isLoadedAnew = (page: Page) => page.evaluate(() => !("wasOpened" in window));

/** Waits until nothing is on its way, and something has the focus. */
async function faultOf(page: Page, what: string): Promise<string[]> {
  const isDone = () =>
    page.evaluate(() => {
      if (!("wasOpened" in window)) return true;
      const { navigation, fetchers } = window.__remixRouter.state;
      const isIdle = navigation.state === "idle" && [...fetchers.values()].every(({ state }) => state === "idle");
      return isIdle && document.activeElement !== document.body;
    });
  const end = await expect
    .poll(isDone, { timeout: 10_000 })
    .toBe(true)
    .catch(() => "nothing has the focus");
  return end === undefined ? [] : [`${what}: ${end}`];
}

/** Carries out every action of some screens, each on a page that was opened anew. @returns where nothing has the focus afterwards */
async function faultsOn(page: Page, screens: readonly string[]): Promise<string[]> {
  const known = new Set<string>();
  const faults: string[] = [];
  // What was filled in is left.
  page.on("dialog", (dialog) => dialog.accept());
  /** Presses something. @returns whether its page is still open */
  const press = async (what: string, where: Locator): Promise<boolean> => {
    await where.focus();
    await page.keyboard.press("Enter");
    faults.push(...(await faultOf(page, what)));
    return !(await isLoadedAnew(page));
  };
  for (const screen of screens) {
    for (const action of await open(page, screen)) {
      const kind = kindOf(screen, action);
      if (known.has(kind) || ENDS.test(action)) continue;
      known.add(kind);
      const what = `${screen}, ${action}`;
      const start = async () =>
        (await open(page, screen)).includes(action) && press(what, page.locator(`[data-action="${Number.parseInt(action, 10)}"]`));
      const dialog = page.locator("dialog[open]");
      if (!(await start()) || (await dialog.count()) === 0) continue;
      await page.keyboard.press("Escape");
      faults.push(...(await faultOf(page, `${what}, then Escape`)));
      if (!(await start())) continue;
      const answer = dialog.locator("button[type=submit]:enabled").last();
      if ((await answer.count()) > 0) await press(`${what}, then ${await answer.textContent()}`, answer);
    }
  }
  return faults;
}

/** How often Tab stays in one element: a date has its day, month, year and calendar. */
const STOPS_OF_A_DATE = 4;

/** Goes over screens by Tab alone. Fields that are left empty change some forms. @returns where it goes no further */
async function trapsOn(page: Page, screens: readonly string[]): Promise<string[]> {
  const traps: string[] = [];
  for (const screen of screens) {
    await page.goto(screen);
    await isAlive(page);
    let element: string | undefined;
    do {
      await page.keyboard.press("Tab");
      // The element that has the focus more often than it may, no text where it may have it, nothing at the end of the page.
      element = await page.evaluate((most) => {
        const { activeElement: active, body } = document;
        if (!(active instanceof HTMLElement) || active === body) return undefined;
        const stops = Number(active.dataset.stops ?? 0) + 1;
        active.dataset.stops = String(stops);
        return stops > (active.matches("[type=date]") ? most : 1) ? active.outerHTML.slice(0, 120) : "";
      }, STOPS_OF_A_DATE);
    } while (element === "");
    if (element) traps.push(`${screen}: ${element}`);
  }
  return traps;
}

test("the screens are all that the table of routes has", ({ screens }) => {
  const paths = screens.map((screen) => screen.split("?")[0] ?? "");
  const matches = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}/?$`, "i");
  const patterns = SCREENS.map(({ pattern }) => pattern).filter((pattern) => !NO_SCREENS.test(pattern));
  expect(patterns.length).toBeGreaterThan(40);
  // The two addresses of a result, of which each model has its own, are one screen.
  const forgotten = patterns.filter(
    (pattern) => ![pattern, pattern.replace(/\/itil$/, "")].some((each) => paths.some((path) => matches(each).test(path))),
  );
  expect(forgotten).toEqual([]);
});

test("after an action on people, voices, actions and questions something has the focus", { tag: "@js" }, async ({
  signedIn: page,
  screens,
}) => {
  test.slow();
  const some = screens.filter((screen) => /^\/people$|^\/people\/\d+$|\/voices\/\d+$|\/actions\/\d+$|\/questions\/BM\/AM$/.test(screen));
  expect(some).toHaveLength(6);
  expect(await faultsOn(page, some)).toEqual([]);
});

test("after every action of every screen something has the focus", { tag: ["@js", "@walk"] }, async ({ signedIn: page, screens }) => {
  test.setTimeout(1_800_000);
  expect(await faultsOn(page, screens)).toEqual([]);
});

test("Tab goes through forms to their end", { tag: "@js" }, async ({ signedIn: page, screens }) => {
  const forms = screens.filter((screen) => /^\/organization$|\/\d+\/assessment$|\/actions\/add|^\/people$|\/targets\/edit/.test(screen));
  expect(forms).toHaveLength(5);
  expect(await trapsOn(page, forms)).toEqual([]);
});

test("Tab goes through every screen to its end", { tag: ["@js", "@walk"] }, async ({ signedIn: page, screens }) => {
  test.setTimeout(600_000);
  expect(await trapsOn(page, screens)).toEqual([]);
});

/** What holds on every screen alike: its outline, large type, spaced text, a focus that is seen, colours and motion that the reader chose. */
import type { Page } from "@playwright/test";
import { createOrganization, createP3M3 } from "../contract/scenario.ts";
import { test as base, expect, isAlive } from "../support/fixtures.ts";
import { makeScreens } from "../support/screens.ts";
import { apiClient } from "../support/seed.ts";

declare global {
  interface Window {
    faultOfFocus: typeof faultOfFocus;
  }
}

/** The addresses of the signed-in screens, with an assessment of each model behind them. */
const test = base.extend<{ screens: string[] }>({
  user: async ({ user }, use) => use({ ...user, permission: "lead" }),
  screens: async ({ app, user }, use) => use(await makeScreens(app.databaseUrl, user)),
});

const questionsAmong = (screens: readonly string[]) => screens.find((screen) => screen.endsWith("/questions/BM/AM")) ?? "";

/** The values of WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** Opens a screen, and waits until nothing more appears on it by itself. */
async function open(page: Page, screen: string): Promise<void> {
  const answer = await page.goto(screen);
  expect(answer?.status(), screen).toBe(200);
  await isAlive(page);
}

const expectNoSidewaysScroll = async (page: Page, screen: string) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), screen).toBe(0);

/** One main part, one first heading, and no level left out. */
async function expectOutline(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole("main")).toHaveCount(1);
  // A sheet has no bar that leads home: the product's name is its foot.
  await expect(page.getByRole(screen.startsWith("/voice/") ? "contentinfo" : "banner"), screen).toHaveCount(1);
  const levels = await page
    .getByRole("heading")
    .evaluateAll((headings) => headings.map((heading) => Number(heading.getAttribute("aria-level") ?? heading.tagName.slice(1))));
  expect(
    levels.filter((level) => level === 1),
    screen,
  ).toHaveLength(1);
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 1) + 1);
  expect(jumps, `${screen}: ${levels}`).toEqual([]);
}

/** Buttons that cannot be pressed, and do not say why in a text before them. */
const unexplainedOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLButtonElement>("main button:disabled")].flatMap((button) => {
      const reasons = (button.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
      const isBefore = (reason: Element) => (reason.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
      return reasons.some((reason) => reason?.textContent?.trim() && isBefore(reason)) ? [] : [button.outerHTML.slice(0, 160)];
    }),
  );

/** The elements that are being moved. */
const movingOn = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .flatMap(({ effect }) =>
        Number(effect?.getComputedTiming().duration) > 0 ? [String((effect as KeyframeEffect).target?.outerHTML).slice(0, 120)] : [],
      ),
  );

/** The elements whose text does not fit into them and is hidden. */
const cutOffOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(h1, h2, h3, p, legend, label, button, th, td, dd, dt)")].flatMap((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const hides = element.clientWidth > 1 && (overflowX === "hidden" || overflowY === "hidden");
      const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
      return hides && isCut ? [element.outerHTML.slice(0, 120)] : [];
    }),
  );

/** Says whether the element in focus is covered, or not marked. Runs in the page. */
function faultOfFocus(): string | undefined {
  const control = document.activeElement;
  if (!control || control === document.body) return undefined;
  // A radio or checkbox may be drawn by its label.
  const shown = control.closest("label") ?? control;
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((across) =>
    [0.2, 0.5, 0.8].map((down) => [left + (right - left) * across, top + (bottom - top) * down] as const),
  );
  const isSeen = points.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (shown.contains(hit) || hit.contains(shown));
  });
  const marks = [control, shown, shown.parentElement].map((element) => element && getComputedStyle(element));
  const isMarked = marks.some(
    (style) => style && ((style.outlineStyle !== "none" && style.outlineWidth !== "0px") || style.boxShadow !== "none"),
  );
  if (isSeen && isMarked) return undefined;
  return `${isSeen ? "not marked" : "covered"}: ${control.outerHTML.slice(0, 160)}`;
}

/** Goes to the top of a screen: the next Tab leads to its first control. */
async function startFromTop(page: Page): Promise<void> {
  await page.evaluate(`window.faultOfFocus = ${faultOfFocus}`);
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    window.scrollTo(0, 0);
  });
}

/** Tabs through the beginning of a screen. Answers what had the focus and was covered, or was not marked as having it. */
async function faultsOfTabs(page: Page): Promise<string[]> {
  await startFromTop(page);
  const faults: string[] = [];
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press("Tab");
    const { fault, isOver } = await page.evaluate(() => ({
      fault: window.faultOfFocus(),
      isOver: document.activeElement === document.body,
    }));
    if (isOver) return step === 0 ? ["nothing takes the focus"] : faults;
    if (fault) faults.push(fault);
  }
  return faults;
}

/** The same of every control that Tab and the arrow keys reach, looked at in the page: each key alone takes ten times as long. */
async function faultsOfControls(page: Page): Promise<string[]> {
  await startFromTop(page);
  // After this key the browser marks the focus as for somebody who uses the keyboard.
  await page.keyboard.press("Tab");
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]")].flatMap((control) => {
      const isLeftOut =
        control.tabIndex < 0 || control.matches(":disabled, [inert] *") || !control.checkVisibility({ visibilityProperty: true });
      if (isLeftOut) return [];
      control.focus();
      if (document.activeElement !== control) return [`takes no focus: ${control.outerHTML.slice(0, 160)}`];
      return window.faultOfFocus() ?? [];
    }),
  );
}

test("every screen has an outline and a title, shows what has the focus, fits, moves nothing and bears the reader's own spacing", {
  tag: "@js",
}, async ({ signedIn: page, screens }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  const titles = new Set<string>();
  for (const screen of screens) {
    await test.step(screen, async () => {
      // Each screen is opened once: at 400 %, then at 200 %, then in a wide window.
      await page.setViewportSize({ width: 320, height: 256 });
      await open(page, screen);
      titles.add(await page.title());
      await expectNoSidewaysScroll(page, screen);
      expect(await faultsOfTabs(page), screen).toEqual([]);
      expect(await faultsOfControls(page), screen).toEqual([]);

      await page.setViewportSize({ width: 640, height: 900 });
      await page.evaluate((spacing) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(spacing);
        document.adoptedStyleSheets.push(sheet);
      }, SPACING);
      await expectNoSidewaysScroll(page, screen);
      expect(await cutOffOn(page), screen).toEqual([]);
      await page.evaluate(() => document.adoptedStyleSheets.pop());

      await page.setViewportSize({ width: 1280, height: 720 });
      await expectOutline(page, screen);
      expect(await unexplainedOn(page), screen).toEqual([]);
      expect(await movingOn(page), screen).toEqual([]);
      await page.emulateMedia({ forcedColors: "active" });
      expect(await faultsOfControls(page), `${screen} in forced colours`).toEqual([]);
      await page.emulateMedia({ forcedColors: "none" });
    });
  }
  expect(titles.size).toBeGreaterThan(screens.length / 2);
});

test.describe("on the way through an assessment", { tag: "@js" }, () => {
  test("a thread is answered, summarised, submitted and its result exported by keyboard alone", async ({ signedIn: page, app, user }) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1], selectedLevel: 3 });
    await client.delete(`/assessments/${id}/lock`);
    /** Tabs until the control of this name has the focus. */
    const tabTo = async (role: "button" | "link" | "radio", name: string | RegExp) => {
      const target = page.getByRole(role, { name, disabled: false }).first();
      await expect(target).toBeVisible();
      for (let presses = 0; presses < 80; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`The focus never reached ${role} ${name}.`);
    };
    await page.goto("/");
    await tabTo("link", /^Harbour Authority/);
    await page.keyboard.press("Enter");
    await tabTo("link", /^(Start|Continue) /);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/questions\/BM\/AM$/i);
    await tabTo("radio", "Fully");
    await page.keyboard.press("Space");
    await expect(page.getByRole("region", { name: /^Level 4 / })).toContainText("Required");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("3");
    await expect(page.getByText(/Saved at/).first()).toBeVisible();
    await tabTo("button", "View summary");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/summary$/);
    await tabTo("button", "Submit assessment");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Are you ready to Submit?" });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await tabTo("button", "Submit assessment");
    await page.keyboard.press("Enter");
    const submit = dialog.getByRole("button", { name: "Submit assessment" });
    for (let presses = 0; presses < 10 && !(await submit.evaluate((element) => element === document.activeElement)); presses += 1)
      await page.keyboard.press("Tab");
    await expect(submit).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/result$/);
    const submitted = page.getByRole("dialog", { name: "The assessment was submitted." });
    await expect(submitted).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(submitted).toBeHidden();
    await tabTo("link", "Export to Excel");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  });

  test("forced colours keep answers, focus and lines apart from what lies behind", async ({ signedIn: page, screens }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page, questionsAmong(screens));
    const radio = page.getByRole("region", { name: /^Level 4 / }).getByRole("radio", { name: "Rarely/Never" });
    const label = page
      .getByRole("region", { name: /^Level 4 / })
      .locator(".answers label")
      .last();
    const look = () =>
      label.evaluate((element) => {
        const { outlineStyle, outlineWidth, borderTopColor, backgroundColor, borderTopWidth } = getComputedStyle(element);
        return { outline: `${outlineStyle} ${outlineWidth}`, border: `${borderTopColor} ${borderTopWidth}`, backgroundColor };
      });
    const before = await look();
    await radio.check();
    await page.getByRole("heading", { level: 1 }).click();
    expect(await look()).not.toEqual(before);
    await open(page, screens.find((screen) => /\/itil\/.*\/grid\//.test(screen)) ?? "");
    await expect(page.locator(".action-bar .save-mark")).toBeVisible();
    await page.keyboard.press("1");
    await expect(page.getByRole("button", { name: /^Fully for / }).first()).toHaveAttribute("aria-pressed", "true");
    const colours = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { borderLeftWidth, color } = getComputedStyle(element);
          return { borderLeftWidth, color };
        });
    const [pressed, other] = [
      await colours('.grid-panel .pick[aria-pressed="true"]'),
      await colours('.grid-panel .pick[aria-pressed="false"]'),
    ];
    expect(pressed.color).not.toBe(other.color);
    const [current, elsewhere] = [await colours(".grid-current"), await colours(".grid-panel .stack-close:not(.grid-current)")];
    expect(current.borderLeftWidth).not.toBe(elsewhere.borderLeftWidth);
    await open(page, screens.find((screen) => screen.endsWith("/draft/itil")) ?? "");
    const strokes = await page
      .locator(".chart-wide svg path[stroke]")
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
    expect(strokes.length).toBeGreaterThan(0);
    expect(strokes).not.toContain(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  });
});

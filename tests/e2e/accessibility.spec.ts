/** What holds on every screen alike: its outline, large type, spaced text, a focus that is seen, colours and motion that the reader chose. */
import type { Page } from "@playwright/test";
import { paths } from "../../app/paths.ts";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

/** The addresses of the signed-in screens, with an assessment of each model behind them. */
const test = base.extend<{ screens: string[] }>({
  screens: async ({ app, user }, use) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const organization = await createOrganization(client);
    const scope = { perspectiveIds: [1], threadIds: [1, 2] };
    const p3m3 = await createP3M3(client, organization, scope);
    expectStatus(await answerThread(client, p3m3, 1, 1, "FFFPN"), 200);
    const itil = await createItil(client, organization);
    const completed = await completeP3M3(client, organization, "FFFPN", scope);
    for (const id of [p3m3, itil]) expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await use([
      paths.home({ organizationId: organization }),
      paths.organizationEdit(organization),
      paths.assessmentCreate(organization),
      paths.scopeQuestions(),
      paths.step("scope", p3m3, "P3M3"),
      paths.step("review", p3m3, "P3M3"),
      paths.questions(p3m3, "BM", "AM"),
      paths.summary(p3m3, "P3M3"),
      paths.step("scope", itil, "ITIL"),
      paths.step("review", itil, "ITIL"),
      paths.practiceQuestions(itil, "INM"),
      paths.summary(itil, "ITIL"),
      paths.result(completed, "P3M3"),
    ]);
  },
});

/** The values of WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

async function open(page: Page, screen: string): Promise<void> {
  const answer = await page.goto(screen);
  expect(answer?.status(), screen).toBe(200);
}

const expectNoSidewaysScroll = async (page: Page, screen: string) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), screen).toBe(0);

/** Tabs through a screen. Answers what had the focus and was covered, or was not marked as having it. */
async function faultsOfFocus(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    const fault = await page.evaluate(() => {
      const control = document.activeElement;
      if (!control || control === document.body) return "end";
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
    });
    if (fault === "end") break;
    if (fault) faults.push(fault);
  }
  return faults;
}

test.describe("every screen", { tag: "@js" }, () => {
  test("has one main part, one first heading, no level left out, and a title", async ({ signedIn: page, screens }) => {
    const titles = new Set<string>();
    for (const screen of screens) {
      await open(page, screen);
      await expect(page.getByRole("main")).toHaveCount(1);
      await expect(page.getByRole("banner")).toHaveCount(1);
      const levels = await page
        .getByRole("heading")
        .evaluateAll((headings) => headings.map((heading) => Number(heading.getAttribute("aria-level") ?? heading.tagName.slice(1))));
      expect(
        levels.filter((level) => level === 1),
        screen,
      ).toHaveLength(1);
      const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 1) + 1);
      expect(jumps, `${screen}: ${levels}`).toEqual([]);
      titles.add(await page.title());
    }
    expect(titles.size).toBeGreaterThan(screens.length / 2);
  });

  for (const [zoom, width, height] of [
    ["200 %", 640, 450],
    ["400 %", 320, 256],
  ] as const) {
    test(`at ${zoom} needs no scrolling sideways, and shows what has the focus`, async ({ signedIn: page, screens }) => {
      test.slow();
      await page.setViewportSize({ width, height });
      for (const screen of screens) {
        await open(page, screen);
        await expectNoSidewaysScroll(page, screen);
        expect(await faultsOfFocus(page), screen).toEqual([]);
      }
    });
  }

  test("bears the reader's own spacing of text", async ({ signedIn: page, screens }) => {
    await page.setViewportSize({ width: 640, height: 900 });
    for (const screen of screens) {
      await open(page, screen);
      await page.evaluate((spacing) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(spacing);
        document.adoptedStyleSheets.push(sheet);
      }, SPACING);
      await expectNoSidewaysScroll(page, screen);
    }
  });

  test("in forced colours marks the focus", async ({ signedIn: page, screens }) => {
    test.slow();
    await page.emulateMedia({ forcedColors: "active" });
    for (const screen of screens) {
      await open(page, screen);
      expect(await faultsOfFocus(page), screen).toEqual([]);
    }
  });

  test("moves nothing for who asked for less motion", async ({ signedIn: page, screens }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const screen of screens) {
      await open(page, screen);
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .flatMap(({ effect }) =>
            Number(effect?.getComputedTiming().duration) > 0 ? [String((effect as KeyframeEffect).target?.outerHTML).slice(0, 120)] : [],
          ),
      );
      expect(moving, screen).toEqual([]);
    }
  });
});

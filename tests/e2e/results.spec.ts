/** The results of the demo's completed assessments, as a client looks at them. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import ExcelJS from "exceljs";
import { organizationAssessments, organizations } from "#model/contract/organizations.ts";
import { resultPaths } from "../../app/views/paths.ts";
import { violations } from "../support/axe.ts";
import { expect, intercept, isAlive, signIn, test } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";

const ALEX = "alex@demo.example";

/** Signs in as the demo's Alex and opens the result of an assessment, or its draft. */
async function openResult(page: Page, app: App, organization: string, assessment: string): Promise<void> {
  const client = await apiClient(app.databaseUrl, ALEX);
  const { myOrgnizations } = organizations.parse((await client.get("/organizations")).body);
  const entry = myOrgnizations.find((entry) => entry.organization.name === organization)?.organization;
  const { P3M3, ITIL } = organizationAssessments.parse((await client.get(`/organizations/${entry?.id}/assessments`)).body);
  const all = [P3M3, ITIL].flatMap((groups) => Object.values(groups ?? {}).flat());
  const shown = all.find(({ name }) => name === assessment);
  // A link that meets somebody who is signed in asks first.
  await page.context().clearCookies();
  await signIn(page.context(), app, { email: ALEX });
  const { result } = resultPaths(shown?.status !== "Completed");
  await page.goto(result(shown?.id ?? 0, shown?.assessmentType ?? "P3M3"));
  await expect(page.getByRole("heading", { level: 1, name: assessment })).toBeVisible();
}

/** The page itself never scrolls sideways. */
const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth)).toBeLessThanOrEqual(0);

/** Among other things, the landmarks of a result have names of their own. */
const expectGoodPractice = async (page: Page) =>
  expect(await violations(page, { runOnly: ["best-practice"] }), `good practice at ${page.url()}`).toEqual([]);

const unfold = async (page: Page) => {
  await page.getByRole("link", { name: "Open all" }).click();
  await expect(page.locator("details.folded[open]").first()).toBeAttached();
  await expect(page.locator("details.folded:not([open])")).toHaveCount(0);
};

test("a P3M3 result shows scores, chart, heat map, benchmark, attributes and notes", { tag: "@js" }, async ({
  app,
  page,
  checkAccessibility,
}) => {
  await openResult(page, app, "Alderbrook County Council", "Digital services programme");
  await expect(page).toHaveTitle("Result of Digital services programme | Maturity Assessment Tool");
  for (const title of ["Final scores", "Decimal scores", "Thread scores", "Heat map", "Benchmark figures"])
    await expect(page.getByRole("table", { name: title, exact: true })).toBeVisible();
  await expect(page.locator("#overall-scores-title")).toBeAttached();
  await expect(page.locator(".chart-wide svg").first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Notes: Risk management" })).toBeHidden();
  await expectGoodPractice(page);
  await unfold(page);
  await expect(page.getByRole("table", { name: "Notes: Risk management" })).toContainText("The response reserve is held by finance");
  await expect(page.getByRole("table", { name: "Diagnostic attributes: Risk management" })).toBeVisible();
  await checkAccessibility(page);
});

test("the benchmark is switched off and on by keyboard, stays so in the address, and is announced while it loads", {
  tag: "@js",
}, async ({ app, page }) => {
  await openResult(page, app, "Alderbrook County Council", "Digital services programme");
  await isAlive(page);
  let answer = () => {};
  const request = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await intercept(page, "**/result.data*", async (route) => {
    await request;
    await route.continue();
  });
  const benchmarkSwitch = page.getByRole("button", { name: "View results with benchmarking" });
  await expect(benchmarkSwitch).toHaveAttribute("aria-pressed", "true");
  await benchmarkSwitch.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Loading…")).toBeVisible();
  answer();
  await expect(page).toHaveURL(/\?benchmark=off$/);
  await expect(page.getByText("Loading…")).toHaveCount(0);
  await expect(benchmarkSwitch).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByRole("columnheader", { name: "Benchmark" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("table", { name: "Benchmark figures" })).toHaveCount(0);
  await benchmarkSwitch.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Benchmark figures" })).toBeVisible();
});

test("the team's other organizations are compared by keyboard, on screen and not on paper", { tag: "@js" }, async ({
  app,
  page,
  checkAccessibility,
}) => {
  await openResult(page, app, "Alderbrook County Council", "Digital services programme");
  const section = page.getByRole("region", { name: "Your other organizations" });
  await expect(section).toHaveCount(0);
  const others = page.getByRole("button", { name: "Show your other organizations" });
  await others.focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/\?others=on$/);
  await expect(others).toHaveAttribute("aria-pressed", "true");
  await expect(section).toContainText("5 other organizations of your team with a completed assessment in the same scope are needed");
  await checkAccessibility(page, section);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Heat map" }).first()).toBeVisible();
  await expect(page.getByText("5 other organizations of your team")).toBeHidden();
});

test("too few teams to compare with: the wider cohort is one click away", { tag: "@js" }, async ({ app, page, checkAccessibility }) => {
  await openResult(page, app, "Meridian Coastal Railways", "Fleet renewal programme");
  const tooFew = page.getByText("5 teams are needed; there is 1.");
  await expect(tooFew).toBeVisible();
  await checkAccessibility(page, page.getByRole("region").filter({ has: tooFew }).last());
  await page.getByRole("link", { name: "Compare with a wider group instead: Transportation and storage" }).click();
  await expect(page.getByText(/^Compared with \d+ other organizations \(Transportation and storage\)\.$/)).toBeVisible();
  await page.getByText("Compare with", { exact: true }).click();
  await expect(page.getByLabel("Location")).toHaveValue("");
  // It has no benchmark, and is not the organization's own.
  await expect(page.getByLabel("Industry").getByRole("option", { name: /^Manufacturing/ })).toHaveCount(0);
  await page.getByLabel("Industry").selectOption({ label: "All industries" });
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText(/^Compared with \d+ other organizations \(all countries, industries and sizes\)\.$/)).toBeVisible();
});

test("files are downloaded under names that say what they are; one that cannot be made leads to the page that says why", {
  tag: "@js",
}, async ({ app, page }) => {
  await openResult(page, app, "Alderbrook County Council", "Digital services programme");
  const excel = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export to Excel" }).click();
  const file = await excel;
  expect(file.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d_P3M3_Digital_services_programme\.xlsx$/);
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(await file.path());
  expect(book.worksheets.map(({ name }) => name)).toEqual([
    "Scores",
    "Diagnostics",
    "Answers",
    "Notes",
    "Improvements",
    "Evidence",
    "Recommended_Steps",
    "About",
  ]);

  const image = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download image: Heat map" }).click();
  const picture = await image;
  expect(picture.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d_P3M3_Digital_services_programme_Heat_map\.jpg$/);
  expect(readFileSync(await picture.path()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));

  await page.getByRole("link", { name: "Images also as PNG" }).click();
  const slide = page.waitForEvent("download");
  await page.getByRole("link", { name: "PNG: Heat map" }).click();
  expect((await slide).suggestedFilename()).toMatch(/_Digital_services_programme_Heat_map\.png$/);

  await isAlive(page);
  let answer = () => {};
  const request = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await intercept(page, "**/result.xlsx*", async (route) => {
    await request;
    await route.fulfill({ status: 404, contentType: "text/html", body: "<!doctype html><title>x</title><h1>Result not found.</h1>" });
  });
  await page.getByRole("link", { name: "Export to Excel" }).click();
  await expect(page.getByText("Preparing…")).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: "Result not found." })).toBeVisible();
});

test("an ITIL result has two tabs, and what to improve is in the second", { tag: "@js" }, async ({ app, page, checkAccessibility }) => {
  await openResult(page, app, "Alderbrook County Council", "Corporate IT services");
  await expect(page.getByText("SVS Maturity Score").first()).toBeVisible();
  for (const title of ["Maturity components", "Primary capabilities", "Supporting capabilities"])
    await expect(page.getByRole("table", { name: title, exact: true })).toBeVisible();
  await expectGoodPractice(page);
  await checkAccessibility(page);
  await page.getByRole("link", { name: "Areas of Improvement" }).first().click();
  await expect(page).toHaveURL(/\/result\/itil\?tab=improvement$/);
  await expect(page.getByRole("table", { name: "Primary capabilities" })).toBeHidden();
  await unfold(page);
  await expect(page.getByRole("table", { name: "Areas of improvement: Service level management" })).toBeVisible();
  await expect(page.getByText("Targets exist for nine of thirty services.")).toBeVisible();
  await checkAccessibility(page);
});

test("level, chart, what holds and what lifts it, switch, links, id and test are seen without scrolling", { tag: "@js" }, async ({
  app,
  page,
  checkAccessibility,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openResult(page, app, "Alderbrook County Council", "Digital services programme");
  await page.evaluate(() => scrollTo(0, 0));
  for (const part of [
    page.getByRole("region", { name: "Overall", exact: true }),
    page.getByRole("heading", { name: "What holds it" }),
    page.getByRole("heading", { name: "What would lift it" }),
    page.locator(".chart-wide svg").first(),
    page.getByText("Is Test Assessment"),
    page.getByRole("link", { name: "View full assessment" }),
    page.getByRole("link", { name: "Export to Excel" }),
    page.getByRole("link", { name: "Report", exact: true }),
    page.getByRole("button", { name: "View results with benchmarking" }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("Created by")).toBeHidden();
  await page.getByText("Organization, dates and more").click();
  await expect(page.getByText("Created by")).toBeVisible();
  await checkAccessibility(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Strongest", { exact: true })).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  for (const [organization, assessment] of [
    ["Alderbrook County Council", "Corporate IT services"],
    ["Meridian Coastal Railways", "Service desk and incidents"],
  ] as const) {
    await openResult(page, app, organization, assessment);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator(".chart-wide svg").first()).toBeInViewport({ ratio: 1 });
  }
});

test("a draft shows its figures, its chart and what is to be done with it without scrolling, too", { tag: "@js" }, async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [organization, draft] of [
    ["Alderbrook County Council", "Town centre regeneration"],
    ["Meridian Coastal Railways", "Whole of IT"],
  ] as const) {
    await openResult(page, app, organization, draft);
    await page.evaluate(() => scrollTo(0, 0));
    for (const part of [
      page.getByRole("region", { name: "Overall", exact: true }),
      page.locator(".chart-wide svg").first(),
      page.getByText("Strongest and weakest so far", { exact: true }),
      page.getByRole("link", { name: "What is still to answer" }),
      page.getByRole("link", { name: "Export to Excel" }),
      page.getByRole("link", { name: "Report", exact: true }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("heading", { name: "Strongest so far" })).toBeHidden();
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Strongest so far" })).toBeVisible();
});

/** A4 between the margins of the style sheet, in CSS pixels. */
const PAPER = { width: 688, height: 1000 };

test("on a phone charts change to a size that can be read, tables scroll beside their first column, and nothing sticks out, nor on paper", {
  tag: "@js",
}, async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openResult(page, app, "Alderbrook County Council", "Digital services programme");
  await expect(page.locator(".chart-narrow svg").first()).toBeVisible();
  await expect(page.locator(".chart-wide svg").first()).toBeHidden();
  const sizes = await page
    .locator(".chart-narrow svg text:not(.chart-figure)")
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height));
  expect(Math.min(...sizes)).toBeGreaterThan(11);
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  const figures = await top(page.getByRole("region", { name: "Overall", exact: true }));
  expect(figures).toBeLessThan(400);
  for (const later of ["About this assessment", "About this result"]) expect(await top(page.getByLabel(later))).toBeGreaterThan(figures);
  await expectNoSidewaysScroll(page);
  // The whole heat map is in sight on the smallest phone.
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  expect(await page.locator(".table-scroll:has(td.mark-fully)").evaluate((map) => map.scrollWidth - map.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const scrolled = page.getByRole("region", { name: "Thread scores", exact: true });
  await scrolled.evaluate((region) => region.scrollTo(300, 0));
  const [region, first] = [await scrolled.boundingBox(), await scrolled.getByRole("rowheader").first().boundingBox()];
  expect(first?.x).toBeCloseTo(region?.x ?? Number.NaN, 0);
  // Browsers shrink every page if one thing is wider than paper.
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: "print" });
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 390, height: 844 });
  await openResult(page, app, "Alderbrook County Council", "Corporate IT services");
  await expectNoSidewaysScroll(page);
});

const openAll = async (page: Page) => {
  await expect(page.getByRole("table", { name: "Notes: Risk management" })).toBeHidden();
  await page.getByRole("link", { name: "Open all" }).click();
  await expect(page.getByRole("table", { name: "Notes: Risk management" })).toBeVisible();
  await page.getByRole("link", { name: /^(Close|Open) all$/ }).click();
  await expect(page.getByRole("table", { name: "Notes: Risk management" })).toBeHidden();
};

for (const [screen, viewport, tag] of [
  ["", { width: 1280, height: 720 }, ["@js"]],
  [" on a phone, where they are folded", { width: 390, height: 844 }, []],
] as const)
  test(`the contents lead to their section each time${screen}, and everything folded opens at once`, { tag: [...tag] }, async ({
    app,
    page,
    checkAccessibility,
  }) => {
    await page.setViewportSize(viewport);
    await openResult(page, app, "Alderbrook County Council", "Digital services programme");
    await page.waitForLoadState();
    const contents = page.getByRole("navigation", { name: "On this page" });
    const fold = page.locator("summary", { hasText: "On this page" });
    if (viewport.width < 400) {
      await expect(contents).toBeHidden();
      await fold.click();
      await checkAccessibility(page);
    } else await expect(fold).toBeHidden();
    for (const [id, title] of [
      ["heat-map", "Heat map"],
      ["threads", "Thread scores"],
      ["heat-map", "Heat map"],
    ] as const) {
      await contents.getByRole("link", { name: title, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`#${id}$`));
      await expect.poll(async () => Math.abs((await page.locator(`#${id}`).boundingBox())?.y ?? Number.NaN)).toBeLessThan(60);
    }
    await openAll(page);
  });

test("paper gets the whole result, open, without navigation, and no wider than the sheet", { tag: "@js" }, async ({ app, page }) => {
  await page.setViewportSize(PAPER);
  await openResult(page, app, "Alderbrook County Council", "Corporate IT services");
  await page.emulateMedia({ media: "print" });
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Export to Excel" })).toBeHidden();
  await expect(page.getByRole("table", { name: "Primary capabilities" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Areas of Improvement" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Areas of improvement: Service level management" })).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
  const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(3);
  expect(pages).toBeLessThan(15);
  // A4 in points, to the next whole one.
  expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[45](\.\d+)? 84[12](\.\d+)?\s*\]/);
});

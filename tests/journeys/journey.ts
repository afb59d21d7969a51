/** Journeys begin in the demo as it comes, with its organizations, assessments and people, and change it: so each worker has a server of its own. */
import type { Locator, Page } from "@playwright/test";
import { test as base, expect } from "../support/fixtures.ts";
import { type App, startApp } from "../support/server.ts";

export { expect };

export const test = base.extend<object, { app: App }>({
  // A way that is closed is noticed as soon as words that are missing.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  actionTimeout: async ({}, use) => use(60_000),
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      await app.stop();
    },
    { scope: "worker" },
  ],
});

/** Runs only in `npm run walk`. */
export const WALK = "@walk";

export const heading = (page: Page, name: string | RegExp) => expect(page.getByRole("heading", { level: 1, name }).first()).toBeVisible();
export const press = (place: Page | Locator, name: string | RegExp) => place.getByRole("button", { name }).first().click();
export const follow = (place: Page | Locator, name: string | RegExp) => place.getByRole("link", { name }).first().click();

/** Signs in as somebody of the demo, on the demo's own page. */
export async function enter(page: Page, firstName: string): Promise<void> {
  await page.goto("/demo");
  await press(page, `Sign in as ${firstName}`);
  await heading(page, `Welcome, ${firstName}`);
}

/** Opens an organization at home, and waits for its assessments. @returns its panel */
export async function openOrganization(page: Page, name: string): Promise<Locator> {
  if (new URL(page.url()).pathname !== "/") await follow(page, /^Home$/);
  await heading(page, /^Welcome/);
  const panel = page.getByRole("region", { name, exact: true });
  const head = panel.locator("a[aria-expanded]");
  if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
  await expect(panel.getByRole("link", { name: /^Active/ })).toBeVisible();
  return panel;
}

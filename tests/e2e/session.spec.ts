/** The parts of a session that need script: warn, report activity, renew the token, log out. Time is the test's own. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

const idleTitle = "You have been idle for a while!";

async function openWithOwnClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/organization");
  await expect(page.getByRole("button", { name: "Save organization" })).toBeDisabled();
}

test.describe("an idle page", { tag: "@js" }, () => {
  test("warns after 25 minutes, stays when asked to, and logs out 60 seconds after the next warning", async ({
    app,
    signedIn: page,
    checkAccessibility,
  }) => {
    await openWithOwnClock(page);
    await page.clock.fastForward("24:00");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.clock.fastForward("01:00");
    const dialog = page.getByRole("dialog", { name: idleTitle });
    await expect(dialog).toContainText("You will be logged out soon");
    await checkAccessibility(page, dialog);
    await page.mouse.move(10, 10);
    await page.mouse.move(200, 200);
    await expect(dialog).toBeVisible();
    const reported = page.waitForRequest((request) => request.url().endsWith("/session") && (request.postData() ?? "").includes("active="));
    await dialog.getByRole("button", { name: "Keep me signed in" }).click();
    await expect(dialog).toHaveCount(0);
    await reported;
    await page.clock.fastForward("25:00");
    await expect(dialog).toBeVisible();
    await page.clock.fastForward("01:00");
    await expect(page).toHaveURL(`${app.url}/demo`);
    await page.goto("/organization");
    await expect(page).toHaveURL(`${app.url}/demo`);
  });

  test("does not warn while somebody works, in this tab or in another", async ({ signedIn: page, context }) => {
    await openWithOwnClock(page);
    await page.clock.fastForward("20:00");
    const reported = page.waitForRequest((request) => request.url().endsWith("/session") && (request.postData() ?? "").includes("active="));
    await page.mouse.move(30, 30);
    await reported;
    await page.clock.fastForward("20:00");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.clock.fastForward("04:00");

    const other = await context.newPage();
    await other.clock.install({ time: (await page.evaluate(() => Date.now())) + 1_000 });
    await other.goto("/organization");
    await expect(other.getByRole("button", { name: "Save organization" })).toBeDisabled();
    await page.clock.fastForward("10:00");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test.describe("the token of an open page", { tag: "@js" }, () => {
  test("is renewed in time without anybody doing anything", async ({ signedIn: page }) => {
    const isReport = (body: string | null) => (body ?? "").includes("active=");
    await page.route("**/session", (route) =>
      route.fulfill({ json: { signedIn: true, refreshIn: isReport(route.request().postData()) ? 60 : 1_500, expiresIn: 1_800 } }),
    );
    await openWithOwnClock(page);
    await page.clock.fastForward("12:00");
    const reported = page.waitForResponse("**/session");
    await page.mouse.move(30, 30);
    await reported;
    const requests = page.waitForRequest((request) => request.url().endsWith("/session") && !isReport(request.postData()));
    await page.clock.fastForward("01:01");
    await requests;
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("that is gone is said, and then the page is left", async ({ app, signedIn: page, checkAccessibility }) => {
    await page.route("**/session", (route) => route.fulfill({ json: { signedIn: false, refreshIn: 0, expiresIn: 0 } }));
    await openWithOwnClock(page);
    await page.clock.fastForward("06:00");
    await page.mouse.move(40, 40);
    const dialog = page.getByRole("dialog", { name: "Sorry, your credentials has expired." });
    await expect(dialog).toContainText("Please try to login again...");
    await checkAccessibility(page, dialog);
    await dialog.getByRole("button", { name: "Log in again" }).click();
    await expect(page).toHaveURL(`${app.url}/demo`);
  });

  test("ends on time when the line is down, and not before", async ({ signedIn: page }) => {
    await page.route("**/session", (route) => route.abort("internetdisconnected"));
    await openWithOwnClock(page);
    for (const x of [40, 80]) {
      await page.clock.fastForward("14:00");
      await page.mouse.move(x, 40);
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await page.clock.fastForward("02:01");
    await expect(page.getByRole("dialog", { name: "Sorry, your credentials has expired." })).toBeVisible();
  });
});

/** Flagging for later, narrowing the summary, searching, and saying why a thread is descoped, in a browser. */
import type { Page } from "@playwright/test";
import { paths } from "../../app/views/paths.ts";
import { expectStatus } from "../contract/scenario.ts";
import { expect } from "../support/fixtures.ts";
import { THREE_THREADS, test } from "../support/test-assessment.ts";

test.use({
  begins: {
    scope: THREE_THREADS,
    prepare: async ({ id, client }) => {
      const note = { assessmentId: id, perspectiveId: 6, threadId: 2, body: "The gate review of March gave amber." };
      expectStatus(await client.post("/P3M3/notes", note), 200);
    },
    open: (id) => paths.questions(id, "BM", "AM"),
  },
});

const flag = (page: Page) => page.getByRole("button", { name: "Flag for later" });
const flagged = (page: Page) => page.getByRole("button", { name: "Flagged – take it off" });
const current = (page: Page) => page.locator('.progress-items a[aria-current="page"]');

test.describe("with script", { tag: "@js" }, () => {
  // Only then do buttons work without loading the page again.
  test.beforeEach(({ signedIn: page, place: _place }) => expect(page.locator(".action-bar .save-mark")).toBeVisible());

  test("a thread is flagged at once, by button and by key, and the page stays", async ({ signedIn: page, place, checkAccessibility }) => {
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await flag(page).click();
    await expect(flagged(page)).toBeVisible();
    await expect(current(page)).toContainText("Flagged");
    await checkAccessibility(page);
    await page.getByRole("heading", { level: 2 }).focus();
    await page.keyboard.press("l");
    await expect(flag(page)).toBeVisible();
    await expect(current(page)).not.toContainText("Flagged");
    await page.getByLabel("Assessment Notes").fill("off");
    await expect(flag(page)).toBeVisible();
    expect(await page.evaluate(() => "stays" in window)).toBe(true);
    const { body } = await place.client.get(`/P3M3/assessments/${place.id}/questions?p=1&t=1`);
    expect(body[0].flagged).toBe(false);
  });

  test("a search opens the diagnostic and the note that it found", async ({ signedIn: page, place, checkAccessibility }) => {
    await page.getByRole("link", { name: "Search" }).first().click();
    await page.getByRole("searchbox").fill("MARCH gáte");
    await page.getByRole("button", { name: /^Search: / }).click();
    await expect(page.locator("mark")).toHaveText(["gate", "March"]);
    await checkAccessibility(page);
    await page.getByRole("link", { name: "Note" }).click();
    await expect(page.getByLabel("Assessment Notes")).toBeInViewport();
    await page.goto(`${paths.search(place.id, "P3M3")}?q=in`);
    const link = page.getByRole("link", { name: "Diagnostic" }).last();
    const target = (await link.getAttribute("href"))?.split("#")[1] ?? "";
    await link.click();
    await expect(page.locator(`[id="${target}"]`)).toBeInViewport();
  });

  test("by keyboard a search leads into the level that it found: the next Tab stops there", async ({ signedIn: page, place }) => {
    await page.goto(`${paths.search(place.id, "P3M3")}?q=in`);
    await page.getByRole("link", { name: "Level 2 – Statement" }).first().press("Enter");
    const level = page.locator("#level-2");
    await expect(level).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(level.locator(":focus")).toBeVisible();
  });

  test("on a phone a search leads to a level that is folded there", async ({ signedIn: page, place }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${paths.search(place.id, "P3M3")}?q=in`);
    await page.getByRole("link", { name: "Level 1 – Statement" }).first().click();
    await expect(page.locator("#level-1")).toBeInViewport();
    await expect(page.locator("#level-2")).toBeHidden();
  });

  test("a thread is descoped in all perspectives with four clicks, and comes back with three", async ({
    signedIn: page,
    place,
    checkAccessibility,
  }) => {
    const descoped = async () => {
      const { perspectivesProgress } = (await place.client.get(`/assessments/${place.id}/progress`)).body;
      return perspectivesProgress.map(({ threads }: { threads: { descoped: boolean }[] }) => threads[0]?.descoped);
    };
    await page.getByLabel("Descope this thread").click();
    await page.getByLabel("In all 2 perspectives of this assessment").click();
    await checkAccessibility(page, page.getByRole("dialog"));
    await page.getByRole("button", { name: "Descope Thread" }).click();
    await expect(page.getByRole("heading", { name: "The thread was descoped in 2 perspectives." })).toBeVisible();
    await page.getByRole("link", { name: "Continue" }).click();
    expect(await descoped()).toEqual([true, true]);
    await expect(page.getByText("This thread is descoped")).toBeVisible();
    await checkAccessibility(page);
    await page.getByLabel("In all 2 perspectives of this assessment").click();
    await page.getByRole("button", { name: "Rescope thread" }).click();
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page.getByLabel("Descope this thread")).toBeVisible();
    expect(await descoped()).toEqual([false, false]);
  });

  test("a thread is descoped with a reason, which is changed while one types", async ({ signedIn: page, place, checkAccessibility }) => {
    const reason = async () => (await place.client.get(`/P3M3/assessments/${place.id}/questions?p=1&t=1`)).body[0].reason;
    await page.getByLabel("Descope this thread").click();
    await page.getByLabel("Reason for descoping").fill("Bought in");
    await checkAccessibility(page, page.getByRole("dialog"));
    await page.getByRole("button", { name: "Descope Thread" }).click();
    await page
      .getByRole("link", { name: "Continue" })
      .or(page.getByRole("button", { name: "Continue" }))
      .first()
      .click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByLabel("Reason for descoping")).toHaveValue("Bought in");
    await page.getByLabel("Reason for descoping").fill("Bought in since May");
    await page.getByLabel("Assessment Notes").fill("Still written");
    await expect.poll(reason).toBe("Bought in since May");
    await expect(page.getByText(/^Notes: Saved at/)).toBeVisible();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Rescope thread" }).click();
    await expect(page.getByLabel("Descope this thread")).toBeVisible();
    await expect(page.getByLabel("Assessment Notes")).toHaveValue("Still written");
    expect(await reason()).toBeUndefined();
  });
});

test("the summary is narrowed by links", { tag: "@js" }, async ({ signedIn: page, place, checkAccessibility }) => {
  expectStatus(await place.client.post(`/assessments/${place.id}/lock`), 200);
  expectStatus(await place.client.put(`/assessments/${place.id}/6/2/flag`, { flagged: true }), 200);
  await page.goto(paths.summary(place.id, "P3M3"));
  await page.getByRole("link", { name: "Flagged (1)" }).click();
  await expect(page.getByText("1 of 6 threads shown.")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Edit / })).toHaveCount(1);
  await checkAccessibility(page);
  // Only what is answered can lack a note.
  await page.getByRole("link", { name: "Without note (0)" }).click();
  await expect(page.getByRole("link", { name: /^Edit / })).toHaveCount(0);
});

/** What is done on a page between its first sight and the moment when its script takes over. */
import type { Page } from "@playwright/test";
import { paths } from "../../app/views/paths.ts";
import { expect } from "../support/fixtures.ts";
import { type TestAssessment, THREE_THREADS, test } from "../support/test-assessment.ts";

/** React begins with the page when the test says so. */
const holdReact = (page: Page) =>
  page.addInitScript(() => {
    const held = new Promise((resolve) => addEventListener("go-on", resolve, { once: true }));
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message: unknown) {
      void held.then(() => postMessage.call(this, message));
    };
  });

/** Opens the page again without its scripts. @returns brings them */
async function reloadWithoutScript(page: Page): Promise<() => Promise<void>> {
  const scripts = "**/assets/*.js";
  let bring = () => {};
  const held = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route(scripts, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  return async () => {
    bring();
    await page.unrouteAll({ behavior: "wait" });
  };
}

const saved = (page: Page) => page.locator(".action-bar .save-mark").filter({ hasText: "Saved at" });
/** Level 3, with which the assessment begins. */
const storedAt3 = async ({ stored }: TestAssessment) => (await stored())[2];
const answerAt = (page: Page, level: number, answer: string) =>
  page.getByRole("group", { name: `Level ${level} answer` }).getByRole("radio", { name: answer });

test.describe("with script", { tag: "@js" }, () => {
  test("the first answer is stored before the page is alive, and later ones are no conflict with it", async ({ signedIn: page, place }) => {
    // The second time, back to the answer that the page was sent with.
    for (const sent of ["N", "P"]) {
      expect(await storedAt3(place)).toBe(sent);
      const bring = await reloadWithoutScript(page);
      await answerAt(page, 3, "Fully").check();
      await expect.poll(() => storedAt3(place)).toBe("F");
      await answerAt(page, 3, "Partially").check();
      await bring();
      await expect(saved(page)).toBeVisible();
      await expect.poll(() => storedAt3(place)).toBe("P");
    }
    await expect(answerAt(page, 3, "Partially")).toBeChecked();
  });

  test("a key that comes before the page is alive is no error, and the page comes alive", async ({ signedIn: page, place }) => {
    await holdReact(page);
    await page.reload();
    await page.keyboard.press("Tab");
    await page.evaluate(() => dispatchEvent(new Event("go-on")));
    await expect(page.locator(".action-bar .save-mark")).toBeVisible();
    await page.getByLabel("Assessment Notes").fill("Typed once it was alive");
    await expect.poll(async () => (await place.client.get(`/P3M3/notes/${place.id}/1/1`)).body.body).toBe("Typed once it was alive");
  });
});

test.describe("in a grid", { tag: "@js" }, () => {
  test.use({ begins: { scope: THREE_THREADS, open: (id) => paths.grid(id, "BM") } });

  test("the first answer of each row is stored before the page is alive, and later ones are no conflict with it", async ({
    signedIn: page,
    place,
  }) => {
    const bring = await reloadWithoutScript(page);
    const radio = (thread: number, level: number, answer: string) =>
      page.locator(`[data-row="${thread}"][data-column="${level}"]`).getByRole("radio", { name: answer, exact: true });
    await radio(1, 3, "Fully").check();
    await radio(9, 3, "Partially").check();
    const storedAt3 = async (thread: number) => (await place.stored(thread))[2];
    await expect.poll(() => storedAt3(1)).toBe("F");
    await expect.poll(() => storedAt3(9)).toBe("P");
    await radio(1, 3, "Partially").check();
    await bring();
    await expect(saved(page)).toBeVisible();
    await expect.poll(() => storedAt3(1)).toBe("P");
    await expect(radio(1, 3, "Partially")).toBeChecked();
    await expect(page.getByText("was changed")).toHaveCount(0);
  });
});

test.describe("where no script of the page ever arrives", { tag: "@js" }, () => {
  test.use({ hydrated: false });

  test("the first answer is stored at once, and the form saves the others", async ({ signedIn: page, place }) => {
    await answerAt(page, 3, "Fully").check();
    await expect.poll(() => storedAt3(place)).toBe("F");
    await answerAt(page, 3, "Partially").check();
    await page.getByRole("button", { name: "Save answers" }).click();
    await expect(page.getByText("Your answers and notes are saved.")).toBeVisible();
    expect(await storedAt3(place)).toBe("P");
  });
});

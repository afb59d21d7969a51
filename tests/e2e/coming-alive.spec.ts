/** What is done on a page between its first sight and the moment when its script takes over. */
import { expect } from "../support/fixtures.ts";
import { test } from "../support/test-assessment.ts";

test.describe("with script", { tag: "@js" }, () => {
  test("a key that comes before the page is alive is no error, and the page comes alive", async ({ signedIn: page, place }) => {
    // React begins with the page when the test says so.
    await page.addInitScript(() => {
      const held = new Promise((resolve) => addEventListener("go-on", resolve, { once: true }));
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (message: unknown) {
        void held.then(() => postMessage.call(this, message));
      };
    });
    await page.reload();
    await page.keyboard.press("Tab");
    await page.evaluate(() => dispatchEvent(new Event("go-on")));
    await expect(page.locator(".action-bar .save-mark")).toBeVisible();
    await page.getByLabel("Assessment Notes").fill("Typed once it was alive");
    await expect.poll(async () => (await place.client.get(`/P3M3/notes/${place.id}/1/1`)).body.body).toBe("Typed once it was alive");
  });
});

/** Forms, dialogs and messages that open while the connection is lost. */
import type { Page } from "@playwright/test";
import { paths } from "../../app/views/paths.ts";
import { answerThread, expectStatus } from "../contract/scenario.ts";
import { expect, intercept } from "../support/fixtures.ts";
import { test as base, type TestAssessment } from "../support/test-assessment.ts";

/** An assessment opened at the questions of its first thread, with the page live. */
const test = base.extend<{ place: TestAssessment }>({
  place: async ({ signedIn: page, place }, use) => {
    await expect(page.locator(".action-bar .save-mark")).toBeVisible();
    await use(place);
  },
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const note = (page: Page) => page.getByLabel("Assessment Notes");
const what = (page: Page) => page.getByLabel("What it is");
const answer = (page: Page, level: number, name: string) =>
  page.getByRole("region", { name: new RegExp(`^Level ${level} `) }).getByRole("radio", { name, exact: true });
const SAVE = /\/questions\/BM\/AM\/save$/i;

const changeElsewhere = async ({ id, client }: TestAssessment) => {
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await answerThread(client, id, 1, 1, "NNPNN"), 200);
};

test.describe("with script", { tag: "@js" }, () => {
  // Each test cuts the line, and the page complains.
  test.afterEach(({ faults }) => {
    const isDownLine = /manifest patches|ERR_FAILED|ERR_INTERNET_DISCONNECTED/;
    faults.splice(0, faults.length, ...faults.filter((fault) => !isDownLine.test(fault)));
  });

  test("evidence and the question before descoping open without a connection", async ({ signedIn: page, context, place }) => {
    await context.setOffline(true);
    await note(page).fill("Typed without a connection");
    await button(page, "Add evidence").click();
    await what(page).fill("Mandate");
    await page.getByLabel("Descope this thread").click();
    const dialog = page.getByRole("dialog", { name: "Are you sure?" });
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(note(page)).toHaveValue("Typed without a connection");
    await context.setOffline(false);
    await expect.poll(async () => (await place.client.get(`/P3M3/notes/${place.id}/1/1`)).body.body).toBe("Typed without a connection");
  });

  test("both versions are shown although the connection is lost after the answer that tells of the other", async ({
    signedIn: page,
    context,
    place,
  }) => {
    await changeElsewhere(place);
    await intercept(page, SAVE, async (route) => {
      const response = await route.fetch();
      await context.setOffline(true);
      await route.fulfill({ response });
    });
    await answer(page, 3, "Fully").check();
    await expect(page.getByText("This thread was changed in the meantime")).toBeVisible();
    await page.unroute(SAVE);
    await context.setOffline(false);
    await button(page, "Save mine instead").click();
    await expect(page.getByText("This thread was changed in the meantime")).toHaveCount(0);
    await expect(answer(page, 3, "Fully")).toBeChecked();
  });

  test("a filter of the grid needs no connection", async ({ signedIn: page, context, place }) => {
    await page.goto(paths.grid(place.id, "BM"));
    await expect(page.locator(".action-bar .save-mark")).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("link", { name: /^Flagged/ }).click();
    await expect(page).toHaveURL(/show=flagged/);
    await expect(page.locator("tr[data-grid-row]")).toHaveCount(0);
    await page.getByRole("link", { name: /^All/ }).first().click();
    await expect(page.locator("tr[data-grid-row]")).toHaveCount(3);
    await context.setOffline(false);
  });
});

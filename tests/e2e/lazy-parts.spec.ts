/** Parts whose script is fetched late, and dialogs, while the connection is lost (docs/decisions/0053-parts-fetched-late.md). */
import type { Page, Request } from "@playwright/test";
import { paths } from "../../app/views/paths.ts";
import { answerThread, expectStatus } from "../contract/scenario.ts";
import { expect } from "../support/fixtures.ts";
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
const chunk = (name: string) => new RegExp(`/assets/${name}-`);
/** The script files that are being fetched. A lazy part comes together with the files that it needs. */
const scriptsUnderWay = (page: Page) => {
  const underWay = new Set<Request>();
  page.on("request", (request) => request.url().includes("/assets/") && underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return underWay;
};
const SAVE = /\/questions\/BM\/AM\/save$/i;

const changeElsewhere = async ({ id, client }: TestAssessment) => {
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await answerThread(client, id, 1, 1, "NNPNN"), 200);
};

test.describe("with script", { tag: "@js" }, () => {
  // Each test cuts the connection, and the page logs that.
  test.afterEach(({ faults }) => {
    const isDownLine = /manifest patches|ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|preload/;
    faults.splice(0, faults.length, ...faults.filter((fault) => !isDownLine.test(fault)));
  });

  test("once something was sent, evidence and the question before descoping open without a connection", async ({
    signedIn: page,
    context,
    place,
  }) => {
    const underWay = scriptsUnderWay(page);
    const asked = Promise.all(["EvidenceForm", "DescopeDialogs", "troubles"].map((name) => page.waitForRequest(chunk(name))));
    await note(page).fill("Sent");
    await asked;
    await expect.poll(() => underWay.size).toBe(0);
    await context.setOffline(true);
    await note(page).fill("Sent, and more");
    await button(page, "Add evidence").click();
    await what(page).fill("Mandate");
    await page.getByLabel("Descope this thread").click();
    const dialog = page.getByRole("dialog", { name: "Are you sure?" });
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(note(page)).toHaveValue("Sent, and more");
    await context.setOffline(false);
    await expect.poll(async () => (await place.client.get(`/P3M3/notes/${place.id}/1/1`)).body.body).toBe("Sent, and more");
  });

  test("a form that cannot be fetched says so, leaves the page as it is, and comes on request", async ({
    signedIn: page,
    context,
    place,
  }) => {
    await context.setOffline(true);
    await button(page, "Add evidence").click();
    const missing = page.getByText("This part of the page could not be loaded.");
    await expect(missing).toBeVisible();
    await expect(note(page)).toBeEditable();
    await context.setOffline(false);
    await button(page, "Try again").click();
    await expect(what(page)).toBeVisible();
    await expect(missing).toHaveCount(0);
    await note(page).fill("Typed after");
    await expect.poll(async () => (await place.client.get(`/P3M3/notes/${place.id}/1/1`)).body.body).toBe("Typed after");
  });

  test("both versions are shown although the connection is lost after the answer that tells of the other", async ({
    signedIn: page,
    context,
    place,
  }) => {
    await changeElsewhere(place);
    const underWay = scriptsUnderWay(page);
    const asked = page.waitForRequest(chunk("troubles"));
    await page.route(SAVE, async (route) => {
      const response = await route.fetch();
      await asked;
      await expect.poll(() => underWay.size).toBe(0);
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

  test("where both versions cannot be fetched nothing is overwritten, and another try shows them", async ({ signedIn: page, place }) => {
    await changeElsewhere(place);
    const asked = new Set<string>();
    page.on("request", (request) => chunk("troubles").test(request.url()) && asked.add(request.url()));
    await page.route(chunk("troubles"), (route) => route.abort());
    await answer(page, 3, "Fully").check();
    const missing = page.getByText("This part of the page could not be loaded.");
    await expect(missing).toBeVisible();
    await expect(answer(page, 3, "Fully")).toBeChecked();
    const { body } = await place.client.get(`/P3M3/assessments/${place.id}/questions?p=1&t=1`);
    expect(body.map((each: { answer: { selection: string } | null }) => each.answer?.selection[0] ?? "N").join("")).toBe("NNPNN");
    await page.unroute(chunk("troubles"));
    const before = asked.size;
    await button(page, "Try again").click();
    await expect(page.getByText("This thread was changed in the meantime")).toBeVisible();
    await expect(missing).toHaveCount(0);
    // A browser may remember that nothing came from an address: Chromium 150 does.
    expect(asked.size).toBe(before + 1);
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

  test("a posted grid that was not all saved works as without script where its script cannot be fetched", async ({
    signedIn: page,
    place,
  }) => {
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto(paths.grid(place.id, "BM"));
    await changeElsewhere(place);
    const cell = (thread: number) =>
      page.locator(`tr[data-grid-row="${thread}"] [data-item="3"]`).getByRole("radio", { name: "Fully", exact: true });
    await cell(1).check();
    await cell(2).check();
    await page.unroute("**/assets/*.js");
    await page.route(chunk("troubles"), (route) => route.abort());
    const refused = page.waitForEvent("requestfailed", (request) => chunk("troubles").test(request.url()));
    await button(page, "Save answers").first().click();
    await refused;
    await expect(page.getByText("Some threads were changed in the meantime")).toBeVisible();
    await expect(page.getByText(/^Saved: /)).toBeVisible();
    await expect(button(page, "Save mine instead")).toBeVisible();
    await expect(cell(1)).toBeChecked();
    await button(page, "Save mine instead").click();
    await expect(page.getByText("Some threads were changed in the meantime")).toHaveCount(0);
    await expect(cell(1)).toBeChecked();
  });
});

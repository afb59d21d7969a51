/** The report for a client in a browser: texts that save themselves. */
import type { Page } from "@playwright/test";
import { answerAll, completeP3M3, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { test as base, expect, intercept, isAlive } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

const test = base.extend<{ place: { id: number; client: Client } }>({
  place: async ({ app, user, signedIn: page }, use) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const id = await completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1, 6], threadIds: [10] });
    await page.goto(`/assessments/${id}/report`);
    await expect(page.getByRole("heading", { level: 1, name: "Report for the client" })).toBeVisible();
    await isAlive(page);
    await use({ id, client });
  },
});

const summary = (page: Page) => page.getByRole("textbox", { name: "Executive summary" });
const textsOf = async ({ client, id }: { client: Client; id: number }) => (await client.get(`/assessments/${id}/wording`)).body.texts;

/** Holds back matching requests until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(page, address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test.describe("with script", { tag: "@js" }, () => {
  test("a text saves itself shortly after the last key, and stays what was typed while it cannot be saved", async ({
    signedIn: page,
    place,
    checkAccessibility,
  }) => {
    await checkAccessibility(page);
    await summary(page).fill("Ours.");
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    expect(await textsOf(place)).toMatchObject([{ part: "summary", body: "Ours." }]);
    await intercept(page, "**/report/save", (route) => route.fulfill({ status: 502, json: {} }));
    await summary(page).fill("Ours, later.");
    await expect(page.getByText("The text could not be saved. It is still here; please try again.")).toBeVisible();
    await expect(summary(page)).toHaveValue("Ours, later.");
    await expect(summary(page)).toHaveAttribute("aria-invalid", "true");
    await checkAccessibility(page, page.getByRole("form", { name: "Executive summary" }));
    await page.unroute("**/report/save");
    await page.getByRole("form", { name: "Executive summary" }).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    expect(await textsOf(place)).toMatchObject([{ body: "Ours, later." }]);
  });

  test("notes that nobody has ticked lead to their list by keyboard, and what was wanted stays", async ({ signedIn: page, place }) => {
    const { client } = place;
    const id = await createP3M3(client, await createOrganization(client, { name: "Noted" }), { perspectiveIds: [1], threadIds: [10] });
    await answerAll(client, id, "FFPNN");
    await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 10, body: "A note." });
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await page.goto(`/assessments/${id}/report`);
    await isAlive(page);
    await summary(page).fill("Ours.");
    const notes = page.getByRole("checkbox", { name: /^Notes of the assessors/ });
    await notes.press("Space");
    await page.getByRole("button", { name: "Word", exact: true }).press("Enter");
    await expect(page.getByText("First say which notes are for the client.")).toBeVisible();
    await page.getByRole("link", { name: "list of notes" }).press("Enter");
    await expect(page.getByRole("region", { name: "Notes for the client" })).toBeFocused();
    await expect(summary(page)).toHaveValue("Ours.");
    await page.getByRole("button", { name: "Save the list" }).press("Enter");
    await expect(page.getByText("The list was saved.")).toBeVisible();
    await expect(notes).toBeChecked();
  });

  test("a file that cannot be had leaves the page and what is typed on it", async ({ signedIn: page, place, checkAccessibility }) => {
    const at = page.url();
    await intercept(page, "**/report/save", (route) => route.abort());
    await intercept(page, "**/report.docx?*", (route) => route.fulfill({ status: 503, body: "" }));
    await summary(page).fill("Half typed");
    await page.getByRole("button", { name: "Word" }).click();
    const failed = page.getByRole("alert").filter({ hasText: "The report could not be downloaded." });
    await expect(failed.getByRole("link", { name: "see why" })).toHaveAttribute("href", /\/report\.docx\?/);
    await expect(summary(page)).toHaveValue("Half typed");
    expect(page.url()).toBe(at);
    await checkAccessibility(page, failed);
    await page.unroute("**/report.docx?*");
    await page.unroute("**/report/save");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Word" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.docx$/);
    await expect(failed).toHaveCount(0);
    await page.getByRole("form", { name: "Executive summary" }).getByRole("button", { name: "Save" }).click();
    await expect.poll(() => textsOf(place)).toMatchObject([{ body: "Half typed" }]);
  });

  test("the line of a folded text says whose it is, as soon as that has changed", async ({ signedIn: page, place }) => {
    const line = page.locator("summary").filter({ hasText: /^Risk management/ });
    await line.click();
    const chapter = page.getByRole("form", { name: "Risk management" });
    await chapter.getByRole("textbox").fill("Ours.");
    await expect(line).toContainText("your text");
    expect(await textsOf(place)).toMatchObject([{ part: "RK", body: "Ours." }]);
    await chapter.getByRole("button", { name: "Use the suggested text" }).click();
    await expect(line).toContainText("suggested");
  });

  test("what somebody else wrote meanwhile is shown, and overwritten only on purpose", async ({ signedIn: page, place }) => {
    expectStatus(await place.client.put(`/assessments/${place.id}/wording`, { part: "summary", body: "Theirs." }), 200);
    await summary(page).fill("Mine.");
    await expect(page.getByRole("region", { name: "Executive summary, as it is saved now" })).toContainText("Theirs.");
    expect(await textsOf(place)).toMatchObject([{ body: "Theirs." }]);
    await page.getByRole("form", { name: "Executive summary" }).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    expect(await textsOf(place)).toMatchObject([{ body: "Mine." }]);
  });

  test("what is chosen before the script has come is what is asked for", async ({ signedIn: page, place }) => {
    const release = await hold(page, "**/assets/*.js");
    await page.goto(`/assessments/${place.id}/report`, { waitUntil: "commit" });
    await page.getByRole("radio", { name: /^Board/ }).check();
    const method = page.getByRole("checkbox", { name: "Scope and method" });
    await method.uncheck();
    release();
    await summary(page).fill("The script is here.");
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    const requests = page.waitForRequest(/report\.pptx\?/);
    const download = page.waitForEvent("download");
    const give = await hold(page, "**/report.pptx?*");
    await page.getByRole("button", { name: "PowerPoint" }).press("Enter");
    await expect(page.getByText("Preparing the report…")).toBeVisible();
    give();
    const { searchParams } = new URL((await requests).url());
    expect(searchParams.get("audience")).toBe("board");
    expect(searchParams.getAll("section")).toHaveLength(await page.getByRole("checkbox", { checked: true }).count());
    await expect(method).not.toBeChecked();
    expect((await download).suggestedFilename()).toMatch(/\.pptx$/);
    await expect(page.getByRole("radio", { name: /^Board/ })).toBeChecked();
  });
});

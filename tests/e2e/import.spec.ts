/** The workbook of answers in a browser: taken out, filled in, and brought back (docs/rules/workbook.md). */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { expect, isAlive } from "../support/fixtures.ts";
import { test } from "../support/test-assessment.ts";
import { bytesOf, openBook, type as typeInto } from "../support/workbook.ts";

const idOf = (items: readonly { id: number; code: string }[], code: string) => items.find((item) => item.code === code)?.id ?? 0;
const placeOf = (thread: string) => `thread/${idOf(PERSPECTIVES, "BM")}/${idOf(THREADS, thread)}`;

test.use({
  begins: {
    scope: {
      perspectiveIds: [idOf(PERSPECTIVES, "BM")],
      threadIds: ["AM", "AS", "PL"].map((code) => idOf(THREADS, code)),
      selectedLevel: 3,
    },
    open: (id) => paths.importAnswers(id),
  },
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page) => page.getByLabel("The workbook, filled in");

/** Downloads the workbook by the screen's own button, and types three changes and a fault into it. */
async function filledIn(page: Page): Promise<Buffer> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the workbook" }).click();
  const book = await openBook(await readFile(await (await downloading).path()));
  typeInto(book, placeOf("AM"), ["Fully", "Partially"], "Heard in the interview");
  typeInto(book, placeOf("PL"), ["Rarely/Never"]);
  typeInto(book, placeOf("AS"), ["Mostly"]);
  return Buffer.from(await bytesOf(book));
}

const choose = async (page: Page, buffer: Buffer, name = "answers.xlsx") => {
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await field(page).setInputFiles({ name, mimeType, buffer });
};

test.describe("with and without script", () => {
  test("a workbook goes out and comes back: preview, faults, what is ticked, and what was applied", async ({
    signedIn: page,
    place,
    checkAccessibility,
  }) => {
    await choose(page, await filledIn(page));
    await button(page, "Show what would change").click();
    await expect(page.getByRole("heading", { name: "3 changes to apply" })).toBeVisible();
    await expect(page.locator(".import-faults li")).toHaveCount(1);
    await expect(page.locator(".import-faults")).toContainText("“Mostly”: This is no answer.");
    await checkAccessibility(page);
    await button(page, "Apply what is ticked").click();
    await expect(page.getByText("Nothing is ticked.")).toBeVisible();
    await page.getByRole("checkbox", { name: /Planning, answers$/ }).check();
    await button(page, "Apply what is ticked").click();
    await expect(page.getByText("The change is applied.")).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
    await checkAccessibility(page);
    const { body } = await place.client.get(`/assessments/${place.id}/overview`);
    const noted = body.threads.filter(({ note }: { note: { body: string } }) => note.body !== "");
    expect(noted).toEqual([]);
    await page.getByRole("link", { name: /^Put back: / }).click();
    await expect(page).toHaveURL(/\/history\?place=thread/);
    await page
      .getByRole("link", { name: /^Put back: / })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Put back" }).click();
    await expect(page.getByText("Planning: put back.")).toBeVisible();
  });
});

test.describe("with script", { tag: "@js" }, () => {
  test("a file that is no workbook is told beside its field", async ({ signedIn: page, place: _place, checkAccessibility }) => {
    await choose(page, Buffer.from("answers,notes\n"), "answers.csv");
    await button(page, "Show what would change").click();
    await expect(page.getByText("This is no Excel workbook (.xlsx).", { exact: false })).toBeVisible();
    await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    await checkAccessibility(page);
  });

  test("the keyboard does it alone, and the focus follows", async ({ signedIn: page, place }) => {
    await isAlive(page);
    await choose(page, await filledIn(page));
    await field(page).focus();
    await page.keyboard.press("Tab");
    await expect(button(page, "Show what would change")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "3 changes to apply" })).toBeVisible();
    await expect(page.locator(".import-screen > [tabindex='-1']")).toBeFocused();
    // The way out, a box and a link for each change, then the buttons.
    const focused = page.locator(":focus");
    const last = button(page, "Apply all 3 changes");
    for (let press = 0; press < 20 && !(await last.evaluate((each) => each === document.activeElement)); press += 1) {
      await page.keyboard.press("Tab");
      await expect(focused).toBeInViewport();
    }
    await expect(last).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("The changes are applied.")).toBeVisible();
    const { body } = await place.client.get(`/assessments/${place.id}/overview`);
    expect(body.threads.map(({ note }: { note: { body: string } }) => note.body)).toContain("Heard in the interview");
  });

  test("a file that is too large is told before it is sent", async ({ signedIn: page, place: _place }) => {
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") sent += 1;
    });
    await isAlive(page);
    await choose(page, Buffer.alloc(6 * 1024 * 1024));
    await button(page, "Show what would change").click();
    await expect(page.getByText("This file is larger than 5 MB", { exact: false })).toBeVisible();
    expect(sent).toBe(0);
  });
});

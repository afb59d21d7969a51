/** Confirming last time's answers with script (docs/rules/assess-again.md#confirming). */
import type { Page } from "@playwright/test";
import { paths } from "../../app/views/paths.ts";
import { answerAll, answerAllItil, completeP3M3, createItil, createP3M3, expectStatus } from "../contract/scenario.ts";
import { expect } from "../support/fixtures.ts";
import { apiClient, storeLetters } from "../support/seed.ts";
import { test as base, THREE_THREADS } from "../support/test-assessment.ts";

interface Again {
  stored(): Promise<string>;
  /** Of each change, the newest first. */
  confirmed(): Promise<number[][]>;
}

const test = base.extend<{ letters: string; again: Again }>({
  /** What is stored of each thread of the assessment before. */
  letters: ["FFPNN", { option: true }],
  again: async ({ app, user, place, signedIn: page, letters }, use) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const before = await completeP3M3(client, place.organization, "FFPNN", THREE_THREADS);
    await storeLetters(app.databaseUrl, before, letters);
    const id = await createP3M3(client, place.organization, { ...THREE_THREADS, previousId: before });
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await page.goto(paths.questions(id, "BM", "AM"));
    await expect(saving(page)).toBeVisible();
    const entries = async () => (await client.get(`/assessments/${id}/history?kind=answers`)).body.entries;
    await use({
      async stored() {
        const { body } = await client.get(`/P3M3/assessments/${id}/questions?p=1&t=1`);
        return body.map(({ answer }: { answer: { selection: string } | null }) => answer?.selection[0] ?? "N").join("");
      },
      confirmed: async () => (await entries()).map((each: { confirmed?: { answers: number[] } }) => each.confirmed?.answers ?? []),
    });
  },
});
const saving = (page: Page) => page.locator(".action-bar .save-mark");
const allSaved = (page: Page) => expect(saving(page)).toContainText("Saved at");

test.describe("with script", { tag: "@js" }, () => {
  test("C confirms the level in focus, step by step, and is in the list of keys", async ({ signedIn: page, again, checkAccessibility }) => {
    await page.keyboard.press("c");
    await allSaved(page);
    await expect.poll(again.stored).toBe("NNPNN");
    expect(await again.confirmed()).toEqual([[2]]);
    await expect(page.getByRole("button", { name: "Confirm level 2" })).toBeVisible();
    await page.keyboard.press("c");
    // Fully at level 2 answers level 1 too, as every such answer does.
    await expect.poll(again.stored).toBe("FFPNN");
    await allSaved(page);
    await page.keyboard.press("c");
    expect(await again.stored()).toBe("FFPNN");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Keys", exact: true }).click();
    await expect(page.getByRole("region", { name: "Keys" })).toContainText("confirm the answer of");
  });

  test("a button confirms the whole thread while nothing is answered; what cannot be sent is sent later, still confirmed", async ({
    signedIn: page,
    again,
    faults,
  }) => {
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Confirm thread" }).click();
    await expect(page.getByRole("button", { name: "Confirm thread" })).toBeHidden();
    await expect(saving(page)).toBeFocused();
    expect(await again.stored()).toBe("NNNNN");
    await page.context().setOffline(false);
    await allSaved(page);
    await expect.poll(again.stored).toBe("FFPNN");
    expect(await again.confirmed()).toEqual([[0, 1, 2]]);
    faults.length = 0;
  });

  test("a button leads on to what is asked next, and the counts follow", async ({ signedIn: page, again }) => {
    const lastTime = page.getByRole("region", { name: "Last time" });
    await expect(lastTime).toContainText("In all, 0 answers are the same as then, and 0 have changed.");
    await page.getByRole("button", { name: "Confirm level 3" }).press("Enter");
    await expect(page.locator('[data-item="2"] [data-answers] input').first()).toBeFocused();
    await expect(lastTime).toContainText("In all, 1 answer is the same as then, and 0 have changed.");
    await expect.poll(again.stored).toBe("NNPNN");
  });

  test("an answer that was confirmed, changed, and given again is no longer confirmed", async ({ signedIn: page, again }) => {
    const answer = (word: string) => page.getByRole("group", { name: "Level 3 answer" }).getByRole("radio", { name: word }).check();
    await page.keyboard.press("c");
    await expect.poll(again.stored).toBe("NNPNN");
    await answer("Rarely/Never");
    await expect.poll(again.stored).toBe("NNRNN");
    await answer("Partially");
    await expect.poll(again.stored).toBe("NNPNN");
    expect(await again.confirmed()).toEqual([[], [], [2]]);
  });

  test("C confirms in the grid, too, and the panel has a button for what is in focus", async ({
    signedIn: page,
    place: _place,
    again,
    checkAccessibility,
  }) => {
    await page.goto(page.url().replace("questions/BM/AM", "grid/BM"));
    await expect(saving(page)).toBeVisible();
    await page.keyboard.press("c");
    await expect.poll(again.stored).toBe("NNPNN");
    const focused = page.getByRole("complementary", { name: "In focus" });
    await expect(focused).toContainText("Level 2");
    await focused.getByRole("button", { name: /Confirm Asset management, level 2/ }).click();
    await expect.poll(again.stored).toBe("FFPNN");
    expect(await again.confirmed()).toEqual([[1], [2]]);
    // The button has gone, and the focus is at the next question that is needed.
    await expect(page.locator('tr[data-grid-row="2"] [data-column="3"] input').first()).toBeFocused();
    await expect(page.getByText("Spring review: 3 answers are the same, 0 changed")).toBeVisible();
    await checkAccessibility(page);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.getByRole("button", { name: "Confirm Assurance, level 3" }).click();
    await allSaved(page);
    expect((await again.confirmed())[0]).toEqual([2]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  });

  test("evidence is taken over, and the focus stays near it", async ({ signedIn: page, app, user, place }) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const before = await createP3M3(client, place.organization, THREE_THREADS);
    const said = { kind: "document", what: "Handbook", where: "", who: "", date: "2025-03-01", goodUntil: null, remark: "" };
    const places = [{ place: "thread/1/1", supports: [2], against: [] }];
    expectStatus(await client.post(`/assessments/${before}/evidence`, { ...said, places }), 201);
    await answerAll(client, before, "FFPNN");
    expectStatus(await client.post(`/assessments/${before}/complete`), 200);
    const id = await createP3M3(client, place.organization, { ...THREE_THREADS, previousId: before });
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await page.goto(paths.questions(id, "BM", "AM"));
    await expect(saving(page)).toBeVisible();
    const lastTime = page.getByRole("region", { name: "Last time" });
    await lastTime.getByText("1 entry of evidence").click();
    await lastTime.getByRole("button", { name: "Take over Handbook" }).click();
    await expect(page.getByRole("region", { name: "Evidence" })).toContainText("The evidence is taken over.");
    await expect(page.getByRole("heading", { name: "Last time" })).toBeFocused();
    await expect(lastTime.getByRole("button", { name: "Take over Handbook" })).toBeHidden();
    expect((await client.get(`/assessments/${id}/evidence`)).body.entries).toEqual([expect.objectContaining({ ...said, places })]);
  });

  test("C chooses the option of a component that was chosen then", async ({ signedIn: page, app, user, place }) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const before = await createItil(client, place.organization, { selectedScope: "Maturity", practices: [] });
    await answerAllItil(client, before, "F", 3);
    expectStatus(await client.post(`/assessments/${before}/complete`), 200);
    const id = await createItil(client, place.organization, { selectedScope: "Maturity", practices: [], previousId: before });
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await page.goto(paths.practiceQuestions(id, "M-GP"));
    await expect(saving(page)).toBeVisible();
    await page.keyboard.press("c");
    await expect(page.getByRole("radio", { name: /^Level 3/ })).toBeChecked();
    await expect(page.getByRole("radio", { name: /^Level 3/ })).toBeFocused();
    await allSaved(page);
    await expect(page.getByRole("button", { name: /^Confirm/ })).toBeHidden();
    const confirmed = async () =>
      (await client.get(`/assessments/${id}/history?kind=answers`)).body.entries.map((each: object) => "confirmed" in each);
    expect(await confirmed()).toEqual([true]);
    // Another option, and back: nobody has confirmed that.
    await page.keyboard.press("2");
    await allSaved(page);
    await page.keyboard.press("3");
    await expect.poll(confirmed).toEqual([false, false, true]);
  });

  test.describe("where the lowest level proposes nothing", () => {
    test.use({ letters: "NFPNN" });

    test("C confirms a level all the same", async ({ signedIn: page, again }) => {
      await expect(page.getByRole("button", { name: "Confirm thread" })).toBeHidden();
      await page.keyboard.press("c");
      await expect.poll(again.stored).toBe("NNPNN");
      expect(await again.confirmed()).toEqual([[2]]);
    });
  });
});

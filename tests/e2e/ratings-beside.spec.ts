/** What second ratings say, next to the answers of a thread, with script (docs/rules/second-ratings.md#beside-answers). */
import { paths } from "../../app/views/paths.ts";
import { answerThread, expectStatus } from "../contract/scenario.ts";
import { expect, isAlive } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";
import { THREE_THREADS, test as withAssessment } from "../support/test-assessment.ts";

/** Kim and Lee, in charge, have rated the first thread, whose verdict is another; Kim with a note. */
const test = withAssessment.extend<{ raters: { rate(who: "kim" | "lee", letters: string): Promise<void> } }>({
  begins: { scope: THREE_THREADS },
  raters: async ({ app, user, place: { client, id } }, use) => {
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    expectStatus(await answerThread(client, id, 1, 1, "FFRNN"), 200);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const [thread] = expectStatus(await client.get(`/assessments/${id}/overview?perspectiveIds=1`), 200).body.threads;
    const raters = new Map<string, { client: typeof client; number: number }>();
    const rate = async (who: "kim" | "lee", letters: string) => {
      const known = raters.get(who);
      const rater = known?.client ?? (await apiClient(app.databaseUrl, `${who}.${user.email}`, { ...user, name: who }));
      if (!known) {
        const { colleagues } = expectStatus(await client.get(`/assessments/${id}/ratings`), 200).body;
        const person = colleagues.find(({ email }: { email: string }) => email.startsWith(who)).id;
        const form = { person, kind: "charge", groups: ["perspective/1"], until: "2099-12-01" };
        const number = expectStatus(await client.post(`/assessments/${id}/ratings`, form), 201).body.id;
        expectStatus(await rater.post(`/assessments/${id}/ratings/${number}/begin`, { seen: [] }), 204);
        raters.set(who, { client: rater, number });
      }
      const number = raters.get(who)?.number;
      const words: Record<string, string> = { F: "Fully", P: "Partially", R: "Rarely/Never", N: "N/A" };
      const answers = thread.questions.map(({ id: questionId, level }: { id: number; level: number }) => ({
        questionId,
        selection: words[letters[level - 1] ?? "N"],
      }));
      expectStatus(await rater.post(`/assessments/${id}/ratings/${number}/answers`, { place: "thread/1/1", answers }), 200);
      if (who === "kim")
        expectStatus(await rater.put(`/assessments/${id}/ratings/${number}/notes`, { place: "thread/1/1", body: "Seen" }), 200);
    };
    await use({ rate });
  },
});

test("T uses the rating with its note, U takes both back, and the history says whose it was", { tag: "@js" }, async ({
  place,
  raters,
  signedIn: page,
  checkAccessibility,
}) => {
  await raters.rate("kim", "FFFPN");
  await page.goto(paths.questions(place.id, "BM", "AM"));
  await isAlive(page);
  const section = page.getByRole("region", { name: "Second ratings" });
  const undo = page.getByText(/From .*'s rating\./);
  const note = page.getByLabel("Assessment Notes");
  await expect(page.locator("[data-level='3']")).toContainText("Ratings: ");
  await expect(section).toContainText("3.50 (differs)");
  await checkAccessibility(page);
  await section.getByLabel("With the note").check();
  await page
    .getByRole("heading", { name: /Asset management/ })
    .first()
    .focus();
  await page.keyboard.press("t");
  await expect(undo).toBeVisible();
  await expect(note).toHaveValue(/:\nSeen$/);
  await expect(section).not.toContainText("differs");
  await expect.poll(() => place.stored()).toBe("FFFPN");
  await page.keyboard.press("u");
  await expect(note).toHaveValue("");
  await expect.poll(() => place.stored()).toBe("FFRNN");
  await section.getByRole("button", { name: /Use this rating/ }).press("Enter");
  await expect.poll(() => place.stored()).toBe("FFFPN");
  await undo.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => place.stored()).toBe("FFRNN");
  await page.getByRole("button", { name: "Keys", exact: true }).click();
  await expect(page.getByRole("region", { name: "Keys" })).toContainText("rating");
  await page.goto(paths.history(place.id));
  await expect(page.getByText(/, from .*'s rating/).first()).toBeAttached();
});

test("with several ratings T leads to them, and uses none by itself", { tag: "@js" }, async ({ place, raters, signedIn: page }) => {
  await raters.rate("kim", "FFFPN");
  await raters.rate("lee", "FPNNN");
  await page.goto(paths.questions(place.id, "BM", "AM"));
  await isAlive(page);
  await page.keyboard.press("t");
  await expect(page.getByRole("region", { name: "Second ratings" })).toBeFocused();
  expect(await place.stored()).toBe("FFRNN");
});

test("while a colleague has the lock, or after the verdict or the rating changed, nothing is written and nothing is lost", {
  tag: "@js",
}, async ({ app, user, place: { client, id, stored }, raters, signedIn: page }) => {
  await raters.rate("kim", "FFFPN");
  const questions = paths.questions(id, "BM", "AM");
  const levelFour = page.locator("[data-level='4']").getByRole("radio", { name: "Partially" });
  const use = async () => {
    await page.goto(questions);
    await isAlive(page);
    return page.getByRole("button", { name: /Use this rating/ });
  };
  const first = await use();
  await raters.rate("kim", "FFFFR");
  await first.click();
  await expect(page.getByText("This rating was changed meanwhile. Undo, then load the page again.")).toBeVisible();
  await expect(levelFour).toBeChecked();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("This rating was changed meanwhile.")).toHaveCount(0);
  const second = await use();
  expectStatus(await answerThread(client, id, 1, 1, "FPNNN"), 200);
  await second.click();
  await expect(page.getByText("Stored now")).toBeVisible();
  expect(await stored()).toBe("FPNNN");
  await page.getByRole("link", { name: "Keep the stored version" }).click();
  const third = await use();
  const lee = await apiClient(app.databaseUrl, `lee.${user.email}`, { ...user, name: "Lee" });
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  expectStatus(await lee.post(`/assessments/${id}/lock`), 200);
  await third.click();
  await expect(page.getByText("is editing this assessment now")).toBeVisible();
  await expect(page.locator("[data-level='4']").getByRole("radio", { name: "Fully" })).toBeChecked();
  expect(await stored()).toBe("FPNNN");
});

/** The grid with script: keys, the gate at once, saving row by row, and nothing lost when the line is down. */
import type { Page } from "@playwright/test";
import { THREADS } from "#model/p3m3/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { answerThread, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { expect, intercept } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";
import { test as base, type TestAssessment } from "../support/test-assessment.ts";

/** A Project assessment of one perspective with twelve threads, begun at level 3, opened as a grid. */
const test = base.extend<{ place: TestAssessment }>({
  begins: {
    scope: { perspectiveIds: [3], threadIds: THREADS.slice(0, 12).map(({ id }) => id), selectedLevel: 3 },
    open: (id) => paths.grid(id, "MC"),
  },
  place: async ({ signedIn: page, place }, use) => {
    // Keys act once the page is live.
    await expect(page.locator(".action-bar .save-mark")).toBeVisible();
    await use(place);
  },
});

const row = (page: Page, thread: number) => page.locator(`tr[data-grid-row="${thread}"]`);
const radio = (page: Page, thread: number, level: number, name: string) =>
  row(page, thread).locator(`[data-column="${level}"]`).getByRole("radio", { name, exact: true });
const allSaved = (page: Page) => expect(page.locator(".action-bar .save-mark")).toContainText("Saved at");

test.describe("with script", { tag: "@js" }, () => {
  test("twelve threads are answered with at most two keys a statement, and no mouse", async ({
    signedIn: page,
    place,
    checkAccessibility,
  }) => {
    test.slow();
    await expect(page.getByText("0/12 Threads complete")).toBeVisible();
    const score = page.locator(".score-so-far strong");
    await expect(score).toHaveText("–");
    let [keys, statements] = [0, 0];
    // Two levels above the first one to answer: Fully, Fully, Partially.
    for (let thread = 1; thread <= 12; thread += 1)
      for (const key of ["f", "F", "p"]) {
        await page.keyboard.press(key);
        keys += 1;
        statements += 1;
        // The score so far goes with every answer.
        if (keys === 3) await expect(score).toHaveText("4.50");
      }
    await expect(page.getByText("12/12 Threads complete")).toBeVisible();
    await allSaved(page);
    expect(keys / statements).toBeLessThanOrEqual(2);
    for (const { id } of THREADS.slice(0, 12)) expect(await place.stored(id)).toBe("FFFFP");
    // On a dark page the stronger answer is the lighter.
    await page.emulateMedia({ colorScheme: "dark" });
    await radio(page, 12, 5, "Rarely/Never").check();
    const shade = (thread: number, level: number) =>
      row(page, thread)
        .locator(`[data-column="${level}"] .pick:has(:checked)`)
        .evaluate((each) => {
          const canvas = document.createElement("canvas").getContext("2d");
          if (!canvas) return 0;
          canvas.fillStyle = getComputedStyle(each).backgroundColor;
          canvas.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        });
    const [fully, partially, rarely] = [await shade(11, 4), await shade(11, 5), await shade(12, 5)];
    expect([fully > partially, partially > rarely]).toEqual([true, true]);
    await page.emulateMedia({ colorScheme: "light" });
    await checkAccessibility(page, row(page, 1));
  });

  test("ten rows are in sight on a small screen, locked is said once, and the panel stays", async ({ signedIn: page, place: _place }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const inSight = () =>
      page.evaluate(() => {
        const bar = document.querySelector(".action-bar")?.getBoundingClientRect().top ?? 0;
        return [...document.querySelectorAll("tr[data-grid-row]")].filter((each) => each.getBoundingClientRect().bottom <= bar).length;
      });
    expect(await inSight()).toBeGreaterThanOrEqual(10);
    // The legend has the word. Each cell has a mark, and the word for screen readers.
    const locked = row(page, 1).locator('td:has([data-column="5"])').getByText("Locked");
    await expect(locked).toHaveCSS("clip-path", "inset(50%)");
    await expect(page.locator(".grid-legend")).toContainText("Locked");
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole("complementary", { name: "In focus" }).getByRole("heading")).toBeInViewport();
  });

  test("walking never answers, and what is in focus stands beside the grid", async ({ signedIn: page, place }) => {
    const [first, second] = THREADS;
    await radio(page, 1, 3, "Fully").focus();
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "End", "Home"]) await page.keyboard.press(key);
    await expect(radio(page, 1, 1, "Fully")).toBeFocused();
    await expect(page.getByRole("complementary", { name: "In focus" })).toContainText(`${first?.name}`);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("complementary", { name: "In focus" })).toContainText(`${second?.name}`);
    await expect(page.getByRole("complementary", { name: "In focus" })).toContainText("answered for you when level 3 is Fully");
    // A locked level is not answered.
    await page.keyboard.press("1");
    await expect(page.locator(".grid-table input:checked")).toHaveCount(0);
    expect(await place.stored(2)).toBe("NNNNN");
  });

  test("a clearing is told and undone by U, and N leads to the next thread", async ({ signedIn: page, place }) => {
    await page.keyboard.press("1");
    // Holding a key down answers once.
    await page.keyboard.down("f");
    await page.keyboard.down("f");
    await page.keyboard.up("f");
    await expect(radio(page, 1, 5, "Fully")).toBeFocused();
    await page.keyboard.press("Home");
    await page.keyboard.press("p");
    await expect(page.getByText(/The answers to levels 2, 3 and 4 were cleared/)).toBeVisible();
    await allSaved(page);
    expect(await place.stored(1)).toBe("PNNNN");
    await page.keyboard.press("u");
    await expect(radio(page, 1, 4, "Fully")).toBeChecked();
    await expect.poll(() => place.stored(1)).toBe("FFFFN");
    await radio(page, 1, 5, "Fully").focus();
    await page.keyboard.press("n");
    await expect(radio(page, 2, 3, "Fully")).toBeFocused();
  });

  test("the list of keys leads back to the level in focus, and keys that are switched off neither answer nor walk", async ({
    signedIn: page,
    place,
  }) => {
    const list = page.getByRole("region", { name: "Keys" });
    const button = page.getByRole("button", { name: "Keys", exact: true });
    await radio(page, 2, 3, "Fully").focus();
    await button.click();
    await expect(list).toContainText("Fully, Partially, Rarely/Never for the level in focus");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(radio(page, 2, 3, "Fully")).toBeFocused();
    await button.focus();
    await page.keyboard.press("f");
    await expect(radio(page, 2, 4, "Fully")).toBeFocused();
    await button.focus();
    await page.keyboard.press("u");
    await expect(radio(page, 2, 3, "Fully")).not.toBeChecked();
    await button.click();
    const chosen = page.waitForResponse((response) => response.url().endsWith("/choices"));
    await list.getByRole("button", { name: "Switch the keys off" }).click();
    expect((await chosen).status()).toBe(204);
    await page.keyboard.press("Escape");
    for (const key of ["1", "f", "l", "n", "?"]) await page.keyboard.press(key);
    await expect(list).toBeHidden();
    await allSaved(page);
    expect([await place.stored(1), await place.stored(2)]).toEqual(["NNNNN", "NNNNN"]);
  });

  test("what another tab changed meanwhile is shown beside what was typed", async ({ signedIn: page, place, checkAccessibility }) => {
    expectStatus(await place.client.post(`/assessments/${place.id}/lock`), 200);
    expectStatus(await answerThread(place.client, place.id, 3, 1, "NNPNN"), 200);
    await page.keyboard.press("1");
    const notice = page.getByRole("alert").filter({ hasText: "was changed in the meantime" });
    await expect(notice).toBeVisible();
    await checkAccessibility(page, notice);
    // The next row is still saved.
    await radio(page, 2, 3, "Rarely/Never").check();
    await expect.poll(() => place.stored(2)).toBe("NNRNN");
    await page.getByRole("button", { name: "Save mine instead" }).press("Enter");
    await expect.poll(() => place.stored(1)).toBe("FFFNN");
    await expect(page.locator(".action-bar .save-mark")).toBeFocused();
  });

  test("what could not be sent from the grid is sent by the thread's own questions, and the other way round", async ({
    signedIn: page,
    place,
    faults,
  }) => {
    await intercept(page, /\/save$/, (route) => route.abort());
    await page.keyboard.press("1");
    await expect(page.locator(".action-bar .save-mark")).toContainText("Not saved");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(paths.summary(place.id, "P3M3"));
    await expect(page.getByText("This browser keeps work that was not sent")).toBeVisible();
    await page.unroute(/\/save$/);
    await page.goto(paths.questions(place.id, "MC", THREADS[0]?.code ?? ""));
    await expect.poll(() => place.stored(1)).toBe("FFFNN");

    await intercept(page, /\/save$/, (route) => route.abort());
    await page
      .getByRole("region", { name: /^Level 4 / })
      .getByRole("radio", { name: "Fully" })
      .check();
    await expect(page.locator(".action-bar .save-mark")).toContainText("Not saved");
    await page.goto(paths.summary(place.id, "P3M3"));
    await page.unroute(/\/save$/);
    await page.goto(paths.grid(place.id, "MC"));
    await expect.poll(() => place.stored(1)).toBe("FFFFN");
    await expect(page.getByText("This browser keeps work that was not sent")).toHaveCount(0);
    faults.length = 0;
  });

  test("after Retry in a message the focus is with the state of saving, from where the keys go on", async ({ signedIn: page, place }) => {
    await intercept(page, /\/save$/, (route) => route.fulfill({ json: { kind: "signed-out" } }));
    await page.keyboard.press("1");
    await expect(page.getByText("Your session has ended")).toBeVisible();
    await page.locator(".action-bar").getByRole("button", { name: "See why" }).press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Log in again in a new tab" })).toBeFocused();
    await page.unroute(/\/save$/);
    await page.getByRole("main").getByRole("button", { name: "Retry" }).first().press("Enter");
    await allSaved(page);
    await expect(page.getByText("Your session has ended")).toHaveCount(0);
    await expect(page.locator(".action-bar .save-mark")).toBeFocused();
    await page.keyboard.press("1");
    await expect.poll(() => place.stored(1)).toBe("FFFFN");
  });

  test("the row in focus leads to its questions, and these lead back to it", async ({ signedIn: page, place: _place }) => {
    const panel = page.getByRole("complementary", { name: "In focus" });
    await radio(page, 2, 3, "Fully").focus();
    await expect(panel).toContainText("Assurance");
    await panel.getByRole("link", { name: /^Questions of/ }).click();
    await expect(page.getByRole("heading", { level: 2, name: /Assurance/ })).toBeVisible();
    await page.getByRole("navigation", { name: "This assessment" }).getByRole("link", { name: "Grid" }).click();
    await expect(panel).toContainText("Assurance");
  });

  test("a note is written and read in the grid, and saved with it", async ({ signedIn: page, place, faults, checkAccessibility }) => {
    const note = page.getByRole("complementary", { name: "In focus" }).getByLabel("Assessment Notes");
    const stored = async (thread: number) => (await place.client.get(`/P3M3/notes/${place.id}/3/${thread}`)).body.body;
    await radio(page, 2, 3, "Fully").focus();
    await page.keyboard.press("m");
    await expect(note).toBeFocused();
    await page.keyboard.type("flu 123?");
    // Escape leads back to the level at once, and nothing typed is lost.
    await page.keyboard.press("Escape");
    await expect(radio(page, 2, 3, "Fully")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(note).toHaveValue("");
    await expect.poll(() => stored(2)).toBe("flu 123?");
    expect(await place.stored(2)).toBe("NNNNN");
    await page.getByRole("link", { name: "Flagged (0)" }).click();
    await expect(row(page, 2)).toHaveCount(0);
    await page.getByRole("link", { name: "All (12)" }).click();
    await radio(page, 2, 3, "Fully").focus();
    await expect(note).toHaveValue("flu 123?");
    // A note that cannot be sent is kept in the browser.
    await intercept(page, /\/save$/, (route) => route.abort());
    await note.fill("Typed when the line was down");
    await radio(page, 3, 3, "Fully").focus();
    await expect(page.locator(".action-bar .save-mark")).toContainText("Not saved");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(paths.summary(place.id, "P3M3"));
    await page.unroute(/\/save$/);
    await page.goto(paths.grid(place.id, "MC"));
    await expect.poll(() => stored(2)).toBe("Typed when the line was down");
    // Somebody else is faster.
    expectStatus(await place.client.post(`/assessments/${place.id}/lock`), 200);
    expectStatus(await place.client.post("/P3M3/notes", { assessmentId: place.id, body: "By Kim", perspectiveId: 3, threadId: 2 }), 200);
    await radio(page, 2, 3, "Fully").focus();
    await note.fill("By me");
    const notice = page.getByRole("alert").filter({ hasText: "was changed in the meantime" });
    await expect(notice).toContainText("By Kim");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Save mine instead" }).click();
    await expect.poll(() => stored(2)).toBe("By me");
    faults.length = 0;
  });

  test("L flags a row, U takes the flag back, and a filter shows the rows that it named when it was chosen", async ({
    signedIn: page,
    place,
    checkAccessibility,
  }) => {
    const isFlagged = async (thread: number) =>
      (await place.client.get(`/P3M3/assessments/${place.id}/questions?p=3&t=${thread}`)).body[0].flagged;
    await radio(page, 2, 3, "Fully").focus();
    await page.keyboard.press("l");
    await expect(row(page, 2)).toContainText("Flagged");
    await page.keyboard.press("u");
    await expect(row(page, 2)).not.toContainText("Flagged");
    await expect(radio(page, 2, 3, "Fully")).toBeFocused();
    await page.keyboard.press("l");
    await expect(row(page, 2)).toContainText("Flagged");
    await expect(page.getByRole("button", { name: "Flagged – take it off" })).toBeVisible();
    await expect.poll(() => isFlagged(2)).toBe(true);
    await page.getByRole("link", { name: "Flagged (1)" }).click();
    await expect(page).toHaveURL(/\?show=flagged$/);
    await expect(page.locator("tr[data-grid-row]")).toHaveCount(1);
    await expect(page.getByRole("complementary", { name: "In focus" })).toContainText(`${THREADS[1]?.name}`);
    await checkAccessibility(page);
    await radio(page, 2, 3, "Fully").focus();
    await page.keyboard.press("l");
    await expect(page.getByRole("link", { name: "Flagged (0)" })).toBeVisible();
    await expect.poll(() => isFlagged(2)).toBe(false);
    // Nothing moves under the hand that is at it.
    await expect(row(page, 2)).not.toContainText("Flagged");
    await page.keyboard.press("1");
    await expect.poll(() => place.stored(2)).toBe("FFFNN");
    await page.getByRole("link", { name: "To do (12)" }).click();
    await expect(page.locator("tr[data-grid-row]")).toHaveCount(12);
    await expect(page.getByText("12 of 12 threads shown.")).toBeVisible();
  });

  test("a click answers and shows what it answered, also where it leaves the focus alone", async ({ signedIn: page, place }) => {
    await page.evaluate(() => {
      // As Safari does.
      document.addEventListener("mousedown", (event) => event.preventDefault());
    });
    await row(page, 4).locator('[data-column="3"] label').nth(1).click();
    await expect(page.getByRole("complementary", { name: "In focus" })).toContainText(`${THREADS[3]?.name}`);
    await expect.poll(() => place.stored(4)).toBe("NNPNN");
  });

  test("practices are answered criterion by criterion", async ({ signedIn: page, place, checkAccessibility }) => {
    const practices = [1, 2, 3].map((id) => ({ id, selectionMode: 1 as const }));
    const id = await createItil(place.client, place.organization, { selectedScope: "Capability", practices });
    expectStatus(await place.client.delete(`/assessments/${id}/lock`), 204);
    await page.goto(paths.practiceGrid(id, "general"));
    await expect(page.locator(".action-bar .save-mark")).toBeVisible();
    await checkAccessibility(page);
    const first = row(page, 1);
    const criteria = await first.locator('[data-column="2"]').count();
    // ITIL has no Partially.
    for (let count = 0; count < criteria; count += 1) for (const key of ["p", "f"]) await page.keyboard.press(key);
    await expect(first.locator('[data-column="2"] input:checked')).toHaveCount(criteria);
    await page.keyboard.press("r");
    await allSaved(page);
    await page.reload();
    await expect(first.locator('[data-column="2"] input:checked')).toHaveCount(criteria);
    await expect(first.locator('[data-column="3"] input:checked')).toHaveCount(1);
  });
});

test.describe("on a phone", { tag: "@js" }, () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the grid is a list that folds", async ({ signedIn: page, place, checkAccessibility }) => {
    await expect(radio(page, 1, 3, "Fully")).toBeVisible();
    await expect(radio(page, 2, 3, "Fully")).toBeHidden();
    await row(page, 2)
      .getByRole("button", { name: /^Levels of/ })
      .click();
    await radio(page, 2, 3, "Fully").check();
    await expect.poll(() => place.stored(2)).toBe("FFFNN");
    await radio(page, 2, 4, "Partially").check();
    await expect(row(page, 2)).toContainText("To reach this level:");
    await row(page, 2)
      .getByText(/^Diagnostics/)
      .nth(3)
      .click();
    await row(page, 2).getByRole("radio", { name: "Positive" }).first().check();
    await row(page, 2).getByLabel("Assessment Notes").fill("Seen on the way");
    await row(page, 2).getByRole("button", { name: "Flag for later" }).click();
    await expect(row(page, 2)).toContainText("Flagged");
    await allSaved(page);
    const { body } = await place.client.get(`/P3M3/assessments/${place.id}/questions?p=3&t=2`);
    expect(body.flatMap(({ diagnostics }: { diagnostics: { isPositive: boolean | null }[] }) => diagnostics)).toContainEqual(
      expect.objectContaining({ isPositive: true }),
    );
    await expect.poll(async () => (await place.client.get(`/P3M3/notes/${place.id}/3/2`)).body.body).toBe("Seen on the way");
    await checkAccessibility(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  test("the current one of many perspectives is in view", async ({ signedIn: page, place }) => {
    const id = await createP3M3(place.client, place.organization, { selectedLevel: 3 });
    expectStatus(await place.client.delete(`/assessments/${id}/lock`), 204);
    await page.goto(paths.grid(id, "SM"));
    await expect(page.locator(".action-bar .save-mark")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Perspectives" }).locator('[aria-current="page"]')).toBeInViewport({ ratio: 0.9 });
  });
});

base("without script a group of practices is one form", { tag: "@no-js" }, async ({ app, user, signedIn: page, signInAs }) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const practices = [1, 2, 3].map((id) => ({ id, selectionMode: 1 as const }));
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Capability", practices });
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  await page.goto(paths.practiceGrid(id, "general"));
  await expect(page.getByRole("button")).toHaveCount(2);
  const criteria = (practice: number) => row(page, practice).locator('[data-column="2"]');
  for (const practice of [1, 2])
    for (const group of await criteria(practice).all()) await group.getByRole("radio", { name: "Fully" }).check({ force: true });
  await row(page, 3).getByLabel("Flag").check();
  await page.getByRole("button", { name: "Save answers" }).click();
  await expect(page.getByText("Your answers and flags are saved.")).toBeVisible();
  await expect(row(page, 1).locator('[data-column="3"] input:enabled').first()).toBeAttached();
  await expect(row(page, 3)).toContainText("Flagged");
  await page.getByRole("link", { name: "Flagged (1)" }).click();
  await expect(page.locator("tr[data-grid-row]")).toHaveCount(1);
  // Somebody else is faster, and what was chosen is still there.
  await criteria(3).first().getByRole("radio", { name: "Fully" }).check({ force: true });
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const kim = await signInAs();
  await kim.goto(paths.practiceGrid(id, "general"));
  await row(kim, 3).locator("[data-item]").first().getByRole("radio", { name: "Rarely/Never" }).check({ force: true });
  await kim.getByRole("button", { name: "Save answers" }).click();
  await expect(kim.getByText("Your answers are saved.")).toBeVisible();
  await page.getByRole("button", { name: "Save answers" }).click();
  await expect(page.getByText(/was changed in the meantime/)).toBeVisible();
  await expect(criteria(3).first().getByRole("radio", { name: "Fully" })).toBeChecked();
  await kim.getByRole("link", { name: "Home" }).click();
  await expect(kim.getByRole("heading", { level: 1 })).not.toHaveText("Service review");
  await page.getByRole("button", { name: "Save mine instead" }).click();
  await expect(criteria(3).first().getByRole("radio", { name: "Fully" })).toBeChecked();
});

/** Answering P3M3 with script: the rule applied at once, saving in the background, keys, and nothing lost when the line is down. */
import type { Page } from "@playwright/test";
import { paths } from "../../app/views/paths.ts";
import { answerThread, completeP3M3, expectStatus } from "../contract/scenario.ts";
import { expect, intercept } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";
import { THREE_THREADS, test } from "../support/test-assessment.ts";

const level = (page: Page, number: number) => page.getByRole("region", { name: new RegExp(`^Level ${number} `) });
const radio = (page: Page, number: number, name: string) => level(page, number).getByRole("radio", { name, exact: true });
const saving = (page: Page) => page.locator(".action-bar .save-mark");
const allSaved = (page: Page) => expect(saving(page)).toContainText("Saved at");
/** Only then do keys answer, and buttons work without loading the page again. */
const isLive = (page: Page) => expect(saving(page)).toBeVisible();
/** Remix tells the console when it could not look ahead. */
const forgetDownLine = (faults: string[]) =>
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.startsWith("console: Failed to fetch manifest patches")));
/** Whether the next dialog is modal from the moment it is in the page, and hears Escape. */
const modalAtOnce = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const dialog = document.querySelector("dialog");
          if (!dialog) return;
          observer.disconnect();
          resolve(dialog.matches(":modal"));
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
const SAVE = /\/questions\/BM\/AM\/save$/i;

test.describe("with script", { tag: "@js" }, () => {
  test.beforeEach(({ signedIn: page, place: _place }) => isLive(page));

  test("what was saved elsewhere meanwhile is in the progress on the way back", async ({ signedIn: page, place }) => {
    const progress = page.getByRole("navigation", { name: "Progress" });
    const open = async (name: RegExp) => {
      await progress.getByRole("link", { name }).first().click();
      await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
      await isLive(page);
    };
    await radio(page, 3, "Rarely/Never").check();
    await allSaved(page);
    await open(/^Assurance/);
    expectStatus(await answerThread(place.client, place.id, 1, 2, "FFFPN"), 200);
    await open(/^Asset management/);
    await expect(progress).toContainText("1 of 6 threads complete");
  });

  test("a click anywhere in a link of the progress leads there without loading a page", async ({ signedIn: page }) => {
    const link = page.getByRole("navigation", { name: "Progress" }).getByRole("link", { name: /^Assurance/ });
    const loads: string[] = [];
    page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
    const icon = await link.first().locator("svg").boundingBox();
    await page.mouse.click((icon?.x ?? 0) + 5, (icon?.y ?? 0) + 5);
    await expect(page.getByRole("heading", { level: 2, name: /^Assurance/ })).toBeVisible();
    await expect(link.first()).toHaveAttribute("aria-current", "page");
    expect(loads).toEqual([]);
  });

  test("the rule is applied at once, said beside each level, saved, and taken back by Undo", async ({
    signedIn: page,
    place,
    checkAccessibility,
  }) => {
    await expect(page).toHaveTitle("Benefits management – AM | Maturity Assessment Tool");
    await expect(page.getByRole("heading", { level: 1, name: "Spring review" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Progress" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "All saved" }).first()).toBeVisible();
    // As a screen reader tells it.
    await expect(level(page, 3)).toMatchAriaSnapshot(`
      - region /Level 3/:
        - heading /Level 3 Defined/ [level=3]
        - paragraph
        - group "Level 3 answer":
          - radio "Fully"
          - text: Fully
          - radio "Partially"
          - text: Partially
          - radio "Rarely/Never"
          - text: Rarely/Never
        - group
    `);
    await expect(level(page, 3)).toContainText("Required");
    for (const number of [1, 2, 4, 5]) await expect(radio(page, number, "Fully")).toBeDisabled();

    await radio(page, 3, "Fully").check();
    await expect(radio(page, 1, "Fully")).toBeChecked();
    await expect(level(page, 2)).toContainText("level 3");
    await expect(level(page, 4)).toContainText("Required");
    await radio(page, 4, "Fully").check();
    await radio(page, 5, "Partially").check();
    await allSaved(page);
    expect(await place.stored()).toBe("FFFFP");
    await expect(page.getByRole("navigation", { name: "Progress" })).toContainText("1 of 6 threads complete");

    await radio(page, 2, "Rarely/Never").check();
    await expect(page.getByText("The answers to levels 1, 3, 4 and 5 were cleared.")).toBeVisible();
    await expect(level(page, 4)).toContainText("Cleared because level 2 is no longer Fully");
    await checkAccessibility(page);
    await allSaved(page);
    expect(await place.stored()).toBe("NRNNN");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(radio(page, 5, "Partially")).toBeChecked();
    await expect.poll(place.stored).toBe("FFFFP");

    await page.getByRole("button", { name: "Clear this thread's answers" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await checkAccessibility(page, dialog);
    await dialog.getByRole("button", { name: "Clear answers" }).click();
    await expect.poll(place.stored).toBe("NNNNN");
    await expect(level(page, 3)).toContainText("Required");
  });

  test("a note that is typed just before the thread is descoped is saved first, and nothing is said to be lost", async ({
    signedIn: page,
    place,
  }) => {
    // The clock stands still, so that the note does not save itself.
    await page.clock.install();
    await page.reload();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel("Assessment Notes").fill("Why we leave it out");
    await page.getByLabel("Descope this thread").click();
    await page.getByRole("dialog").getByRole("button", { name: "Descope Thread" }).click();
    await expect(page.getByText("This thread is descoped")).toBeVisible();
    await expect(page.getByText("Why we leave it out")).toBeVisible();
    await expect(page.getByText("not saved")).toHaveCount(0);
    expect((await place.client.get(`/P3M3/notes/${place.id}/1/1`)).body.body).toBe("Why we leave it out");
  });

  test("a thread is not descoped while its note cannot be saved, and the page says so", async ({ signedIn: page, place, faults }) => {
    await intercept(page, SAVE, (route) => route.abort());
    await page.getByLabel("Assessment Notes").fill("Why we leave it out");
    await page.getByLabel("Descope this thread").click();
    await page.getByRole("dialog").getByRole("button", { name: "Descope Thread" }).click();
    const dialog = page.getByRole("dialog", { name: "Sorry, something went wrong..." });
    await expect(dialog).toContainText("The thread was not descoped");
    await dialog.getByRole("link", { name: "Continue" }).click();
    await expect(page.getByLabel("Assessment Notes")).toHaveValue("Why we leave it out");
    await expect(page.getByText("This thread is descoped")).toHaveCount(0);
    await page.unroute(SAVE);
    await page.getByRole("button", { name: "Retry" }).first().click();
    await expect.poll(async () => (await place.client.get(`/P3M3/notes/${place.id}/1/1`)).body.body).toBe("Why we leave it out");
    faults.length = 0;
  });

  test("the keys answer from the first moment, move between levels, lead to the note and on", async ({ signedIn: page, place }) => {
    const scrolled = () => page.evaluate(() => window.scrollY);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    await page.keyboard.press("ArrowDown");
    await expect.poll(scrolled).toBeGreaterThan(0);
    await page.keyboard.press("f");
    await expect(radio(page, 3, "Fully")).toBeChecked();
    await expect(radio(page, 4, "Fully")).toBeFocused();
    await page.keyboard.press("r");
    await expect(radio(page, 4, "Rarely/Never")).toBeFocused();
    await page.keyboard.press("u");
    await expect(radio(page, 4, "Rarely/Never")).not.toBeChecked();
    await expect(radio(page, 4, "Fully")).toBeFocused();
    // Undo takes back the last of two changes, and no more.
    await page.keyboard.press("p");
    await expect(radio(page, 4, "Partially")).toBeChecked();
    await page.keyboard.press("l");
    await expect(page.getByRole("button", { name: "Flagged – take it off" })).toBeVisible();
    for (const _ of [1, 2]) await page.keyboard.press("u");
    await expect(page.getByRole("button", { name: "Flag for later" })).toBeVisible();
    await expect(radio(page, 4, "Partially")).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(radio(page, 3, "Fully")).toBeFocused();
    await allSaved(page);
    expect(await place.stored()).toBe("FFFPN");
    await page.keyboard.press("m");
    await expect(page.getByLabel("Assessment Notes")).toBeFocused();
    await page.keyboard.type("n 123 m? flu");
    await expect(page.getByLabel("Assessment Notes")).toHaveValue("n 123 m? flu");
    // Escape leads back to the level.
    await page.keyboard.press("Escape");
    await expect(radio(page, 3, "Fully")).toBeFocused();
    await page.keyboard.press("n");
    await expect(page).toHaveURL(/\/questions\/BM\/AS$/i);
    expect((await place.client.get(`/P3M3/notes/${place.id}/1/1`)).body.body).toBe("n 123 m? flu");
    await expect(page.getByRole("heading", { level: 2, name: /^Assurance/ })).toBeFocused();
    await page.keyboard.press("3");
    await expect(radio(page, 3, "Rarely/Never")).toBeChecked();
  });

  test("what an answer opens and answers besides is announced once, and so is a failure, at once", async ({ signedIn: page, faults }) => {
    const announcement = (words: string) => page.getByRole("status").filter({ hasText: words });
    await page.keyboard.press("f");
    await expect(announcement("Levels 1 and 2 are Fully too. Level 4 is open.")).toHaveCount(1);
    await expect(announcement("Saved at")).toHaveCount(1);
    await intercept(page, SAVE, (route) => route.abort());
    await page.keyboard.press("r");
    const alert = page.getByRole("alert").filter({ hasText: "Not saved" });
    await expect(alert).toHaveCount(1);
    // It is tried again, and stays what it is: nothing new is announced.
    await alert.evaluate((element) => {
      const { dataset } = document.documentElement;
      dataset.changes = "0";
      new MutationObserver((changes) => {
        dataset.changes = String(Number(dataset.changes) + changes.length);
      }).observe(element, { subtree: true, childList: true, characterData: true });
    });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("Saving…")).toHaveCount(0);
    await expect(alert).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.dataset.changes)).toBe("0");
    await page.unroute(SAVE);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(announcement("Saved at")).toHaveCount(1);
    await expect(page.getByRole("alert").filter({ hasText: "Not saved" })).toHaveCount(0);
    faults.length = 0;
  });

  test("a second link skips to the first statement", async ({ signedIn: page }) => {
    for (const name of ["Skip to the content", "Skip to the first statement"]) {
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name })).toBeFocused();
    }
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(level(page, 1).locator(":focus")).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1, name: /^Spring review Benefits management/ })).toBeVisible();
  });

  test.describe("the arrows", () => {
    /** What the browser keeps of the answers, in case they are not stored. */
    const kept = (page: Page) =>
      page.evaluate(() =>
        Object.entries(localStorage).flatMap(([key, value]) =>
          key.startsWith("unsent") && key.endsWith(" answers") ? JSON.parse(value).value : [],
        ),
      );

    test.beforeEach(async ({ signedIn: page }) => {
      await page.clock.install();
      await page.reload();
      await isLive(page);
      await radio(page, 3, "Fully").focus();
      // Nothing happens by the clock from here on.
      await page.clock.pauseAt(Date.now() + 60_000);
    });

    test("choose the answer before or after, kept as unsent at once and stored after 700 ms", async ({ signedIn: page, place }) => {
      await page.keyboard.press("ArrowRight");
      await expect(radio(page, 3, "Fully")).toBeChecked();
      await expect(radio(page, 3, "Fully")).toBeFocused();
      expect([await kept(page), await place.stored()]).toEqual([["FFFNN"], "NNNNN"]);
      for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
      await expect(radio(page, 3, "Rarely/Never")).toBeChecked();
      await expect(radio(page, 3, "Rarely/Never")).toBeFocused();
      await page.keyboard.press("ArrowLeft");
      await expect(radio(page, 3, "Partially")).toBeFocused();
      // What was only passed has answered no other level.
      expect([await kept(page), await place.stored()]).toEqual([["NNPNN"], "NNNNN"]);
      await page.clock.runFor(700);
      await allSaved(page);
      expect([await kept(page), await place.stored()]).toEqual([[], "NNPNN"]);
      // All of it is one change.
      await page.keyboard.press("u");
      await expect(radio(page, 3, "Partially")).not.toBeChecked();
      await expect.poll(() => place.stored()).toBe("NNNNN");
    });

    test("back at the answer from which they began, nothing is left to store", async ({ signedIn: page, place }) => {
      await page.keyboard.press("p");
      await allSaved(page);
      await radio(page, 3, "Partially").focus();
      await page.keyboard.press("ArrowLeft");
      await expect(radio(page, 3, "Fully")).toBeFocused();
      expect(await kept(page)).toEqual(["FFFNN"]);
      await page.keyboard.press("ArrowRight");
      await expect(radio(page, 3, "Partially")).toBeFocused();
      expect([await kept(page), await place.stored()]).toEqual([[], "NNPNN"]);
    });

    for (const [what, leave] of Object.entries({
      "moving to another level": async (page) => page.keyboard.press("ArrowUp"),
      Tab: async (page) => page.keyboard.press("Tab"),
      Enter: async (page) => page.keyboard.press("Enter"),
      N: async (page) => page.keyboard.press("n"),
      "leading to the note": async (page) => page.keyboard.press("m"),
      "following the link Home": async (page) => page.getByRole("link", { name: "Home", exact: true }).press("Enter"),
      "leaving for another site": async (page) => void (await page.goto("about:blank")),
      "closing the page": async (page) => page.close(),
    } satisfies Record<string, (page: Page) => Promise<void>>))
      test(`store what they chose at once: ${what}`, async ({ signedIn: page, place, context }) => {
        // So that closing the page leaves the browser open.
        await context.newPage();
        for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
        await expect(radio(page, 3, "Partially")).toBeFocused();
        expect(await place.stored()).toBe("NNNNN");
        await leave(page);
        await expect.poll(() => place.stored()).toBe("NNPNN");
      });

    test("do what the browser does with the keys switched off", async ({ signedIn: page, place }) => {
      await page.getByRole("button", { name: "Keys", exact: true }).click();
      await page.getByRole("button", { name: "Switch the keys off" }).click();
      await page.keyboard.press("Escape");
      await radio(page, 3, "Fully").focus();
      await page.keyboard.press("ArrowDown");
      await expect(radio(page, 3, "Partially")).toBeChecked();
      await expect.poll(() => place.stored()).toBe("NNPNN");
    });
  });

  test("the keys rest with Ctrl, over a dialog, in diagnostics and while held down", async ({ signedIn: page, place }) => {
    for (const key of ["Control+1", "Alt+1", "Alt+f"]) await page.keyboard.press(key);
    const isModal = modalAtOnce(page);
    await page.getByLabel("Descope this thread").click();
    await expect(page.getByRole("dialog", { name: "Are you sure?" })).toBeVisible();
    expect(await isModal).toBe(true);
    for (const key of ["1", "f", "l"]) await page.keyboard.press(key);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await level(page, 3).getByText("Diagnostics").click();
    await level(page, 3).getByRole("radio", { name: "Positive" }).first().focus();
    for (const key of ["1", "f"]) await page.keyboard.press(key);
    await expect(radio(page, 3, "Fully")).not.toBeChecked();
    await page.getByRole("heading", { level: 2, name: /^Asset management/ }).focus();
    await page.keyboard.down("1");
    await page.keyboard.down("1");
    await page.keyboard.down("1");
    await page.keyboard.up("1");
    await allSaved(page);
    expect(await place.stored()).toBe("FFFNN");
  });

  test("the keys rest between two threads, so that an early key answers neither", async ({ signedIn: page, place }) => {
    let arrive = () => {};
    const isHeld = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await intercept(page, /\/questions\/BM\/AS\b/i, async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.keyboard.press("1");
    await page.keyboard.press("2");
    await allSaved(page);
    expect(await place.stored()).toBe("FFFPN");
    await page.keyboard.press("n");
    await page.keyboard.press("1");
    arrive();
    await expect(page).toHaveURL(/\/questions\/BM\/AS$/i);
    await expect(page.getByRole("heading", { level: 2, name: /^Assurance/ })).toBeFocused();
    await expect(radio(page, 3, "Fully")).not.toBeChecked();
    await expect(page.getByText("All saved").first()).toBeAttached();
    expect(await place.stored()).toBe("FFFPN");
  });

  test("? lists the keys, Escape closes the list, and there they are switched off for good", async ({
    signedIn: page,
    place,
    checkAccessibility,
  }) => {
    const list = page.getByRole("region", { name: "Keys" });
    await radio(page, 3, "Fully").focus();
    await page.keyboard.press("?");
    await expect(list).toContainText("Fully, Partially, Rarely/Never for the level in focus");
    await expect(list.getByRole("heading")).toBeFocused();
    await checkAccessibility(page, list);
    await page.keyboard.press("1");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(radio(page, 3, "Fully")).toBeFocused();
    await expect(radio(page, 3, "Fully")).not.toBeChecked();

    await page.getByLabel("Assessment Notes").fill("Typed before");
    await page.getByRole("button", { name: "Keys", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(list.getByRole("button", { name: "Switch the keys off" })).toBeFocused();
    const chosen = page.waitForResponse((response) => response.url().endsWith("/choices"));
    await page.keyboard.press("Enter");
    await expect(list).toContainText("The keys are off in this browser.");
    expect((await chosen).status()).toBe(204);
    await page.keyboard.press("Escape");
    await page.keyboard.press("1");
    await page.keyboard.press("?");
    await expect(list).toBeHidden();
    await page.getByRole("button", { name: "Next thread" }).click();
    await expect(page).toHaveURL(/\/questions\/BM\/AS$/i);
    await page.keyboard.press("1");
    await page.reload();
    await isLive(page);
    await page.keyboard.press("1");
    await page.getByRole("button", { name: "Keys", exact: true }).click();
    await expect(list).toContainText("The keys are off in this browser.");
    await expect(radio(page, 3, "Fully")).not.toBeChecked();
    expect([await place.stored(), (await place.client.get(`/P3M3/notes/${place.id}/1/1`)).body.body]).toEqual(["NNNNN", "Typed before"]);
  });

  test("closing the list of keys leads back to the level that had the focus, else to the one asked next", async ({
    signedIn: page,
    place,
  }) => {
    const list = page.getByRole("region", { name: "Keys" });
    const button = page.getByRole("button", { name: "Keys", exact: true });
    // Nothing had the focus yet.
    await button.click();
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(radio(page, 3, "Fully")).toBeFocused();
    await page.keyboard.press("f");
    await expect(radio(page, 4, "Fully")).toBeFocused();
    await page.keyboard.press("p");
    await radio(page, 3, "Fully").focus();
    for (const close of [() => page.keyboard.press("Escape"), () => list.getByRole("button", { name: "Close" }).click()]) {
      await button.click();
      await close();
      await expect(list).toBeHidden();
      await expect(radio(page, 3, "Fully")).toBeFocused();
    }
    await page.keyboard.press("ArrowDown");
    await expect(radio(page, 4, "Partially")).toBeFocused();
    // A click elsewhere moves the focus there.
    await button.click();
    const howToRate = page.locator("summary", { hasText: "How to rate" });
    await howToRate.click();
    await expect(list).toBeHidden();
    await expect(howToRate).toBeFocused();
    await allSaved(page);
    expect(await place.stored()).toBe("FFFPN");
  });

  test("every key of the list acts while the focus is on the button that opens it", async ({ signedIn: page, place }) => {
    const button = page.getByRole("button", { name: "Keys", exact: true });
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await expect(radio(page, 3, "Fully")).toBeFocused();
    await page.keyboard.press("f");
    await expect(radio(page, 4, "Fully")).toBeFocused();
    await page.keyboard.press("p");
    await allSaved(page);
    expect(await place.stored()).toBe("FFFPN");
    // Everything is answered, so no level is asked next: an arrow begins at the first.
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await expect(radio(page, 1, "Fully")).toBeFocused();
    await button.focus();
    await page.keyboard.press("u");
    await expect(radio(page, 4, "Partially")).not.toBeChecked();
    await button.focus();
    await page.keyboard.press("n");
    await expect(page).toHaveURL(/\/questions\/BM\/AS$/i);
  });

  test("after the first thread the keys are told in the page, until one is used", async ({ signedIn: page, place, checkAccessibility }) => {
    const hint = page.getByText("Quicker by keyboard");
    await expect(hint).toHaveCount(0);
    expectStatus(await answerThread(place.client, place.id, 1, 2, "FFPNN"), 200);
    await page.reload();
    await isLive(page);
    await expect(hint).toBeVisible();
    await checkAccessibility(page);
    const chosen = page.waitForResponse((response) => response.url().endsWith("/choices"));
    await page.keyboard.press("1");
    await expect(hint).toHaveCount(0);
    await chosen;
    await page.goto(paths.questions(place.id, "BM", "OR"));
    await expect(hint).toHaveCount(0);
  });

  test("all diagnostics are opened at once, also on the next thread", async ({ signedIn: page, place, checkAccessibility }) => {
    const marks = page.getByRole("radio", { name: "Positive" });
    await expect(marks.first()).toBeHidden();
    const chosen = page.waitForResponse((response) => response.url().endsWith("/choices"));
    await page.getByRole("button", { name: "Open all diagnostics" }).click();
    await expect(marks.last()).toBeVisible();
    await checkAccessibility(page);
    await chosen;
    await page.goto(paths.questions(place.id, "BM", "AS"));
    await expect(marks.last()).toBeVisible();
    await page.getByRole("button", { name: "Fold the diagnostics again" }).click();
    await expect(marks.first()).toBeHidden();
  });

  test("after six tries in vain nothing is sent again; the page says what to do, and keeps what was entered", async ({
    signedIn: page,
    place,
    checkAccessibility,
  }) => {
    const note = page.getByLabel("Assessment Notes");
    await page.clock.install();
    await page.reload();
    await expect(saving(page)).toBeVisible();
    const keys: (string | null)[] = [];
    await intercept(page, SAVE, (route) => {
      keys.push(new URLSearchParams(route.request().postData() ?? "").get("key"));
      return route.fulfill({ status: 502, json: { kind: "failed" } });
    });
    await note.fill("Typed in vain");
    const stopped = page.getByRole("alert").filter({ hasText: "Saving has stopped" });
    for (let tries = 1; tries <= 6; tries += 1) {
      await expect.poll(() => keys.length).toBe(tries);
      await expect(page.getByText("Notes: Not saved")).toBeVisible();
      await expect(stopped).toHaveCount(tries < 6 ? 0 : 1);
      await page.clock.runFor(30_000);
    }
    await page.clock.runFor(600_000);
    expect([keys.length, new Set(keys).size]).toEqual([6, 1]);
    await expect(stopped).toContainText("What you entered is still on this page and kept in this browser.");
    await expect(saving(page)).toContainText("Not saved");
    await expect(saving(page)).not.toContainText("All saved");
    await expect(note).toHaveValue("Typed in vain");
    await checkAccessibility(page);
    await page.unroute(SAVE);
    await stopped.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText(/^Notes: Saved at/)).toBeVisible();
    await expect(stopped).toHaveCount(0);
    expect((await place.client.get(`/P3M3/notes/${place.id}/1/1`)).body.body).toBe("Typed in vain");
  });

  test("leaving the browser's page with something unsent warns", async ({ signedIn: page, place }) => {
    await intercept(page, SAVE, (route) => route.abort("connectionrefused"));
    await radio(page, 3, "Fully").check();
    await expect(saving(page)).toContainText("Not saved");
    const warned = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await warned;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await page.unroute(SAVE);
    await saving(page).getByRole("button", { name: "Retry" }).click();
    await allSaved(page);
    expect(await place.stored()).toBe("FFFNN");
  });

  test("a note is saved 700 ms after the last keystroke", async ({ signedIn: page, place }) => {
    await page.clock.install();
    await page.goto(paths.questions(place.id, "BM", "AM"));
    await page.clock.pauseAt(Date.now() + 60_000);
    const saves: string[] = [];
    page.on(
      "request",
      (request) => SAVE.test(request.url()) && saves.push(new URLSearchParams(request.postData() ?? "").get("note") ?? ""),
    );
    const note = page.getByLabel("Assessment Notes");
    await expect(page.getByText("Notes: All saved")).toBeVisible();
    await note.pressSequentially("One");
    await page.clock.runFor(600);
    await note.pressSequentially(" two");
    await page.clock.runFor(699);
    expect(saves).toEqual([]);
    await page.clock.runFor(1);
    await expect(page.getByText(/^Notes: Saved at/)).toBeVisible();
    expect(saves).toEqual(["One two"]);
  });

  test("diagnostics are marked one by one", async ({ signedIn: page, place }) => {
    await level(page, 3).getByText("Diagnostics").click();
    const first = level(page, 3)
      .getByRole("group", { name: /^Level 3: / })
      .first();
    const takeBack = first.getByRole("radio", { name: "Take the mark back" });
    await expect(first.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(takeBack).toHaveCount(0);
    await first.getByRole("radio", { name: "Positive" }).check();
    await allSaved(page);
    await expect(level(page, 3)).toContainText("1 of 3 marked");
    await page.reload();
    await expect(first.getByRole("radio", { name: "Positive" })).toBeChecked();
    await takeBack.click();
    await allSaved(page);
    await expect(takeBack).toHaveCount(0);
    await expect(first.getByRole("radio", { name: "Positive" })).toBeFocused();
    const { body } = await place.client.get(`/P3M3/assessments/${place.id}/questions?p=1&t=1`);
    expect(
      body.flatMap(({ diagnostics }: { diagnostics: { isPositive: boolean | null }[] }) => diagnostics.map((each) => each.isPositive)),
    ).not.toContain(true);
  });

  test("a colleague who took the lock in the middle is named, and what was entered is saved when they are done", async ({
    app,
    signedIn: page,
    place,
    user,
    checkAccessibility,
  }) => {
    await radio(page, 3, "Fully").check();
    await allSaved(page);
    const other = { name: "Sam", team: user.team };
    const colleague = await apiClient(app.databaseUrl, `sam.${user.email}`, other);
    expectStatus(await place.client.delete(`/assessments/${place.id}/lock`), 204);
    expectStatus(await colleague.post(`/assessments/${place.id}/lock`), 200);
    await radio(page, 4, "Partially").check();
    await expect(page.getByText(`sam.${user.email} is editing this assessment now`)).toBeVisible();
    await expect(radio(page, 4, "Partially")).toBeChecked();
    // The page asks now and then who holds the lock, and becomes the view while it is the colleague.
    expectStatus(await colleague.delete(`/assessments/${place.id}/lock`), 204);
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Retry" }).first().click();
    await allSaved(page);
    expect(await place.stored()).toBe("FFFPN");
  });
});

/** Answers are saved alike, whichever store they are kept in. */
for (const [store, isRating] of [
  ["the assessment", false],
  ["a second rating", true],
] as const)
  test.describe(`in ${store}`, { tag: "@js" }, () => {
    test.use({ begins: { scope: THREE_THREADS, open: (id) => paths.questions(id, "BM", "AM"), isRating } });
    test.beforeEach(({ signedIn: page, place: _place }) => isLive(page));

    test("of quick changes the newest wins, although the first is slow", async ({ signedIn: page, place }) => {
      let letFirstGo = () => {};
      const firstMayGo = new Promise<void>((resolve) => {
        letFirstGo = resolve;
      });
      const sent: string[] = [];
      await intercept(page, SAVE, async (route) => {
        sent.push(new URLSearchParams(route.request().postData() ?? "").get("target") ?? "");
        await firstMayGo;
        await route.continue();
      });
      await radio(page, 3, "Fully").check();
      await radio(page, 4, "Partially").check();
      await radio(page, 3, "Rarely/Never").check();
      await expect(saving(page)).toContainText("Saving…");
      letFirstGo();
      await allSaved(page);
      // The second was sent after the first had come back. The answer between them was never sent.
      expect(sent).toEqual(["FFFNN", "NNRNN"]);
      expect(await place.stored()).toBe("NNRNN");
      await expect(radio(page, 3, "Rarely/Never")).toBeChecked();
    });

    test("what is answered while the line is down is kept over a restart of the page, and sent when it is back", async ({
      signedIn: page,
      context,
      place,
      faults,
    }) => {
      await context.setOffline(true);
      await radio(page, 3, "Fully").check();
      await page.getByLabel("Assessment Notes").fill("Seen in the board papers");
      await expect(saving(page)).toContainText("Not saved");
      await expect(saving(page).getByRole("button", { name: "Retry" })).toBeVisible();
      await radio(page, 4, "Rarely/Never").check();
      expect(await place.stored()).toBe("NNNNN");

      await page.getByRole("button", { name: "Save and Exit" }).click();
      const dialog = page.getByRole("dialog", { name: "Some of your work is not saved" });
      await dialog.getByRole("button", { name: "Stay on this page" }).click();
      await expect(radio(page, 4, "Rarely/Never")).toBeChecked();

      // The browser goes down with the line: what it kept is sent by the next page.
      await intercept(page, SAVE, (route) => route.abort("connectionrefused"));
      await context.setOffline(false);
      await page.goto("about:blank");
      await page.unroute(SAVE);
      await page.goto(place.address);
      await expect(radio(page, 4, "Rarely/Never")).toBeChecked();
      await allSaved(page);
      expect(await place.stored()).toBe("FFFRN");
      forgetDownLine(faults);
      await expect.poll(() => place.note()).toBe("Seen in the board papers");
    });

    test("it is sent by itself when the line is back", async ({ signedIn: page, context, place, faults }) => {
      await page.waitForLoadState("networkidle");
      await context.setOffline(true);
      await radio(page, 3, "Fully").check();
      await expect(saving(page)).toContainText("Not saved");
      await context.setOffline(false);
      await allSaved(page);
      expect(await place.stored()).toBe("FFFNN");
      forgetDownLine(faults);
    });

    test("whoever wanted to leave leaves when the line is back", async ({ signedIn: page, context, place, faults }) => {
      await page.waitForLoadState("networkidle");
      await context.setOffline(true);
      await radio(page, 3, "Fully").check();
      await page.getByRole("button", { name: "Save and Exit" }).click();
      const dialog = page.getByRole("dialog", { name: "Some of your work is not saved" });
      await expect(dialog).toBeVisible();
      await context.setOffline(false);
      await expect(dialog).toBeHidden();
      await expect(page).not.toHaveURL(place.address);
      expect(await place.stored()).toBe("FFFNN");
      forgetDownLine(faults);
    });

    test("two tabs: nothing is overwritten before the reader has chosen between both versions", async ({
      signedIn: page,
      context,
      place,
      checkAccessibility,
    }) => {
      const tab = await context.newPage();
      await tab.goto(place.address);
      // A page that comes alive takes over what another tab has not saved yet.
      await isLive(tab);
      await radio(page, 3, "Fully").check();
      await allSaved(page);
      await radio(tab, 3, "Partially").check();
      await expect(tab.getByText("This thread was changed in the meantime")).toBeVisible();
      const versions = tab.getByRole("table").filter({ hasText: "Stored now" });
      await expect(versions.getByRole("row", { name: "Level 3 Fully Partially" })).toBeVisible();
      await checkAccessibility(tab);
      expect(await place.stored()).toBe("FFFNN");
      await tab.getByRole("button", { name: "Save mine instead" }).click();
      await allSaved(tab);
      expect(await place.stored()).toBe("NNPNN");
    });
  });

test("a thread is descoped after the question, read-only then, and comes back empty", { tag: "@js" }, async ({
  signedIn: page,
  place,
  checkAccessibility,
}) => {
  expectStatus(await answerThread(place.client, place.id, 1, 1, "FFFPN"), 200);
  await page.goto(paths.questions(place.id, "BM", "AM"));
  await isLive(page);
  await page.getByRole("checkbox", { name: "Descope this thread" }).click();
  const dialog = page.getByRole("dialog", { name: "Are you sure?" });
  await expect(dialog).toContainText("Descoping this thread means you will lose any answers related to it.");
  await dialog.getByRole("button", { name: "Descope Thread" }).click();
  const done = page.getByRole("dialog", { name: "The thread was descoped." });
  await expect(done).toBeVisible();
  await checkAccessibility(page, done);
  await done.getByRole("link", { name: "Continue" }).click();
  await expect(done).toBeHidden();
  await expect(page.getByText("This thread is descoped")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  expect(await place.stored()).toBe("NNNNN");
  await page.getByRole("button", { name: "Rescope thread" }).click();
  await page.getByRole("dialog", { name: "The thread is back in scope." }).getByRole("link", { name: "Continue" }).click();
  await expect(radio(page, 3, "Fully")).toBeEnabled();
  await expect(radio(page, 3, "Fully")).not.toBeChecked();
});

test("threads and perspectives lead on to the summary, which explains itself and leads to what is missing", { tag: "@js" }, async ({
  signedIn: page,
  place,
  checkAccessibility,
}) => {
  for (const thread of [1, 2, 9]) expectStatus(await answerThread(place.client, place.id, 1, thread, "FFRNN"), 200);
  for (const thread of [1, 2]) expectStatus(await answerThread(place.client, place.id, 6, thread, "FFFFF"), 200);
  await page.goto(paths.questions(place.id, "bm", "am"));
  for (const [next, path] of [
    ["Next thread", "BM/AS"],
    ["Next thread", "BM/OR"],
    ["Next perspective", "RK/AM"],
    ["Next thread", "RK/AS"],
    ["Next thread", "RK/OR"],
  ] as const) {
    await page.getByRole("button", { name: next }).click();
    await expect(page).toHaveURL(new RegExp(`/questions/${path}$`, "i"));
    await expect(page.getByRole("heading", { level: 2, name: `(${path.slice(3)})` })).toBeVisible();
  }
  await page.getByRole("button", { name: "View summary" }).click();
  await expect(page).toHaveURL(/\/summary$/);
  await expect(page.getByText("5/6 Threads complete")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit assessment" })).toBeDisabled();
  await page.getByText("How the score of Benefits management is calculated").click();
  await expect(page.getByText(/\(\s*2\.00 \+ 2\.00 \+ 2\.00\s*\) ÷ 3 = 2\.00/)).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("region", { name: "What is missing" }).getByRole("link", { name: "Organization" }).click();
  await expect(page).toHaveURL(/\/questions\/RK\/OR$/i);
});

test("a submitted assessment shows its answers without controls, and says why", { tag: "@js" }, async ({
  signedIn: page,
  place,
  checkAccessibility,
}) => {
  const completed = await completeP3M3(place.client, place.organization, "FFPNN", { perspectiveIds: [1], threadIds: [1] });
  await page.goto(paths.questions(completed, "BM", "AM"));
  await expect(page.getByText("This assessment has been submitted, so it can be read but no longer changed.")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(level(page, 3)).toContainText("Partially");
  await checkAccessibility(page);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the screen fits, and the progress is one button away", async ({ signedIn: page, place, checkAccessibility, javaScriptEnabled }) => {
    const overflow = () => page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
    if (javaScriptEnabled !== false) expect(await overflow()).toBe(0);
    await page.getByRole("button", { name: "0 of 6 threads" }).click();
    const progress = page.getByRole("navigation", { name: "Progress" });
    await expect(progress).toBeVisible();
    await checkAccessibility(page);
    await progress
      .getByRole("link", { name: /Assurance/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/questions\/BM\/AS$/i);
    await expect(page.getByRole("heading", { level: 2, name: /^Assurance/ })).toBeVisible();
    await expect(progress).toBeHidden();
    await page.goto(paths.summary(place.id, "P3M3"));
    if (javaScriptEnabled !== false) expect(await overflow()).toBe(0);
    await checkAccessibility(page);
  });
});

test.describe("on a small phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("what is needed is on the first screen, and the locked levels before it are a touch away", async ({
    signedIn: page,
    checkAccessibility,
    javaScriptEnabled,
    place,
  }) => {
    expectStatus(await answerThread(place.client, place.id, 1, 2, "FFPNN"), 200);
    await page.reload();
    // The bar is taller until the page is alive.
    const below = async () => {
      const bar = await page.locator(".action-bar").boundingBox();
      const box = await level(page, 3)
        .locator(javaScriptEnabled === false ? ".level-text" : ".answers")
        .boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) - (bar?.y ?? 0);
    };
    await expect.poll(below).toBeLessThanOrEqual(0);
    await expect(level(page, 2)).toBeHidden();
    await page.getByRole("checkbox", { name: "Show the locked levels 1 and 2" }).check();
    await expect(level(page, 2)).toBeVisible();
    await expect(level(page, 1)).toContainText("Locked");
    await checkAccessibility(page);
  });
});

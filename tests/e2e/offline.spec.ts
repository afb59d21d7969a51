/** Forms, dialogs and messages that open while the connection is lost, and forms that are sent then. */
import type { Page } from "@playwright/test";
import { joiningPaths } from "../../app/views/joining.ts";
import { paths } from "../../app/views/paths.ts";
import { answerThread, createItil, expectStatus } from "../contract/scenario.ts";
import { expect, intercept, isAlive } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";
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
const unanswered = (page: Page) => page.getByRole("alert").filter({ hasText: "Something went wrong, please try again" });
const PROXY_PAGE = { status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" };
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
    // The form comes once the page is there.
    await page.waitForLoadState("networkidle");
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

  test("an answer that was not sent is stored after its person has changed their address", async ({
    signedIn: page,
    context,
    place,
    app,
    browser,
    user,
  }) => {
    // Chromium sends what a page says as it closes once the line is back. So this page has lost its line for good.
    await page.evaluate(() => {
      window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
    });
    await answer(page, 3, "Fully").check();
    await expect(page.locator(".action-bar").getByText("Not saved")).toBeVisible();
    await page.close();

    const account = await context.newPage();
    const next = `new.${user.email}`;
    await account.goto(joiningPaths.ownAddress());
    await account.getByLabel("New e-mail address").fill(next);
    await button(account, "Send the codes").click();
    await expect(account.getByText(`We have sent a code to ${next}`)).toBeVisible();
    const elsewhere = await browser.newContext({ baseURL: app.url });
    const mails = await elsewhere.newPage();
    await mails.goto(paths.demo());
    await mails.getByRole("link", { name: new RegExp(`, to ${next},`) }).click();
    await expect(mails.getByText(`To ${next}.`)).toBeVisible();
    const code = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(await mails.locator("body").innerText())?.[0] ?? "";
    await elsewhere.close();
    await account.getByLabel("Code from the mail to the new address").fill(code);
    await button(account, "Change the address").click();
    await expect(account.getByText(`Your address is ${next} now.`)).toBeVisible();

    await account.goto(paths.summary(place.id, "P3M3"));
    await expect(account.getByText("This browser keeps work that was not sent")).toBeVisible();
    // The change has signed out all else of theirs.
    const client = await apiClient(app.databaseUrl, next);
    const stored = async () => {
      const { body } = await client.get(`/P3M3/assessments/${place.id}/questions?p=1&t=1`);
      return body.map(({ answer }: { answer: { selection: string } | null }) => answer?.selection[0] ?? "N").join("");
    };
    expect(await stored()).toBe("NNNNN");
    await account.goto(paths.questions(place.id, "BM", "AM"));
    await expect(answer(account, 3, "Fully")).toBeChecked();
    await expect.poll(stored).toBe("FFFNN");
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

  test("a form that brings no answer keeps its screen and its text, and is stored once", async ({
    signedIn: page,
    context,
    place: { client, organization },
    checkAccessibility,
  }) => {
    const actions = async () => (await client.get(`/organizations/${organization}/actions`)).body.actions;
    const title = page.getByLabel("Title");
    const add = button(page, "Add action");
    const sent = /\/actions\/add\.data/;
    await page.goto(paths.actionAdd(organization));
    await isAlive(page);
    await title.fill("Keep one register");
    await page.getByLabel(/^Why/).fill("Nobody knows what was promised");

    await context.setOffline(true);
    await add.click();
    await expect(unanswered(page)).toBeVisible();
    await expect(add).toBeFocused();
    await expect(title).toHaveValue("Keep one register");
    await checkAccessibility(page, unanswered(page));
    await context.setOffline(false);

    // What is typed meanwhile is sent, too.
    await title.fill("Keep one register of benefits");
    await intercept(page, sent, (route) => route.fulfill(PROXY_PAGE));
    await title.press("Enter");
    await expect(unanswered(page)).toBeVisible();
    await expect(title).toBeFocused();
    expect(await actions()).toEqual([]);

    await page.unroute(sent);
    await intercept(page, sent, (route) => route.fulfill({ ...PROXY_PAGE, status: 413 }));
    await add.click();
    await expect(page.getByRole("alert").filter({ hasText: "This is more than can be sent at once" })).toBeVisible();

    await page.unroute(sent);
    await intercept(page, sent, async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort("connectionreset");
    });
    const lost = page.waitForEvent("requestfailed");
    await add.click();
    await lost;
    await expect(unanswered(page)).toBeVisible();
    await expect(page.getByLabel(/^Why/)).toHaveValue("Nobody knows what was promised");
    expect(await actions()).toHaveLength(1);

    await page.unroute(sent);
    await add.click();
    await expect(page.getByText("The action was added.")).toBeVisible();
    await expect(unanswered(page)).toHaveCount(0);
    expect(await actions()).toMatchObject([{ title: "Keep one register of benefits", why: "Nobody knows what was promised" }]);
  });

  test("a form without an answer is guarded like any other, and another screen knows nothing of it", async ({
    signedIn: page,
    context,
    place,
  }) => {
    const name = page.getByLabel("Assessment name");
    const save = button(page, "Save & Continue");
    await page.goto(paths.step("profile", place.id, "P3M3"));
    await isAlive(page);
    await name.fill("Autumn review");
    await context.setOffline(true);
    await save.click();
    await expect(unanswered(page)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("link", { name: "Home" }).first().click();
    await button(page, "Stay on this page").click();
    await expect(unanswered(page)).toBeVisible();
    await expect(name).toHaveValue("Autumn review");
    await expect(save).toBeEnabled();
    await page.getByRole("link", { name: "Home" }).first().click();
    await button(page, "Leave without saving").click();
    await expect(page).toHaveTitle(/^Home/);
    await expect(unanswered(page)).toHaveCount(0);
  });

  test("a dialog that brings no answer stays open and says so, and a row comes back", async ({
    signedIn: page,
    context,
    place: { client, organization },
  }) => {
    const id = await createItil(client, organization, { selectedScope: "Capability" });
    await page.goto(paths.home());
    await page.getByRole("link", { name: /^Harbour Authority/ }).click();
    await page.getByRole("link", { name: "Request independent validation: Service review" }).click();
    const dialog = page.getByRole("dialog");
    const consent = dialog.getByRole("checkbox", { name: /^The end customer has agreed/ });
    await consent.check();
    await context.setOffline(true);
    await button(page, "Request validation").click();
    await expect(unanswered(page).and(dialog.getByRole("alert"))).toBeVisible();
    await expect(unanswered(page)).toHaveCount(1);
    await expect(consent).toBeChecked();
    await context.setOffline(false);
    await button(page, "Request validation").click();
    await page.getByRole("link", { name: "Continue", exact: true }).click();
    await expect(dialog).toHaveCount(0);

    const archive = async () => {
      await page.getByLabel("More actions for Service review").click();
      await button(page, "Archive").click();
    };
    await context.setOffline(true);
    await archive();
    await expect(unanswered(page)).toBeVisible();
    await context.setOffline(false);
    await archive();
    // The screen shows the row in the archive before the server has stored it there.
    await expect.poll(async () => (await client.get(`/assessments/${id}`)).body.isArchived).toBe(true);
    await expect(page.getByRole("link", { name: "Archive (1)" })).toBeVisible();
    await expect(unanswered(page)).toHaveCount(0);
  });
});

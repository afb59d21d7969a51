/** Two colleagues and one assessment, each in a browser of their own (docs/rules/locks-and-saving.md#asking-to-take-over). */
import type { Page } from "@playwright/test";
import { paths } from "../../app/views/paths.ts";
import { createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { test as base, expect, intercept, isAlive } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

interface HandoverScene {
  id: number;
  client: Client;
  organization: number;
  /** Of the colleague, at home. */
  colleague: Page;
  row: ReturnType<Page["getByRole"]>;
}

const test = base.extend<{ place: HandoverScene }>({
  place: async ({ app, user, signInAs, signedIn: page }, use) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const organization = await createOrganization(client);
    const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [1, 2], selectedLevel: 3 });
    await page.goto(paths.questions(id, "BM", "AM"));
    const colleague = await signInAs({ name: "Kim", email: `kim.${user.email}` });
    await colleague.goto(`/?organization=${organization}`);
    await use({ id, client, organization, colleague, row: colleague.getByRole("row").filter({ hasText: "Spring review" }) });
  },
});

const note = (page: Page) => page.getByLabel("Assessment Notes");
/** The page asks for wishes from the moment it is live; time that is made to pass before counts for nothing. */
const isLive = (page: Page) => expect(page.locator(".action-bar .save-mark")).toBeVisible();

test("a colleague views what is being edited, and sees what was saved after loading it again", { tag: "@js" }, async ({
  signedIn: page,
  place: { client, id, colleague, row },
  user,
  checkAccessibility,
}) => {
  await expect(row).toContainText(`Locked for editing by another user ${user.email}, since`);
  await checkAccessibility(colleague);
  await row.getByRole("link", { name: "View Spring review" }).click();
  await expect(colleague).toHaveURL(new RegExp(`/assessments/${id}/view/questions/BM/AM$`));
  await expect(colleague.getByText(`${user.email} has been editing this assessment since`)).toBeVisible();
  await expect(colleague.getByText("0 of 2 threads complete").first()).toBeVisible();
  await checkAccessibility(colleague);
  const { body } = await client.get(`/P3M3/assessments/${id}/questions?p=1&t=1`);
  const answers = body.map(({ id: questionId }: { id: number }, index: number) => ({
    questionId,
    ...(index === 2
      ? { selection: "Partially", score: 0.5 }
      : index < 2
        ? { selection: "Fully", score: 1 }
        : { selection: "N/A", score: 0 }),
  }));
  expectStatus(await client.post(`/P3M3/assessments/${id}/answer`, answers), 200);
  await colleague.reload();
  await expect(colleague.getByText("1 of 2 threads complete").first()).toBeVisible();
  await colleague.getByRole("link", { name: "Next thread" }).click();
  await expect(colleague).toHaveURL(/\/view\/questions\/BM\/AS$/);
  await colleague.getByRole("link", { name: "View summary" }).click();
  await expect(colleague).toHaveURL(/\/view\/summary$/);
  await expect(colleague.getByRole("button", { name: "Submit assessment" })).toBeDisabled();
  await checkAccessibility(colleague);
  await expect(page).toHaveURL(new RegExp(paths.questions(id, "BM", "AM")));
});

test("a colleague asks to take over, the holder hands over, and nothing typed is lost", { tag: "@js" }, async ({
  signedIn: page,
  place: { id, colleague, row },
  checkAccessibility,
  user,
}) => {
  await isAlive(colleague);
  for (const each of [page, colleague]) await each.clock.install();
  await page.reload();
  await isLive(page);
  await row.getByRole("button", { name: "Ask to take over: Spring review" }).click();
  await expect(row).toContainText("You have asked to take over");
  await checkAccessibility(colleague, row);
  await page.clock.runFor(15_000);
  await expect(page.getByText(`kim.${user.email} would like to take over`)).toBeVisible();
  await checkAccessibility(page);
  await note(page).fill("Typed in the last moment");
  await page.getByRole("button", { name: "Hand over" }).click();
  await expect(page).toHaveURL(new RegExp(`/assessments/${id}/view/questions/BM/AM$`));
  await expect(page.getByText("You have handed over.")).toBeVisible();
  await expect(page.getByText("Typed in the last moment")).toBeVisible();

  await colleague.clock.runFor(15_000);
  await expect(row).toContainText("It is yours now");
  await row.getByRole("link", { name: "Start Spring review" }).click();
  await expect(colleague).toHaveURL(new RegExp(paths.questions(id, "BM", "AM")));
  await expect(note(colleague)).toHaveValue("Typed in the last moment");
});

test("or keeps editing, and the colleague is told", { tag: "@js" }, async ({ signedIn: page, place: { id, colleague, row } }) => {
  await row.getByRole("button", { name: "Ask to take over: Spring review" }).click();
  await expect(row).toContainText("You have asked to take over");
  await page.goto(`/assessments/${id}/profile`);
  await isAlive(page);
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByText("You keep editing.")).toBeVisible();
  await expect(page.getByText("would like to take over")).toHaveCount(0);
  await colleague.reload();
  await expect(row).toContainText("they carry on editing");
});

test.describe("with script", { tag: "@js" }, () => {
  test("the holder whose lock has passed on is led to the view, and what could not be saved stays", async ({
    signedIn: page,
    place: { id, client, colleague, row },
    app,
    user,
  }) => {
    await page.clock.install();
    await page.reload();
    await isLive(page);
    const kim = await apiClient(app.databaseUrl, `kim.${user.email}`, user);
    expectStatus(await kim.post(`/assessments/${id}/lock/wish`), 200);
    await page.clock.runFor(15_000);
    await expect(page.getByText("would like to take over")).toBeVisible();
    expectStatus(await client.post(`/assessments/${id}/lock/handover`, { answer: "handOver" }), 200);
    await page.clock.runFor(15_000);
    await expect(page).toHaveURL(new RegExp(`/assessments/${id}/view/questions/BM/AM$`));
    await expect(page.getByText(`kim.${user.email} has been editing this assessment since`)).toBeVisible();
    await colleague.reload();
    await expect(row).toContainText("It is yours now");
  });

  test("Home in a second tab leaves the first tab its lock, and Back gives it away", async ({ signedIn: page, place: { id, client } }) => {
    const holds = async () => (await client.get(`/assessments/${id}/lock`)).status === 200;
    const tab = await page.context().newPage();
    await tab.goto("/");
    await expect(tab.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
    expect(await holds()).toBe(true);
    await note(page).fill("Still mine");
    await expect.poll(async () => (await client.get(`/P3M3/notes/${id}/1/1`)).body.body).toBe("Still mine");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await expect.poll(holds).toBe(false);
    await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
    await page.goBack();
    await expect(note(page)).toBeVisible();
    await expect.poll(holds).toBe(true);
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
    await expect.poll(holds).toBe(false);
  });

  test("each way home gives the lock back, whatever screen it leads from", async ({ signedIn: page, place: { id, client } }) => {
    const holds = async () => (await client.get(`/assessments/${id}/lock`)).status === 200;
    const welcome = page.getByRole("heading", { level: 1, name: "Welcome" });
    for (const screen of ["Evidence", "Excel", "Summary"]) {
      await page.goto(paths.questions(id, "BM", "AM"));
      await isLive(page);
      expect(await holds()).toBe(true);
      const places = page.getByRole("navigation", { name: "This assessment" });
      if (screen === "Excel") await places.getByRole("listitem").getByText("More", { exact: true }).click();
      await places.getByRole("link", { name: screen, exact: true }).click();
      await expect(page).not.toHaveURL(/questions/);
      await page.getByRole("link", { name: "Home", exact: true }).click();
      await expect(welcome).toBeVisible();
      await expect.poll(holds, screen).toBe(false);
    }
  });

  test("further questions, Back and Forward leave no page behind that keeps the lock", async ({
    signedIn: page,
    place: { id, client },
  }) => {
    const holds = async () => (await client.get(`/assessments/${id}/lock`)).status === 200;
    await isLive(page);
    await page
      .getByRole("link", { name: /^Assurance/ })
      .first()
      .click();
    await expect(page).toHaveURL(/BM\/AS$/);
    // The page of each address may be dropped before it is shown.
    await page.goBack();
    await expect(page).toHaveURL(/BM\/AM$/);
    await page.goForward();
    await expect(page).toHaveURL(/BM\/AS$/);
    await expect(page.getByRole("heading", { level: 2, name: /^Assurance/ })).toBeVisible();
    expect(await holds()).toBe(true);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
    await expect.poll(holds).toBe(false);
  });

  test("a page that is dropped before it is shown gives back the lock that it took", async ({ signedIn: page, place: { id, client } }) => {
    const holds = async () => (await client.get(`/assessments/${id}/lock`)).status === 200;
    const welcome = page.getByRole("heading", { level: 1, name: "Welcome" });
    await isLive(page);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await expect(welcome).toBeVisible();
    await expect.poll(holds).toBe(false);
    // The server answers, but nothing of it arrives.
    await intercept(page, /BM\/AM\.data/, async (route) => {
      await route.fetch();
      await page.context().clearCookies({ name: `lock-${id}` });
    });
    await page.goBack();
    await expect.poll(holds).toBe(true);
    await page.goForward();
    await expect.poll(holds).toBe(false);
    await expect(welcome).toBeVisible();
  });

  test("what is typed in one tab keeps its lock while the report is read in another", async ({ signedIn: page, place: { id, client } }) => {
    const holds = async () => (await client.get(`/assessments/${id}/lock`)).status === 200;
    await isLive(page);
    await note(page).fill("Still mine");
    await expect.poll(async () => (await client.get(`/P3M3/notes/${id}/1/1`)).body.body).toBe("Still mine");
    const opened = page.context().waitForEvent("page");
    await page
      .getByRole("navigation", { name: "This assessment" })
      .getByRole("link", { name: "Evidence", exact: true })
      .click({ modifiers: ["Control"] });
    const tab = await opened;
    await tab.goto(`/assessments/${id}/draft/report`);
    await tab.getByRole("link", { name: "Home", exact: true }).click();
    await expect(tab.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
    await tab.close();
    expect(await holds()).toBe(true);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await expect.poll(holds).toBe(false);
  });

  test("times are those of the reader", async ({ browser, app, user, place: { id, organization } }) => {
    const context = await browser.newContext({ baseURL: app.url, timezoneId: "Australia/Sydney" });
    const page = await context.newPage();
    await page.goto(await app.entryLink(`sydney.${user.email}`, user));
    await page.goto(`/?organization=${organization}`);
    const time = page.locator(`#assessment-${id} time`).first();
    const iso = (await time.getAttribute("datetime")) ?? "";
    const local = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "Australia/Sydney" }).format(
      new Date(iso),
    );
    await expect(time).toHaveText(local);
    await context.close();
  });
});

test("an ITIL assessment is viewed too", { tag: "@js" }, async ({ place: { client, organization, colleague }, checkAccessibility }) => {
  const id = await createItil(client, organization, { selectedScope: "Maturity" });
  await colleague.reload();
  await colleague.getByRole("link", { name: "View Service review" }).click();
  await expect(colleague).toHaveURL(new RegExp(`/itil/assessments/${id}/view/questions/`));
  await checkAccessibility(colleague);
  await colleague.goto(`/itil/assessments/${id}/view/summary`);
  await expect(colleague.getByText("has been editing this assessment since")).toBeVisible();
  await checkAccessibility(colleague);
});

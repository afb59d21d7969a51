/** The home screen in a browser: what script makes quicker, the keyboard, and accessibility in both colour schemes. */
import type { Page } from "@playwright/test";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { test as base, expect, intercept, isAlive } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

const test = base.extend<{ client: Client; organization: number }>({
  client: async ({ app, user }, use) => use(await apiClient(app.databaseUrl, user.email, user)),
  organization: async ({ client }, use) => use(await createOrganization(client)),
});

const row = (page: Page, name: string | RegExp) => page.getByRole("row").filter({ hasText: name });
const panel = (page: Page) => page.getByRole("link", { name: /^Harbour Authority/ });

test("every state of the dashboard is accessible", { tag: "@js" }, async ({ signedIn: page, client, organization, checkAccessibility }) => {
  const active = await createP3M3(client, organization, { perspectiveIds: [1, 6], threadIds: [1, 2] });
  await answerThread(client, active, 1, 1, "FFNNN");
  await createItil(client, organization, { selectedScope: "Capability" });
  await completeP3M3(client, organization, "FRNNN", { threadIds: [6, 9, 11, 12] });
  await page.goto("/");
  await checkAccessibility(page);
  await panel(page).click();
  await expect(page.getByText("0/1 practices complete")).toBeVisible();
  await expect(page.getByText("BM Benefits management")).toBeVisible();
  await checkAccessibility(page);

  await page.getByRole("link", { name: "Request independent validation: Service review" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Are you sure you would like independent validation for this assessment?");
  await checkAccessibility(page, dialog);
  await page.getByRole("checkbox", { name: /^The end customer has agreed/ }).check();
  await page.getByRole("button", { name: "Request validation" }).click();
  await expect(
    page.getByText("A request for independent validation has been sent out and you will receive the response shortly."),
  ).toBeVisible();
  await checkAccessibility(page, dialog);
  await page.getByRole("link", { name: "Continue", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, "Service review")).toContainText("To be validated");

  const completed = page.getByRole("link", { name: "Completed (1)" });
  await completed.click();
  await expect(completed).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Certify assessment: Spring review" }).click();
  await expect(dialog).toContainText("certificates are valid for three years");
  await checkAccessibility(page, dialog);
  await page.getByRole("checkbox", { name: /The end customer has agreed/ }).check();
  await page.getByRole("button", { name: "Certify assessment" }).click();
  await expect(page.getByText("Certification was requested")).toBeVisible();
  await page.getByRole("link", { name: "Continue", exact: true }).click();
  await expect(row(page, "Spring review")).toContainText("Certified");
  await page.getByRole("button", { name: "Archive assessment Spring review" }).click();
  // The message moves the page down, and a click in that moment would miss the link.
  await expect(page.getByText("The assessment was archived.")).toBeVisible();
  await page.getByRole("link", { name: "Archive (1)" }).click();
  await expect(row(page, "Spring review")).toContainText("Restore");
  await checkAccessibility(page);
});

test.describe("among thirty organizations", () => {
  /** The last of thirty. */
  async function atZenith(client: Client): Promise<number> {
    for (let number = 1; number <= 28; number += 1) await createOrganization(client, { name: `Client ${number}` });
    return createOrganization(client, { name: "Zenith" });
  }

  test("the way home ends at the open one, and the message is in sight", async ({
    signedIn: page,
    client,
    organization,
    javaScriptEnabled,
  }) => {
    const zenith = await atZenith(client);
    expect(zenith).toBeGreaterThan(organization);
    const id = await createP3M3(client, zenith);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await page.setViewportSize({ width: 1000, height: 420 });
    const isBack = async (message?: string) => {
      await expect(page.getByRole("link", { name: /^Zenith/ })).toBeInViewport();
      await expect(page.getByRole("link", { name: "Edit Details" })).toBeInViewport();
      if (message) await expect(page.getByText(message)).toBeInViewport();
    };
    await page.goto(`/organization/${zenith}/edit`);
    await page.getByRole("link", { name: "Go Back" }).click();
    await isBack();
    await page.goto(`/organization/${zenith}/edit`);
    await page.getByLabel("Business unit").fill("Piers");
    await page.getByRole("button", { name: "Save changes" }).click();
    await isBack("Your changes were saved.");
    // Without script the other ways are links and forms like these two.
    if (javaScriptEnabled === false) return;
    await page.goto(`/assessments/${id}/profile`);
    await page.getByRole("button", { name: "Save & Exit" }).click();
    await isBack("The assessment was saved.");
    await page.goto(`/assessments/${id}/review`);
    await page.getByRole("link", { name: "Save & return home" }).click();
    await isBack();
    await page.goto(`/assessments/${id}/questions/BM/AM`);
    await page.getByRole("button", { name: "Save and Exit" }).click();
    await isBack();
  });

  test("a locked assessment leads to its row, and what is archived is told where one is", async ({
    app,
    signedIn: page,
    client,
    organization,
    user,
    javaScriptEnabled,
  }) => {
    const zenith = await atZenith(client);
    expect(zenith).toBeGreaterThan(organization);
    const ids: number[] = [];
    for (let number = 1; number <= 8; number += 1) ids.push(await createItil(client, zenith));
    const row8 = page.getByRole("row").filter({ hasText: "Locked for editing by another user" });
    const colleague = await apiClient(app.databaseUrl, `colleague.${user.email}`, user);
    for (const id of ids) expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const held = ids.at(-1) ?? 0;
    expectStatus(await colleague.post(`/assessments/${held}/lock`), 200);
    await page.setViewportSize({ width: 1000, height: 420 });
    await page.goto(`/itil/assessments/${held}/questions/INM/`);
    await expect(row8).toBeInViewport();
    for (const width of [1920, 1280, 1000, 780, 390]) {
      await page.setViewportSize({ width, height: 420 });
      // Nothing of the locked row lies outside its cell.
      const outside = await row8.locator("td[data-label=Actions]").evaluate((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return [...cell.querySelectorAll(".status, .status span, a, button, p")]
          .filter((each) => each.getBoundingClientRect().right > right + 0.5 || each.getBoundingClientRect().left < left - 0.5)
          .map((each) => each.textContent);
      });
      expect(outside, `${width} pixels`).toEqual([]);
    }
    await page.setViewportSize({ width: 1000, height: 420 });
    expectStatus(await colleague.delete(`/assessments/${held}/lock`), 204);
    await row8.getByRole("link", { name: "Retry Service review" }).click();
    await expect(page.getByText("Service review is free for editing again.")).toBeInViewport();
    await expect(page.locator(`#assessment-${held}`)).toBeInViewport();

    if (javaScriptEnabled !== false) await isAlive(page);
    const fifth = page.getByRole("row").nth(5);
    await fifth.scrollIntoViewIfNeeded();
    const menu = fifth.getByLabel("More actions for Service review");
    await menu.press("Enter");
    await fifth.getByRole("button", { name: "Archive", exact: true }).press("Enter");
    await expect(page.getByText("The assessment was archived.")).toBeInViewport();
    await expect(page.getByText("The assessment was archived.")).toHaveCount(1);
    await expect(page.getByRole("row")).toHaveCount(8);
    if (javaScriptEnabled === false) return;
    await expect(page.getByRole("row").nth(5)).toBeFocused();
    await expect(page.getByRole("row").nth(5)).toBeInViewport();
    // The same words a second time are a new message.
    const first = await page.getByText("The assessment was archived.").elementHandle();
    await page.getByRole("row").nth(7).getByLabel("More actions for Service review").press("Enter");
    await page.getByRole("button", { name: "Archive", exact: true }).press("Enter");
    await expect(page.getByRole("row")).toHaveCount(7);
    await expect(page.getByRole("row").nth(6)).toBeFocused();
    await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
    await expect(page.getByText("The assessment was archived.")).toBeInViewport();
    // As a hand does it: Playwright's own click scrolls the page before it presses what stays at the top of the window.
    const dismiss = await page.getByRole("link", { name: "Dismiss this message" }).boundingBox();
    await page.mouse.click((dismiss?.x ?? 0) + 5, (dismiss?.y ?? 0) + 5);
    await expect(page.getByText("The assessment was archived.")).toHaveCount(0);
    await expect(page.getByRole("row").nth(6)).toBeInViewport();
  });
});

test.describe("with script", { tag: "@js" }, () => {
  test("a panel opens in place, and its tabs keep the page", async ({ signedIn: page, client, organization }) => {
    await createP3M3(client, organization);
    await page.goto("/");
    await isAlive(page);
    await page.evaluate(() => Object.assign(window, { samePage: true }));
    await panel(page).click();
    await expect(page.getByRole("link", { name: "Edit Details" })).toBeVisible();
    await page.getByRole("link", { name: "Archive (0)" }).click();
    await expect(page.getByText("There are currently no Archive assessments").first()).toBeVisible();
    await panel(page).click();
    await expect(page.getByRole("link", { name: "Edit Details" })).toHaveCount(0);
    expect(await page.evaluate(() => "samePage" in window)).toBe(true);
  });

  test("archiving shows at once, and is taken back with a message when the server refuses", async ({
    app,
    signedIn: page,
    client,
    organization,
    user,
  }) => {
    const id = await createP3M3(client, organization);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await page.goto(`/?organization=${organization}`);
    const colleague = await apiClient(app.databaseUrl, `colleague.${user.email}`, user);
    expectStatus(await colleague.post(`/assessments/${id}/lock`), 200);
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await intercept(page, /_root\.data/, async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await isAlive(page);
    await page.getByLabel("More actions for Spring review").click();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(row(page, "Spring review")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Archive (1)" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Active (0)" })).toBeVisible();
    answer?.();
    await expect(row(page, "Spring review")).toContainText("Locked for editing by another user");
    await expect(page.getByRole("alert")).toContainText("The assessment is unchanged.");
    await expect(page.getByRole("link", { name: "Active (1)" })).toBeVisible();

    expectStatus(await colleague.delete(`/assessments/${id}/lock`), 204);
    await page.getByRole("link", { name: "Retry Spring review" }).click();
    await page.getByLabel("More actions for Spring review").click();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(page.getByText("The assessment was archived.")).toBeVisible();
    await expect(row(page, "Spring review")).toHaveCount(0);
  });

  test("menus and dialogs answer the keyboard", async ({ signedIn: page, client, organization }) => {
    await createItil(client, organization);
    await page.goto(`/?organization=${organization}`);
    await isAlive(page);
    const menu = page.getByLabel("More actions for Service review");
    await menu.press("Enter");
    await expect(page.getByRole("link", { name: "Edit profile set up" })).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Edit profile set up" })).toBeHidden();
    await expect(menu).toBeFocused();

    await page.getByRole("link", { name: "Request independent validation: Service review" }).press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/\\?organization=${organization}$`));

    await page.getByRole("link", { name: "Create new organisation" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Organization details" })).toBeFocused();
  });

  test("the organization opened last is scrolled to when the reader comes home", async ({ signedIn: page, client, organization }) => {
    for (let number = 1; number <= 9; number += 1) await createOrganization(client, { name: `Client ${number}` });
    await createOrganization(client, { name: "Zenith" });
    await page.setViewportSize({ width: 1000, height: 420 });
    await page.goto(`/?organization=${organization}`);
    await page.getByRole("link", { name: /^Zenith/ }).click();
    await expect(page.getByRole("link", { name: "Edit Details" })).toBeInViewport();
    await page.goto("/organization");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await expect(page.getByRole("link", { name: "Edit Details" })).toBeInViewport();
  });

  test("a lock is given back when the browser leaves, and kept when the page is only loaded again", async ({
    signedIn: page,
    client,
    organization,
  }) => {
    const id = await createP3M3(client, organization);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const holds = async () => (await client.get(`/assessments/${id}/lock`)).status === 200;
    // A page gives its lock back from the moment it is alive.
    const isAlive = () => expect(page.locator(".action-bar .save-mark")).toBeVisible();
    await page.goto(`/assessments/${id}/questions/BM/AM`);
    await isAlive();
    expect(await holds()).toBe(true);
    await page.reload();
    await isAlive();
    // The page that was left sends its beacon while the new one loads; another request of this browser comes after both.
    await page.evaluate(() => fetch("/health"));
    expect(await holds()).toBe(true);
    await page.goto("about:blank");
    await expect.poll(holds).toBe(false);
  });
});

test("errors have a page of their own, each with a way on", { tag: "@js" }, async ({
  signedIn: page,
  organization,
  checkAccessibility,
}) => {
  for (const [path, title] of [
    ["/nowhere", "Page not found."],
    ["/readonlyassessments", "Sorry, access denied."],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await checkAccessibility(page);
  }
  await page.getByRole("link", { name: "Go to the home screen" }).click();
  await expect(page.getByRole("heading", { name: "Harbour Authority" })).toBeVisible();
  expect(organization).toBeGreaterThan(0);
});

test("the style guide shows every part, and is accessible", { tag: "@js" }, async ({ signedIn: page, checkAccessibility }) => {
  await page.goto("/debug");
  await expect(page.getByRole("switch", { name: "Switch" }).first()).toBeVisible();
  const sections = page.locator("main section:has(> h2)");
  expect(await sections.count()).toBeGreaterThan(10);
  for (const section of await sections.all()) await expect(section.locator("code").first(), await section.innerText()).not.toBeEmpty();
  await checkAccessibility(page);
  const list = page.getByRole("group", { name: "Checkbox list" }).first();
  await list.getByRole("button", { name: "Select all" }).click();
  for (const name of ["Basalt", "Cinnabar", "Dolomite"])
    await expect(page.getByRole("group", { name: "Checkbox list" }).first().getByRole("checkbox", { name })).toBeChecked();
  await page.goto("/debug?modal=error");
  const dialog = page.getByRole("dialog", { name: "A dialog: error" });
  await expect(dialog).toBeVisible();
  await checkAccessibility(page, dialog);
});

test.describe("a list that can be typed into", { tag: "@js" }, () => {
  test("is used by keyboard alone, and keeps its last choice when nothing fits", async ({ signedIn: page, checkAccessibility }) => {
    await page.goto("/organization");
    // The native list has the same role, so wait for the text field that replaces it.
    const field = page.getByRole("combobox", { name: "Location" }).and(page.locator("input"));
    await field.focus();
    await page.keyboard.type("united k");
    const choices = page.getByRole("listbox", { name: "Choices" }).getByRole("option");
    await expect(choices).toHaveCount(1);
    await checkAccessibility(page);
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue(/^United Kingdom/);
    await page.keyboard.press("ArrowDown");
    await expect(choices.and(page.getByRole("option", { selected: true }))).toContainText("United Kingdom");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await expect(field).toHaveValue(/^United Kingdom/);
    await field.fill("nowhere at all");
    await expect(page.getByText("Nothing matches")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(field).toHaveValue(/^United Kingdom/);
    await field.fill("aland");
    await page.keyboard.press("Tab");
    await expect(field).toHaveValue("Åland Islands");
    await field.fill("");
    await page.keyboard.press("Tab");
    await expect(page.locator("select[name=country]")).toHaveValue("");
  });
});

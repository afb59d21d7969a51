/** The set-up in a browser: what script makes quicker, the keyboard, warnings, and accessibility in both colour schemes. */
import type { Locator, Page } from "@playwright/test";
import { answerPractice, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { test as base, expect, isAlive } from "../support/fixtures.ts";
import { status } from "../support/misbehaving-upstream.ts";
import { apiClient, startAppWithFaults } from "../support/seed.ts";

/** What the screen says of the scope while it is chosen. */
const counted = (page: Page) => page.getByRole("main").getByRole("status").filter({ hasText: /\S/ });

const test = base.extend<{ client: Client; organization: number }>({
  client: async ({ app, user }, use) => use(await apiClient(app.databaseUrl, user.email, user)),
  organization: async ({ client }, use) => use(await createOrganization(client)),
});

const save = (page: Page) => page.getByRole("button", { name: "Save & Continue" }).click();
const heading = (page: Page, name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
const practice = (page: Page, name: string) => page.getByRole("radiogroup", { name, exact: true });
const assessmentIn = (page: Page) => Number(/assessments\/(\d+)/.exec(page.url())?.[1]);

test("without script the consent shows beside what it is for", { tag: "@no-js" }, async ({ signedIn: page, organization }) => {
  await page.goto(`/organizations/${organization}/assessment`);
  await page.getByLabel("Select Maturity Model").selectOption("P3M3");
  const consent = page.getByRole("checkbox", { name: /^The end customer has agreed/ });
  await expect(consent).toBeHidden();
  await page.getByRole("checkbox", { name: "This assessment is for certification" }).check();
  await expect(consent).toBeVisible();
});

test("a certified P3M3 assessment, from the profile to the review", { tag: "@js" }, async ({
  signedIn: page,
  organization,
  client,
  checkAccessibility,
}) => {
  await page.goto(`/organizations/${organization}/assessment`);
  await page.getByLabel("Select Maturity Model").selectOption("P3M3");
  await page.getByLabel("Assessment name").fill("Certified");
  await page.getByRole("radio", { name: "Project" }).check();
  const consent = page.getByRole("checkbox", { name: /^The end customer has agreed/ });
  await expect(consent).toBeHidden();
  await page.getByRole("checkbox", { name: "This assessment is for certification" }).check();
  await consent.check();
  await checkAccessibility(page);
  await save(page);

  await heading(page, "Scope details");
  await expect(page.getByRole("complementary")).toContainText("the four mandatory threads are preselected");
  await expect(page.getByRole("checkbox", { name: "Standards" })).toBeDisabled();
  await expect(page.getByRole("checkbox", { name: "Standards" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Model integration" })).toHaveCount(0);
  await page.getByRole("radio", { name: "Level 2 – Repeatable" }).check();
  await isAlive(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.method()));
  await page.getByRole("button", { name: "Select all" }).click();
  await expect(page.getByRole("checkbox", { name: "Planning" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Level 2 – Repeatable" })).toBeChecked();
  expect(requests).toEqual([]);
  await checkAccessibility(page);
  await save(page);

  await heading(page, "Review profile");
  await expect(page.getByText("The statement of level 3 becomes available too")).toBeVisible();
  const { perspectives, threads } = (await client.get(`/assessments/${assessmentIn(page)}`)).body;
  expect([perspectives.length, threads.length]).toEqual([7, 12]);
});

test("the messages of a refused profile go when the fields are mended", { tag: "@js" }, async ({ signedIn: page, organization }) => {
  await page.goto(`/organizations/${organization}/assessment`);
  await isAlive(page);
  await save(page);
  const model = page.getByLabel("Select Maturity Model");
  const name = page.getByLabel("Assessment name");
  const summary = page.getByRole("alert").filter({ hasText: "Please check what you entered:" });
  await expect(summary).toBeFocused();
  await expect(model).toHaveAccessibleDescription("This Field is required.");
  await model.focus();
  await model.selectOption("ITIL");
  await expect(model).toHaveAccessibleDescription("");
  await expect(model).toBeFocused();
  await expect(summary).not.toContainText("Select Maturity Model");
  await name.fill("Winter check");
  await expect(name).toHaveAccessibleDescription("");
  await name.fill(" ");
  await expect(name).toHaveAccessibleDescription("This Field is required.");
  await name.fill("Winter check");
  await page.getByRole("radio", { name: "Capability" }).check();
  await expect(summary).toHaveCount(0);
  await save(page);
  await heading(page, "Scope details");
});

test("a Maturity assessment that outgrows its scope becomes Comprehensive, or stays when that is declined", { tag: "@js" }, async ({
  signedIn: page,
  organization,
  client,
  checkAccessibility,
}) => {
  await page.goto(`/organizations/${organization}/assessment`);
  await page.getByLabel("Select Maturity Model").selectOption("ITIL");
  await page.getByLabel("Assessment name").fill("Growing");
  await page.getByRole("radio", { name: /^Maturity/ }).check();
  await save(page);

  await heading(page, "Scope details");
  const id = assessmentIn(page);
  await page.getByRole("button", { name: "Set all technical management practices to Primary" }).click();
  for (const name of ["Service desk", "Problem management", "Change enablement"])
    await practice(page, name).getByRole("radio", { name: "Supporting" }).check();
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Create a Comprehensive assessment instead?" });
  await expect(dialog).toBeVisible();
  await checkAccessibility(page, dialog);
  await dialog.getByRole("button", { name: "Keep the Maturity scope" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(practice(page, "Service desk").getByRole("radio", { name: "Supporting" })).toBeChecked();
  expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ selectedScope: "Maturity", capabilities: [] });

  await save(page);
  await dialog.getByRole("button", { name: "Make it Comprehensive" }).click();
  await heading(page, "Review profile");
  await checkAccessibility(page);
  const stored = (await client.get(`/assessments/${id}`)).body;
  expect([stored.selectedScope, stored.capabilities.length]).toEqual(["Comprehensive", 7]);
});

test.describe("with script", { tag: "@js" }, () => {
  test("a Comprehensive assessment is set up by keyboard alone", async ({ signedIn: page, organization, client, checkAccessibility }) => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    /** Tabs until the control has the focus. */
    const tabTo = async (name: RegExp | string, role: Parameters<Page["getByRole"]>[0] = "button") => {
      const control = page.getByRole(role, { name, exact: typeof name === "string" });
      for (let steps = 0; steps < 80; steps += 1) {
        if (await control.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`no way to ${name} by keyboard`);
    };
    await page.goto(`/organizations/${organization}/assessment`);
    await isAlive(page);
    await tabTo("Select Maturity Model", "combobox");
    await press("I");
    await tabTo("Assessment name", "textbox");
    await page.keyboard.type("By keyboard");
    await tabTo(/^Comprehensive/, "radio");
    await press("Space");
    await tabTo("Save & Continue");
    await press("Enter");

    await heading(page, "Scope details");
    await checkAccessibility(page);
    await expect(counted(page)).toContainText("6 more needed: Comprehensive needs at least 6");
    await tabTo("N/A", "radio");
    // Each key sets a row and moves to the next; continual improvement is locked and passed over.
    await press("p", "s", "n", "P", "s", "S", "n", "p");
    await expect(counted(page)).toContainText("6 practices chosen (3 Primary, 3 Supporting), and Continual improvement");
    await expect(counted(page)).toContainText("Enough for Comprehensive");
    await expect(practice(page, "Risk management").getByRole("radio", { name: "N/A" })).toBeFocused();
    // The arrows choose within a row, as anywhere.
    await press("ArrowLeft");
    await expect(practice(page, "Risk management").getByRole("radio", { name: "Supporting" })).toBeChecked();
    await tabTo("Set all technical management practices to Supporting");
    await press("Enter");
    await expect(counted(page)).toContainText("10 practices chosen (3 Primary, 7 Supporting)");
    // The bar with the count never hides the focus.
    const [row, bar] = await Promise.all([page.locator(":focus").boundingBox(), page.locator(".practices-bar").boundingBox()]);
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
    await tabTo("Save & Continue");
    await press("Enter");

    await heading(page, "Review profile");
    const { capabilities } = (await client.get(`/assessments/${assessmentIn(page)}`)).body;
    expect(capabilities.map(({ code, selectionMode }: { code: string; selectionMode: number }) => `${code}${selectionMode}`)).toEqual([
      ...["ARM1", "CI1", "ISM2", "MR1", "OCM2", "PFM2", "RLM1", "RKM2"],
      ...["DPM2", "IPM2", "SDM2"],
    ]);
    await tabTo("Start assessment", "link");
  });

  test("a double click makes one assessment", async ({ signedIn: page, organization, client }) => {
    await page.goto(`/organizations/${organization}/assessment`);
    await isAlive(page);
    await page.getByLabel("Select Maturity Model").selectOption("P3M3");
    await page.getByLabel("Assessment name").fill("Once");
    await page.getByRole("radio", { name: "Programme" }).check();
    await page.getByRole("button", { name: "Save & Continue" }).dblclick();
    await heading(page, "Scope details");
    const { P3M3 } = (await client.get(`/organizations/${organization}/assessments`)).body;
    expect(P3M3.created).toHaveLength(1);
  });

  test("only the chosen model's scopes and notes are shown", async ({ signedIn: page, organization }) => {
    await page.goto(`/organizations/${organization}/assessment`);
    await isAlive(page);
    await expect(page.getByRole("radio")).toHaveCount(0);
    await page.getByLabel("Select Maturity Model").selectOption("P3M3");
    await expect(page.getByRole("radio")).toHaveCount(3);
    await expect(page.getByRole("checkbox", { name: /certification/ })).toBeVisible();
    await page.getByLabel("Select Maturity Model").selectOption("ITIL");
    await expect(page.getByRole("radio", { name: /^Comprehensive/ })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /independent validation/ })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /certification/ })).toHaveCount(0);
  });

  test("the statements that a scope means are counted while it is chosen", async ({ signedIn: page, organization, client }) => {
    const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [1, 6] });
    await page.goto(`/assessments/${id}/scope`);
    await isAlive(page);
    const count = counted(page);
    await expect(count).toHaveText("1 perspective × 2 threads × 5 levels = 10 statements");
    await page.getByRole("checkbox", { name: "Risk management" }).check();
    await expect(count).toHaveText("2 perspectives × 2 threads × 5 levels = 20 statements");
  });

  test("what certification makes of a saved scope is asked in a dialog, which can be declined", async ({
    signedIn: page,
    organization,
    client,
    checkAccessibility,
  }) => {
    const id = await createP3M3(client, organization, { perspectiveIds: [1, 6], threadIds: [1, 6, 10] });
    await page.goto(`/assessments/${id}/profile`);
    await page.getByRole("checkbox", { name: "This assessment is for certification" }).check();
    await page.getByRole("checkbox", { name: /^The end customer has agreed/ }).check();
    const dialog = page.getByRole("dialog", { name: "This changes the saved scope" });
    for (const press of ["Keep editing", "Save and change the scope"]) {
      await save(page);
      await expect(dialog).toContainText("210 statements");
      if (press === "Keep editing") await checkAccessibility(page, dialog);
      await dialog.getByRole("button", { name: press }).click();
      await expect(dialog).toHaveCount(0);
    }
    await heading(page, "Scope details");
    expect((await client.get(`/assessments/${id}`)).body.perspectives).toHaveLength(7);
  });

  test("leaving a step with unsaved changes warns, by link and by reload; without changes it does not", async ({
    signedIn: page,
    organization,
    client,
    checkAccessibility,
  }) => {
    const id = await createItil(client, organization);
    await page.goto(`/assessments/${id}/scope/itil`);
    await isAlive(page);
    await page.getByRole("link", { name: "Go back" }).click();
    await heading(page, "Assessment Profile Set-up");

    await page.getByLabel("Assessment name").fill("Changed");
    await page.getByRole("link", { name: /^Review profile/ }).click();
    const warning = page.getByRole("dialog", { name: "Leave without saving?" });
    await expect(warning).toBeVisible();
    await checkAccessibility(page, warning);
    await warning.getByRole("button", { name: "Stay on this page" }).click();
    await expect(page.getByLabel("Assessment name")).toHaveValue("Changed");

    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.type());
      void dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => dialogs).toEqual(["beforeunload"]);
    await expect(page.getByLabel("Assessment name")).toHaveValue("Changed");

    await page.getByRole("link", { name: /^Review profile/ }).click();
    await warning.getByRole("button", { name: "Leave without saving" }).click();
    await heading(page, "Review profile");
    await expect(page.getByText("Changed")).toHaveCount(0);

    // Saving is no leaving.
    await page.getByRole("link", { name: "Edit assessment details" }).click();
    await page.getByLabel("Assessment name").fill("Saved");
    await save(page);
    await heading(page, "Scope details");
    expect(dialogs).toHaveLength(1);
  });

  test("leaving the page in the browser gives the lock back", async ({ signedIn: page, organization, client }) => {
    const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [1, 6] });
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const lock = async () => (await client.get(`/assessments/${id}/lock`)).status;
    await page.goto(`/assessments/${id}/scope`);
    // The page gives its lock back from the moment it is alive: it counts then.
    const risk = page.getByRole("checkbox", { name: "Risk management" });
    await risk.check();
    await expect(counted(page)).toContainText("= 20 statements");
    await risk.uncheck();
    await expect(counted(page)).toContainText("= 10 statements");
    expect(await lock()).toBe(200);
    await page.goto("about:blank");
    await expect.poll(lock).toBe(404);
  });

  test("each threshold is said where it is missed", async ({ signedIn: page, organization, client }) => {
    /** A new assessment's scope step, with the keys typed from its first row on. */
    const fill = async (selectedScope: string, keys: string) => {
      const form = { name: selectedScope, assessmentType: "ITIL", isTestAssessment: false, selectedScope };
      const { id } = expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body;
      await page.goto(`/assessments/${id}/scope/itil`);
      await isAlive(page);
      await type(keys);
      await save(page);
      return id as number;
    };
    const type = async (keys: string) => {
      await practice(page, "Architecture management").getByRole("radio", { checked: true }).focus();
      await page.keyboard.type(keys);
    };
    const chosen = async (id: number) => (await client.get(`/assessments/${id}`)).body.capabilities.length;
    const least = (items: string) => `Please, select the minimum required. To proceed you need to pick at least ${items}.`;

    await fill("Capability", "");
    await expect(page.getByRole("alert")).toContainText(least("1 item"));
    await expect(page.getByRole("alert")).toBeFocused();
    const capability = await fill("Capability", "s");
    await heading(page, "Review profile");
    expect(await chosen(capability)).toBe(1);

    const comprehensive = await fill("Comprehensive", "ppsss");
    await expect(page.getByRole("alert")).toContainText(least("6 items"));
    await type("ppssss");
    await expect(counted(page)).toContainText("Enough for Comprehensive");
    await save(page);
    await heading(page, "Review profile");
    expect(await chosen(comprehensive)).toBe(7);
    await page.goto(`/assessments/${comprehensive}/scope/itil`);
    await isAlive(page);
    await type("ppsssss");
    await save(page);
    await heading(page, "Review profile");
    expect(await chosen(comprehensive)).toBe(8);

    const maturity = await fill("Maturity", "ppsss");
    await heading(page, "Review profile");
    expect(await chosen(maturity)).toBe(6);
  });

  test("narrowing a scope names what has answers; confirming saves it", async ({
    signedIn: page,
    organization,
    client,
    checkAccessibility,
  }) => {
    const practices = [19, 28].map((id) => ({ id, selectionMode: 1 as const }));
    const id = await createItil(client, organization, { practices });
    expectStatus(await answerPractice(client, id, 19, "FN"), 200);
    await page.goto(`/assessments/${id}/scope/itil`);
    await practice(page, "Incident management").getByRole("radio", { name: "N/A" }).check();
    await save(page);
    const dialog = page.getByRole("dialog", { name: "This scope leaves out parts that have answers" });
    await expect(dialog.getByRole("listitem")).toHaveText(["Incident management"]);
    await checkAccessibility(page, dialog);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await save(page);
    await dialog.getByRole("button", { name: "Save the narrower scope" }).click();
    await heading(page, "Review profile");
    expect((await client.get(`/assessments/${id}`)).body.capabilities).toHaveLength(1);
  });
});

test("on a phone each step begins with what it is for", { tag: "@js" }, async ({ signedIn: page, organization, client }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await createP3M3(client, organization);
  for (const [step, title] of [
    ["profile", "Assessment Profile Set-up"],
    ["scope", "Scope details"],
    ["review", "Review profile"],
  ] as const) {
    await page.goto(`/assessments/${id}/${step}`);
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const [head, steps] = [page.getByRole("heading", { level: 1, name: title }), page.getByRole("navigation", { name: "Set-up steps" })];
    expect(await topOf(head)).toBeLessThan(160);
    expect(await topOf(head)).toBeLessThan(await topOf(steps));
    await expect(page.getByText(/^Step \d of 3 for Harbour Authority$/)).toBeInViewport();
  }
});

test.describe("on a dark page", { tag: "@js" }, () => {
  test.use({ colorScheme: "dark" });

  test("a radio that can be used is an outline; the grey fill is left to disabled ones", async ({
    signedIn: page,
    organization,
    client,
  }) => {
    const id = await createItil(client, organization, { selectedScope: "Maturity", practices: [] });
    await page.goto(`/assessments/${id}/scope/itil`);
    const supporting = (name: string) => practice(page, name).getByRole("radio", { name: "Supporting" });
    await expect(supporting("Continual improvement")).toBeDisabled();
    await expect(supporting("Continual improvement")).not.toHaveCSS("appearance", "none");
    await expect(supporting("Service desk")).toHaveCSS("appearance", "none");
    await expect(supporting("Service desk")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await supporting("Service desk").check();
    await expect(supporting("Service desk")).not.toHaveCSS("appearance", "none");
  });
});

test.describe("with one role", { tag: "@js" }, () => {
  test.use({ roles: ["ITIL"] });

  test("the model is chosen and locked, and sent all the same", async ({ signedIn: page, organization }) => {
    await page.goto(`/organizations/${organization}/assessment`);
    await expect(page.getByLabel("Maturity model")).toBeDisabled();
    await expect(page.getByLabel("Maturity model")).toHaveValue("ITIL");
    await expect(page.getByRole("radio")).toHaveCount(3);
    await page.getByLabel("Assessment name").fill("Alone");
    await page.getByRole("radio", { name: /^Capability/ }).check();
    await save(page);
    await expect(page).toHaveURL(/\/scope\/itil/);
  });
});

test.describe("what cannot be changed", { tag: "@js" }, () => {
  test("looks so, and says why: an archived assessment until it is restored", async ({
    signedIn: page,
    organization,
    client,
    checkAccessibility,
  }) => {
    const id = await createP3M3(client, organization);
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await page.goto(`/assessments/${id}/scope`);
    await expect(page.getByRole("button", { name: "Save & Continue" })).toBeDisabled();
    await checkAccessibility(page);
    await page.getByRole("link", { name: /^Review profile/ }).click();
    await expect(page.getByRole("button", { name: "Start assessment" })).toBeDisabled();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Restore it" }).click();
    await expect(page).toHaveTitle("Home | Maturity Assessment Tool");
    await expect(page.getByText("The assessment was restored.")).toBeVisible();
  });

  test("because a colleague has it: the form stays as it was filled in, and is saved once they have finished", async ({
    signedIn: page,
    user,
    app,
    organization,
    client,
    checkAccessibility,
  }) => {
    const ben = await apiClient(app.databaseUrl, `ben.${user.email}`, { ...user, name: "Ben" });
    const id = await createP3M3(client, organization);
    await page.goto(`/assessments/${id}/profile`);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    expectStatus(await ben.post(`/assessments/${id}/lock`), 200);
    await page.getByLabel("Assessment name").fill("Mine");
    await save(page);
    await expect(page.getByText(`ben.${user.email} is editing this assessment`)).toBeVisible();
    await checkAccessibility(page);
    expectStatus(await ben.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Theirs" }), 200);
    expectStatus(await ben.delete(`/assessments/${id}/lock`), 204);
    await save(page);
    await expect(page.getByText("This assessment was changed while you were working on it")).toBeVisible();
    await expect(page.getByText("Theirs")).toBeVisible();
    await expect(page.getByLabel("Assessment name")).toHaveValue("Mine");
    await checkAccessibility(page);
    await save(page);
    await heading(page, "Scope details");
    expect((await client.get(`/assessments/${id}`)).body.name).toBe("Mine");
  });
});

test.describe("when something fails", { tag: "@js" }, () => {
  test("page, dialog and alert say so, and everything stays as it was entered", async ({ browser, contextOptions, userAgent, user }) => {
    const faulty = await startAppWithFaults();
    const context = await browser.newContext({ ...contextOptions, userAgent, baseURL: faulty.url });
    try {
      const client = await apiClient(faulty.databaseUrl, user.email, user);
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1] });
      const page = await context.newPage();
      await page.goto(await faulty.entryLink(user.email, user));
      await page.goto(`/assessments/${id}/profile`);
      await isAlive(page);
      faulty.upstream.on("GET", `/assessments/${id}`, status(404));
      await page.getByRole("link", { name: /^Scope details/ }).click();
      await heading(page, "Assessment not found.");
      await expect(page.getByText("The assessment you are trying to access does not exist.")).toBeVisible();
      await expect(page.locator('main a[href="/"]')).toBeVisible();

      faulty.upstream.reset();
      await page.goto(`/assessments/${id}/scope`);
      await isAlive(page);
      faulty.upstream.on("PUT", `/assessments/${id}`, status(422));
      await page.getByRole("checkbox", { name: "Risk management" }).check();
      const dialog = page.getByRole("dialog", { name: "Sorry, something happened, try again..." });
      for (const _twice of [1, 2]) {
        await save(page);
        await expect(dialog).toBeVisible();
        await dialog.getByRole("button", { name: "Continue" }).click();
        await expect(dialog).toHaveCount(0);
        await expect(page.getByRole("checkbox", { name: "Risk management" })).toBeChecked();
      }
      faulty.upstream.reset();
      await save(page);
      await heading(page, "Review profile");

      await page.getByRole("link", { name: "Edit assessment details" }).click();
      faulty.upstream.on("PUT", `/assessments/${id}`, status(422));
      await page.getByLabel("Assessment name").fill("Do not lose me");
      await save(page);
      await expect(page.getByRole("alert")).toContainText("Something went wrong, please try again...");
      await expect(page.getByRole("alert")).toBeFocused();
      await expect(page.getByLabel("Assessment name")).toHaveValue("Do not lose me");
      faulty.upstream.reset();
      await save(page);
      await heading(page, "Scope details");
      expect((await client.get(`/assessments/${id}`)).body.name).toBe("Do not lose me");
    } finally {
      await context.close();
      await faulty.stop();
    }
  });
});

test.describe("before any script has arrived", { tag: "@js" }, () => {
  test.use({ hydrated: false });

  test("the steps work and are accessible", async ({ signedIn: page, organization, client, checkAccessibility }) => {
    const id = await createItil(client, organization, { selectedScope: "Maturity", practices: [] });
    await page.goto(`/assessments/${id}/scope/itil`);
    await page.getByRole("button", { name: "Set all service management practices to Supporting" }).click();
    await expect(counted(page)).toContainText("17 practices chosen");
    await save(page);
    await expect(page.getByRole("dialog")).toBeVisible();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Make it Comprehensive" }).click();
    await heading(page, "Review profile");
  });
});

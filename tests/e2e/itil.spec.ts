/** Answering ITIL in a browser: criteria by level, components, what is computed, the summary with its explanations, submission. */
import type { Page } from "@playwright/test";
import { type ItilScene, joinItil, startItil } from "../scenarios/itil.ts";
import { expect, intercept, signIn, test } from "../support/fixtures.ts";
import type { App } from "../support/server.ts";

type Setup = Parameters<typeof startItil>[1];

/** Somebody with an ITIL assessment, in front of the questions of a practice or component. */
async function open(app: App, page: Page, setup: Setup, code = "INM"): Promise<ItilScene> {
  const started = await startItil(app, setup);
  await signIn(page.context(), app, started);
  await page.goto(started.at(code));
  return started;
}

const level = (page: Page, number: number) => page.getByRole("region", { name: `Level ${number}`, exact: true });
const saving = (page: Page) => page.locator(".action-bar .save-mark");
/** Only then do keys answer. */
const isLive = (page: Page) => expect(saving(page)).toBeVisible();
const criteria = (page: Page, number: number) => level(page, number).getByRole("group");

/** Answers every criterion of a level, and waits until that is saved. */
async function answerLevel(page: Page, number: number, answers: (index: number) => "Fully" | "Rarely/Never") {
  const count = await criteria(page, number).count();
  for (let index = 0; index < count; index += 1)
    await criteria(page, number)
      .nth(index)
      .getByRole("radio", { name: answers(index) })
      .check();
  await expect(saving(page)).toContainText("Saved at");
}

test("a Maturity assessment of one practice is answered, explained, submitted and read", { tag: "@js" }, async ({
  app,
  page,
  checkAccessibility,
}) => {
  const started = await open(app, page, { selectedScope: "Maturity", primary: ["INM"] }, "CI");
  await expect(page).toHaveTitle("Continual improvement – CI | Maturity Assessment Tool");
  await expect(page.getByText("Maturity – Capability practice")).toBeVisible();
  await expect(level(page, 3)).toContainText("N/A. Opens when every criterion of level 2 is Fully.");
  await expect(criteria(page, 3).first().getByRole("radio", { name: "Fully" })).toBeDisabled();

  await answerLevel(page, 2, () => "Fully");
  await expect(level(page, 2)).toContainText("All Fully");
  await answerLevel(page, 3, (index) => (index === 0 ? "Rarely/Never" : "Fully"));
  await expect(level(page, 4)).toContainText("Locked because level 3 is not all Fully.");
  await expect(page.getByText("Score 2.00")).toBeVisible();
  await page.getByText("How this level is calculated").click();
  await checkAccessibility(page);
  await page.getByLabel("Assessment Notes").fill("From the review of the service desk");
  await page.getByRole("button", { name: "Next Practice" }).click();

  await expect(page).toHaveURL(/\/questions\/INM\/?$/i);
  await expect(page).toHaveTitle("Incident management – INM | Maturity Assessment Tool");
  await answerLevel(page, 2, () => "Fully");
  await expect(level(page, 2)).toContainText("All Fully");
  await answerLevel(page, 3, () => "Rarely/Never");
  await page.getByRole("button", { name: "Assess Maturity Components" }).click();

  for (const code of ["M-GP", "M-G", "M-SVC"]) {
    // The address changes a moment before the screen: both have a level 3 to choose.
    await expect(page).toHaveTitle(new RegExp(` – ${code} \\|`));
    const choice = page.getByRole("radio", { name: /^Level 3: / });
    await expect(page.getByRole("radio")).toHaveCount(5);
    if (code === "M-GP") await checkAccessibility(page);
    await choice.check();
    await expect(saving(page)).toContainText("Saved at");
    await page.getByRole("button", { name: "Next component" }).click();
  }
  await expect(page).toHaveURL(/\/questions\/M-P\/?$/i);
  await expect(page.getByRole("heading", { name: "Calculated from the practices" })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Next component" }).click();
  await expect(page).toHaveURL(/\/questions\/M-CI\/?$/i);
  await page.getByRole("button", { name: "View Summary" }).click();

  await expect(page).toHaveURL(started.summary);
  await expect(page.getByRole("row", { name: /^SVS Maturity Score 2/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Request statement" })).toBeVisible();
  await page.getByText("How the SVS Maturity Score is calculated").click();
  await expect(page.getByText("Practices and Continual Improvement cap it at 2.")).toBeVisible();
  await page.getByRole("link", { name: "Explain the score of Incident management" }).click();
  await expect(page.getByRole("link", { name: "Close the explanation of Incident management" })).toBeVisible();
  const checks = page.getByRole("region", { name: "Checks" });
  await checks.getByText(/^Checks: \d+ things to look at$/).click();
  await expect(checks.getByRole("link", { name: "The cover of the report names no author" })).toBeVisible();
  await checkAccessibility(page);

  await page.getByRole("button", { name: "Submit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Are you ready to Submit?" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("link", { name: "The cover of the report names no author" })).toBeVisible();
  await checkAccessibility(page, dialog);
  await dialog.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(page).toHaveURL(/\/result\/itil$/);
  expect(await started.note("CI")).toBe("From the review of the service desk");
});

test("independent validation is asked for on the summary, and told", { tag: "@js" }, async ({ app, page }) => {
  const started = await open(app, page, {});
  await started.answerAll("RN", 3);
  await page.goto(started.summary);
  await page.getByRole("button", { name: "Request statement" }).click();
  const dialog = page.getByRole("dialog", { name: "Request independent validation" });
  await expect(dialog).toContainText("Are you sure you would like independent validation for this assessment?");
  await dialog.getByRole("checkbox", { name: /^The end customer has agreed/ }).check();
  await dialog.getByRole("button", { name: "Request validation" }).click();
  await expect(
    page.getByText("A request for independent validation has been sent out and you will receive the response shortly."),
  ).toBeVisible();
});

test.describe("with script", { tag: "@js" }, () => {
  test("the focus returns to the button when a question is dismissed", async ({ app, page }) => {
    const started = await open(app, page, {});
    await started.answerAll("FF", 3);
    await page.goto(started.summary);
    for (const [button, title] of [
      ["Request statement", "Request independent validation"],
      ["Submit", "Are you ready to Submit?"],
    ] as const) {
      const opener = page.getByRole("button", { name: button, exact: true });
      const dialog = page.getByRole("dialog", { name: title });
      for (const dismiss of [() => page.keyboard.press("Escape"), () => dialog.getByRole("link", { name: "Cancel" }).click()]) {
        await opener.click();
        await expect(dialog.getByRole("heading", { name: title })).toBeFocused();
        await dismiss();
        await expect(dialog).toBeHidden();
        await expect(opener).toBeFocused();
      }
    }
  });

  test("what a change clears is said and taken back, and the keys answer criterion after criterion", async ({
    app,
    page,
    checkAccessibility,
  }) => {
    const { letters } = await open(app, page, {});
    await isLive(page);
    const count = await criteria(page, 2).count();
    await criteria(page, 2).first().getByRole("radio", { name: "Fully" }).focus();
    for (let index = 0; index < count; index += 1) for (const key of ["p", "f"]) await page.keyboard.press(key);
    await expect(criteria(page, 3).first().getByRole("radio", { name: "Fully" })).toBeFocused();
    await page.keyboard.press("1");
    await expect(saving(page)).toContainText("Saved at");
    await expect.poll(() => letters("INM")).toMatch(new RegExp(`^F{${count + 1}}N`));

    await criteria(page, 2).first().getByRole("radio", { name: "Rarely/Never" }).check();
    await expect(page.getByText("An answer of level 3 was cleared.")).toBeVisible();
    await expect(level(page, 3)).toContainText("N/A.");
    await checkAccessibility(page);
    await expect.poll(() => letters("INM")).toMatch(new RegExp(`^RF{${count - 1}}N+$`));
    await page.keyboard.press("u");
    await expect.poll(() => letters("INM")).toMatch(new RegExp(`^F{${count + 1}}N`));
  });

  test("a component is chosen by key, kept while the line is down, and sent when it is back", async ({ app, page, context, faults }) => {
    const { option } = await open(app, page, { selectedScope: "Maturity" }, "M-G");
    await isLive(page);
    // What the page reads ahead has come.
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.keyboard.press("4");
    await expect(page.getByRole("radio", { name: /^Level 4: / })).toBeChecked();
    await expect(page.getByRole("radio", { name: /^Level 4: / })).toBeFocused();
    await expect(saving(page)).toContainText("Not saved");
    await context.setOffline(false);
    await expect(saving(page)).toContainText("Saved at");
    expect(await option("M-G")).toBe(4);
    // A choice can be taken back, but not the first one.
    for (const key of ["u", "2", "u"]) await page.keyboard.press(key);
    await expect(page.getByRole("radio", { name: /^Level 4: / })).toBeChecked();
    await expect.poll(() => option("M-G")).toBe(4);
    faults.splice(0, faults.length, ...faults.filter((fault) => !fault.startsWith("console: Failed to fetch manifest patches")));
  });

  test("Retry leaves the focus with the state of saving, from where the keys go on", async ({ app, page, faults }) => {
    const { letters } = await open(app, page, {});
    await isLive(page);
    await intercept(page, /\/save$/, (route) => route.abort());
    await page.keyboard.press("1");
    await expect(saving(page)).toContainText("Not saved");
    await page.unroute(/\/save$/);
    await saving(page).getByRole("button", { name: "Retry" }).press("Enter");
    await expect(saving(page)).toContainText("Saved at");
    await expect(saving(page)).toBeFocused();
    await page.keyboard.press("1");
    await expect.poll(() => letters("INM")).toMatch(/^FF/);
    faults.length = 0;
  });

  test("a practice that a colleague changed meanwhile shows both versions", async ({ app, page, checkAccessibility }) => {
    const started = await open(app, page, {});
    const { client, id } = started;
    const colleague = await joinItil(app, started);
    await client.delete(`/assessments/${id}/lock`);
    await colleague.visitor.get(started.at("INM"));
    await colleague.visitor
      .form("Save answers")
      .choose(await firstCriterion(page), "Rarely/Never")
      .submit("Save answers");
    await colleague.visitor.follow("Home");
    await criteria(page, 2).first().getByRole("radio", { name: "Fully" }).check();
    await expect(page.getByText("This practice was changed in the meantime")).toBeVisible();
    await expect(page.locator(".versions-table tbody tr")).toHaveText([/FullyRarely|Rarely\/NeverFully/]);
    await expect(page.getByText(/^The other \d+ are the same in both\.$/)).toBeVisible();
    await checkAccessibility(page);
    await page.getByRole("link", { name: "Keep the stored version" }).click();
    await expect(criteria(page, 2).first().getByRole("radio", { name: "Rarely/Never" })).toBeChecked();
    expect(await started.letters("INM")).toMatch(/^RN/);
  });
});

const firstCriterion = async (page: Page) => (await criteria(page, 2).first().locator("legend").innerText()).trim();

test("on a phone the criteria fit", { tag: "@js" }, async ({ app, page, checkAccessibility }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { summary } = await open(app, page, { selectedScope: "Maturity", primary: ["INM", "SDK"], supporting: ["CHE"] });
  for (const path of [undefined, summary]) {
    if (path) await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await checkAccessibility(page);
  }
});

test.describe("before any script has arrived", { tag: "@js" }, () => {
  test.use({ hydrated: false });

  test("the first answer is stored at once, of a practice and of a component, and the form saves the others", async ({ app, page }) => {
    const started = await open(app, page, { selectedScope: "Maturity", primary: ["INM"] });
    const first = criteria(page, 2).first();
    await first.getByRole("radio", { name: "Fully" }).check();
    await expect.poll(() => started.letters("INM")).toMatch(/^FN+$/);
    await first.getByRole("radio", { name: "Rarely/Never" }).check();
    await page.getByRole("button", { name: "Save answers" }).click();
    await expect(page.getByText("Your answers and notes are saved.")).toBeVisible();
    expect(await started.letters("INM")).toMatch(/^RN+$/);

    const component = "M-G";
    await page.goto(started.at(component));
    await page.getByRole("radio").first().check();
    await expect.poll(() => started.option(component)).toBeDefined();
  });
});

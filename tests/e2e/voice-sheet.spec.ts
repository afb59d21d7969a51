/** A sheet on a phone with script: filled in by keys alone, saved as people go, on a line that drops. */
import type { Locator, Page } from "@playwright/test";
import { test as base, expect, isAlive } from "../support/fixtures.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, startAppWithFaults } from "../support/seed.ts";
import { type ServedSheet, serveSheets } from "../support/sheets.ts";

const PAGE = `/voice/pages/${encodeURIComponent("thread/1/1")}`;

const test = base.extend<{ sheet: ServedSheet }, { served: AppWithFaults }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const served = await startAppWithFaults();
      await use(served);
      await served.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ served }, use) => use(served.url),
  sheet: async ({ served: { upstream } }, use) => {
    upstream.on("GET", "/extensions", json({ extensions: ["voices", "versions"] }));
    const [sheet] = serveSheets(upstream, { sheet: "harbour", message: "Please be frank.", checksFacts: true });
    await use(sheet as ServedSheet);
    upstream.reset();
  },
});
test.use({ viewport: { width: 390, height: 844 } });

const first = ({ pages }: ServedSheet) => pages[0]?.statements[0];

test("a sheet is filled in by keys alone, and each control is named with its statement", { tag: "@js" }, async ({
  page,
  sheet,
  checkAccessibility,
}) => {
  const heading = (name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const pressOn = async (name: string, role: "button" | "link") => {
    await isAlive(page);
    const target = page.getByRole(role, { name, exact: true });
    await expect(async () => {
      await page.keyboard.press("Tab");
      await expect(target).toBeFocused({ timeout: 100 });
    }).toPass({ intervals: [0] });
    await page.keyboard.press("Enter");
  };
  await page.goto(`/voice/${sheet.token}`);
  await heading("Your view is asked for");
  await checkAccessibility(page);
  await pressOn("Open my sheet", "button");
  await heading("Your view of Harbour Board");
  await checkAccessibility(page);
  await pressOn("Begin", "link");
  await heading("Asset Management");
  const statement = page.getByRole("group", { name: "Assets are recorded." });
  const radio = (name: string) => statement.getByRole("radio", { name, exact: true });
  // The focus is on the heading. Then come what the page is about, and the first answer.
  for (let times = 0; times < 2; times += 1) await page.keyboard.press("Tab");
  await expect(radio("Fully")).toBeFocused();
  await expect(statement.getByRole("radio", { checked: true })).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(radio("Partially")).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(statement.getByRole("textbox", { name: "Comment" })).toBeFocused();
  await page.keyboard.type("Since May");
  await page.keyboard.press("Tab");
  await expect(statement.getByRole("textbox", { name: "Where it can be seen" })).toBeFocused();
  await page.keyboard.type("In the register");
  await expect.poll(() => first(sheet)).toMatchObject({ choice: "Partially", comment: "Since May", seen: "In the register" });
  await expect(page.getByText("Saved at")).toBeVisible();
  await page
    .getByRole("group", { name: "Do you agree with the assessor's verdict on this page?" })
    .getByRole("radio", { name: "I disagree" })
    .press("Space");
  await expect(page.getByText("Please say why.").first()).toBeVisible();
  await checkAccessibility(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await page.getByRole("button", { name: "Save and next" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Why not" })).toBeFocused();
  await page.keyboard.type("It is newer");
  await page.getByRole("button", { name: "Save and next" }).press("Enter");
  await heading("Planning");
  expect(sheet.pages[0]?.check).toMatchObject({ agrees: false, reason: "It is newer" });
  await page.getByRole("button", { name: "Save and back" }).press("Enter");
  await heading("Your view of Harbour Board");
  await expect(page.getByRole("status").filter({ hasText: "Your answers are saved." })).toBeVisible();
  await page.getByRole("link", { name: "Planning" }).click();
  await heading("Planning");
  await page.getByRole("group", { name: "Plans are agreed." }).getByRole("radio", { name: "Fully" }).check();
  await page.getByRole("button", { name: "I am done" }).press("Enter");
  await heading("Your view of Harbour Board");
  await expect(page.getByRole("status").filter({ hasText: "Thank you." })).toBeVisible();
  expect([sheet.pages[1]?.statements[0]?.choice, sheet.doneAt]).toEqual(["Fully", "2026-11-27T10:00:00.000Z"]);
});

/** Presses Tab until a control has the focus. It fails where no key leads there. */
async function tabTo(page: Page, target: Locator) {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let times = 0; times < 40 && !(await isFocused()); times += 1) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}

test("a whole sheet is filled in by keys alone without script, from the link to 'I am done'", { tag: "@no-js" }, async ({
  page,
  sheet,
  checkAccessibility,
}) => {
  sheet.pages = sheet.pages.slice(0, 2);
  const heading = (name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const press = async (key: string, target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const named = (role: "button" | "link", name: string) => page.getByRole(role, { name, exact: true });
  /** Chooses an answer, by arrows from the first, and says more. */
  const answer = async (statement: Locator, presses: number, answered: string, [comment = "", seen = ""]: string[] = []) => {
    await tabTo(page, statement.getByRole("radio").first());
    await page.keyboard.press("Space");
    for (let times = 0; times < presses; times += 1) await page.keyboard.press("ArrowDown");
    await expect(statement.getByRole("radio", { name: answered, exact: true })).toBeChecked();
    if (comment === "") return;
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, statement.getByRole("textbox", { name: "Comment" }));
    await page.keyboard.type(comment);
    await tabTo(page, statement.getByRole("textbox", { name: "Where it can be seen" }));
    await page.keyboard.type(seen);
  };
  const statement = (name: string) => page.getByRole("group", { name });
  const check = statement("Do you agree with the assessor's verdict on this page?");

  await page.goto(`/voice/${sheet.token}`);
  await heading("Your view is asked for");
  await press("Enter", named("button", "Open my sheet"));
  await heading("Your view of Harbour Board");
  await press("Enter", named("link", "Begin"));
  await heading("Asset Management");
  await answer(statement("Assets are recorded."), 1, "Partially", ["Since May", "In the register"]);
  await answer(statement("Assets are reviewed each year."), 3, "I cannot tell");
  await tabTo(page, check.getByRole("radio", { name: "I agree" }));
  await page.keyboard.press("Space");
  await expect(check.getByRole("radio", { name: "I agree" })).toBeChecked();
  await press("Enter", named("button", "Save and next"));
  await heading("Planning");
  await answer(statement("Plans are agreed."), 0, "Fully");
  await checkAccessibility(page);
  await press("Enter", named("button", "Save and back"));
  await heading("Your view of Harbour Board");
  await expect(page.getByText("3 of 3 answered")).toBeVisible();
  await press("Enter", named("button", "I am done"));
  await expect(page.getByText("that you are done. You can still change your answers.")).toBeVisible();
  expect(sheet.doneAt).not.toBeNull();
  expect(sheet.pages.flatMap(({ statements }) => statements)).toMatchObject([
    { choice: "Partially", comment: "Since May", seen: "In the register" },
    { choice: "cannotTell", comment: "", seen: "" },
    { choice: "Fully" },
  ]);
  expect(sheet.pages[0]?.check).toMatchObject({ agrees: true });
});

test("forced colours tell each chosen answer, taking it back too, from the others, and it can be read", { tag: "@no-js" }, async ({
  page,
  sheet,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/voice/${sheet.token}`);
  await page.getByRole("button", { name: "Open my sheet" }).click();
  await page.getByRole("link", { name: "Asset Management" }).click();
  const label = (name: string) => page.getByRole("group", { name: "Assets are recorded." }).locator("label").filter({ hasText: name });
  const look = (name: string) =>
    label(name).evaluate((element) => ({
      ground: getComputedStyle(element).backgroundColor,
      ink: getComputedStyle(element.querySelector("span") as Element).color,
    }));
  const unchosen = await look("Partially");
  for (const name of ["Fully", "No answer"]) {
    await label(name).getByRole("radio").press("Space");
    await expect(label(name).getByRole("radio")).toBeChecked();
    const chosen = await look(name);
    expect(chosen.ground, name).not.toBe(unchosen.ground);
    expect(chosen.ink, name).not.toBe(chosen.ground);
  }
});

test("whoever agrees with a verdict that has changed is told so at the check, and sees it after loading the page again", {
  tag: "@js",
}, async ({ page, sheet, checkAccessibility }) => {
  await page.goto(`/voice/${sheet.token}`);
  await page.getByRole("button", { name: "Open my sheet" }).click();
  await page.getByRole("link", { name: "Asset Management" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Asset Management" })).toBeVisible();
  await isAlive(page);
  const verdictIs = (verdict: string, verdicts: string) => {
    const [now] = sheet.pages;
    const statements = now?.statements.map((each) => ({ ...each, verdict })) ?? [];
    if (now) sheet.pages = sheet.pages.with(0, { ...now, statements, check: { agrees: null, reason: "", verdicts } });
  };
  verdictIs("Fully", "2");
  const check = page.getByRole("group", { name: "Do you agree with the assessor's verdict on this page?" });
  await check.getByRole("radio", { name: "I agree" }).check();
  await expect(check.getByRole("alert")).toContainText("The verdict has changed since you opened this page");
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Save and next" }).click();
  await expect(check.getByRole("alert")).toBeFocused();
  await check.getByRole("link", { name: "Load the page again" }).click();
  await expect(check.getByRole("radio", { name: "I agree" })).not.toBeChecked();
  await expect(page.getByText("The assessor's verdict: Fully").first()).toBeVisible();
  await isAlive(page);
  await check.getByRole("radio", { name: "I agree" }).check();
  await expect.poll(() => sheet.pages[0]?.check?.agrees).toBe(true);
});

test("what is entered is kept while the line is down or the service fails, and after another device saved", { tag: "@js" }, async ({
  page,
  context,
  sheet,
  served: { upstream },
  checkAccessibility,
  faults,
}) => {
  await page.goto(`/voice/${sheet.token}`);
  await page.getByRole("button", { name: "Open my sheet" }).click();
  await page.getByRole("link", { name: "Asset Management" }).click();
  const mark = page.locator(".action-bar .save-mark");
  await expect(mark).toBeVisible();
  const statement = page.getByRole("group", { name: "Assets are recorded." });
  const comment = statement.getByRole("textbox", { name: "Comment" });
  await statement.getByText("Comment, and where").click();

  await context.setOffline(true);
  await statement.getByRole("radio", { name: "Fully" }).check();
  await comment.fill("On a train");
  await expect(mark).toContainText("Not saved");
  await context.setOffline(false);
  await expect.poll(() => first(sheet)).toMatchObject({ choice: "Fully", comment: "On a train" });
  await expect(mark).toContainText("Saved at");

  upstream.on("PUT", PAGE, status(502));
  await comment.fill("In a tunnel");
  await expect(mark).toContainText("Not saved");
  // Whoever wants to go on reads why they cannot.
  await page.getByRole("button", { name: "Save and back" }).press("Enter");
  await expect(page.locator("[data-trouble]")).toBeFocused();
  await expect(
    page.getByText("The service does not answer. What you entered is still on this page and kept in this browser."),
  ).toBeVisible();
  await page.goto("/voice/sheet/harbour");
  await expect(page.getByText("This browser keeps work that was not sent")).toBeVisible();
  const served = serveSheets(upstream, { sheet: "harbour", checksFacts: true })[0] as ServedSheet;
  served.pages = sheet.pages;
  await page.getByRole("list").getByRole("link", { name: "Asset Management" }).first().click();
  await expect(comment).toHaveValue("In a tunnel");
  await expect.poll(() => first(served)?.comment).toBe("In a tunnel");

  const [stored, ...others] = served.pages;
  if (!stored) throw new Error("There is no page.");
  const moved = stored.statements.map((each) => ({ ...each, choice: "Rarely/Never" }));
  served.pages = [{ ...stored, statements: moved, versions: { voicePage: 99 } }, ...others];
  await comment.fill("At my desk");
  await expect(page.getByText("This page was changed on another device")).toBeVisible();
  await expect(comment).toHaveValue("At my desk");
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Save mine instead" }).click();
  await expect.poll(() => first(served)).toMatchObject({ choice: "Fully", comment: "At my desk" });

  served.bearer = "a newer one";
  await comment.fill("Too late");
  await expect(page.getByText("Your sheet is not open in this browser any more")).toBeVisible();
  await page.context().request.post(`/voice/${served.token}`, { headers: { Origin: new URL(page.url()).origin } });
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => first(served)?.comment).toBe("Too late");
  const isDownLine = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|manifest patches/;
  faults.splice(0, faults.length, ...faults.filter((fault) => !isDownLine.test(fault)));
});

test("what could not be saved before a page or the sheet was over can be copied, until this device forgets it", { tag: "@js" }, async ({
  page,
  sheet,
}) => {
  await page.goto(`/voice/${sheet.token}`);
  await page.getByRole("button", { name: "Open my sheet" }).click();
  await page.getByRole("link", { name: "Asset Management" }).click();
  const statement = page.getByRole("group", { name: "Assets are recorded." });
  await isAlive(page);
  await statement.getByText("Comment, and where").click();
  const kept = page.getByRole("textbox", { name: "Asset Management" });
  sheet.pages = sheet.pages.slice(1);
  await statement.getByRole("textbox", { name: "Comment" }).fill("Seldom, I am afraid");
  await expect(page.getByText("This page is not on your sheet.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "This page is not on your sheet." })).toBeVisible();
  await expect(kept).toHaveValue("Statement 1\nComment: Seldom, I am afraid");
  sheet.closed = true;
  await page.getByRole("link", { name: "Go to the sheet" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "This sheet is closed" })).toBeVisible();
  await expect(kept).toHaveValue("Statement 1\nComment: Seldom, I am afraid");
  await page.getByRole("button", { name: "Forget my sheet on this device" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "This device has forgotten your sheet" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("harbour")))).toEqual([]);
});

test("the first page says all that matters on the screen of a small phone, and ‘Begin’ is on it", { tag: "@no-js" }, async ({
  page,
  sheet,
  checkAccessibility,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/voice/${sheet.token}`);
  await page.getByRole("button", { name: "Open my sheet" }).click();
  const begin = page.getByRole("link", { name: "Begin" });
  for (const seen of [
    page.getByText("Mara (mara@example.org) wants to know"),
    page.getByText("about 2 minutes"),
    page.getByText("Everybody who edits this assessment sees your answers, with your name. Results and reports name nobody."),
    begin,
  ]) {
    const box = await seen.boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThanOrEqual(640);
  }
  await expect(page.getByText("Your answers count in no score.")).toBeHidden();
  await page.getByText("What becomes of your answers, and of your name").click();
  await expect(page.getByText("Your answers count in no score.")).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("link", { name: "Do not write to me again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Get no more mails about sheets?" })).toBeVisible();
  await checkAccessibility(page);
});

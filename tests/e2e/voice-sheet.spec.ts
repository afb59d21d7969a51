/** A sheet on a phone with script: filled in by keys alone, saved as people go, on a line that drops. */
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
  await expect(radio("No answer")).toBeChecked();
  // The focus is on the heading. Then come the link to all pages, what the page is about, and the first statement.
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("Tab");
  await expect(radio("No answer")).toBeFocused();
  for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
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
  await expect(check.getByRole("radio", { name: "No answer" })).toBeChecked();
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

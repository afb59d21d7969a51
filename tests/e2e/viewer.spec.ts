/** What a viewer meets with script: the same screens without anything that writes, legible and operable like any other (docs/rules/rights.md#permissions). */
import type { Page } from "@playwright/test";
import { paths, resultPaths } from "../../app/views/paths.ts";
import {
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import { test as base, expect, isAlive } from "../support/fixtures.ts";
import { apiClient, changeByOperator } from "../support/seed.ts";

const TITLE = "You may read this, but not change it.";

/** The numbers of what an assessor has left in the team: nobody edits any of it. */
const test = base.extend<{ left: Record<"organization" | "open" | "itil" | "completed", number> }>({
  left: async ({ app, user }, use) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const organization = await createOrganization(client);
    const scope = { perspectiveIds: [1], threadIds: [1, 2] };
    const open = await createP3M3(client, organization, scope);
    expectStatus(await answerThread(client, open, 1, 1, "FFFPN"), 200);
    const itil = await createItil(client, organization);
    expectStatus(await answerPractice(client, itil, 19, "F"), 200);
    const completed = await completeP3M3(client, organization, "FFFPN", scope);
    for (const id of [open, itil]) expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await use({ organization, open, itil, completed });
  },
});

/** Controls that change something. Review points are left out, because viewers write them, and so are the keys, which are the reader's own. */
const controls = (page: Page) =>
  page.locator(
    'main :is(textarea, [contenteditable], form[method="post"] :is(input:not([type="hidden"]), select, button:not([type="button"]))):enabled:not([form^="add-point-"], [name="keys"])',
  );

test("a viewer's screens are accessible, fit a phone and hold no control that writes", { tag: "@js" }, async ({
  signInAs,
  left: { organization, open, itil, completed },
  checkAccessibility,
}) => {
  test.slow();
  const page = await signInAs({ permission: "viewer" });
  const view = (path: string) => path.replace(/(\/assessments\/\d+)/, "$1/view");
  for (const screen of [
    paths.home({ organizationId: organization }),
    paths.home({ organizationId: organization, tab: "completed" }),
    view(paths.questions(open, "BM", "AM")),
    view(paths.practiceQuestions(itil, "INM")),
    view(paths.summary(open, "P3M3")),
    view(paths.summary(itil, "ITIL")),
    resultPaths(true).result(open, "P3M3"),
    paths.report(completed),
    paths.evidence(open),
    paths.history(open),
  ]) {
    await test.step(screen, async () => {
      expect((await page.goto(screen))?.status(), screen).toBe(200);
      await isAlive(page);
      expect(await controls(page).evaluateAll((elements) => elements.map((each) => each.outerHTML.slice(0, 160))), screen).toEqual([]);
      await checkAccessibility(page);
      await page.setViewportSize({ width: 390, height: 844 });
      const across = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(across, screen).toBe(0);
      await page.setViewportSize({ width: 1280, height: 720 });
    });
  }
});

test("a refusal names itself, takes the focus and leads to the same to read", { tag: "@js" }, async ({
  signInAs,
  left: { open },
  checkAccessibility,
}) => {
  const page = await signInAs({ permission: "viewer" });
  await page.goto(paths.questions(open, "BM", "AM"));
  await isAlive(page);
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("link", { name: "Open it to read" }).press("Enter");
  // The first thread that is not answered.
  await expect(page).toHaveURL(/\/view\/questions\/BM\/AS$/i);
  await expect(page.getByText("You are a viewer of this team, so you can read this assessment but not change it.")).toBeVisible();
  // The keys that answer have nothing to answer.
  await page.keyboard.press("3");
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.getByText(/^Saved at/)).toHaveCount(0);
});

test("a viewer without an organization reads whom to ask, and meets no form", { tag: "@js" }, async ({ signInAs, checkAccessibility }) => {
  const page = await signInAs({ permission: "viewer" });
  await page.goto("/");
  await isAlive(page);
  await expect(page.getByRole("heading", { name: "Nobody has given you an organization yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create new organisation" })).toHaveCount(0);
  await checkAccessibility(page);
});

test("whoever becomes a viewer while answering reads why nothing is saved, and keeps what they typed", { tag: "@js" }, async ({
  app,
  signedIn: page,
  user,
  left: { open },
  checkAccessibility,
}) => {
  await page.goto(paths.questions(open, "BM", "AM"));
  await expect(page.locator(".action-bar .save-mark")).toBeVisible();
  await changeByOperator(app.databaseUrl, user.email, { permission: "viewer" });
  await page.getByRole("textbox", { name: "Assessment Notes" }).fill("Typed before the change");
  await expect(page.getByText(TITLE).first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Assessment Notes" })).toHaveValue("Typed before the change");
  await checkAccessibility(page);
});

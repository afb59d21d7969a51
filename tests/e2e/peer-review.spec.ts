/** A colleague reads before a report is delivered, by keyboard (docs/rules/peer-review.md). */
import type { Locator, Page } from "@playwright/test";
import { paths, resultPaths } from "../../app/views/paths.ts";
import { reviewPaths } from "../../app/views/peer-review.ts";
import { answerAll, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { expect, isAlive, test } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

/** Presses something that has the focus. */
async function enterOn(page: Page, control: Locator): Promise<void> {
  // A button is disabled until the answer to its form has wholly come.
  await expect(control).toBeEnabled();
  await control.focus();
  await page.keyboard.press("Enter");
}

/** Types into the box that has the focus, and sends it by the button after it. */
async function typeAndSend(page: Page, text: string, button: string | RegExp): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: button })).toBeFocused();
  await page.keyboard.press("Enter");
}

const saved = (page: Page, words: string) => expect(page.getByText(words)).toBeVisible();
const openFold = (place: Page | Locator, words: string | RegExp) => place.locator("summary").filter({ hasText: words }).first();

test("a partner reads a draft, leaves points by keyboard, sends it back and approves; it is submitted and corrected", {
  tag: "@js",
}, async ({ app, user, signedIn: page, signInAs, checkAccessibility }) => {
  test.slow();
  const client = await apiClient(app.databaseUrl, user.email, user);
  const lead = await apiClient(app.databaseUrl, `lee.${user.email}`, { team: user.team, permission: "lead" });
  const partner = await signInAs({ name: "Kim", email: `kim.${user.email}`, permission: "viewer" });
  // An earlier year, the other model, and something archived are there, too.
  const organization = await createOrganization(client);
  const scope = { perspectiveIds: [1, 2], threadIds: [1, 2] };
  const before = await completeP3M3(client, organization, "FRNNN", scope);
  expectStatus(await lead.put("/team/rules", { fourEyes: true, reason: "" }), 200);
  const archived = await createP3M3(client, organization, scope);
  expectStatus(await client.post(`/assessments/${archived}/archive`), 200);
  await createItil(client, organization);
  const id = await createP3M3(client, organization, { ...scope, previousId: before });
  await answerAll(client, id, "FFRNN");
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const report = resultPaths(true).report(id);

  await test.step("the partner reads the draft, and writes three points", async () => {
    await partner.goto(paths.questions(id, "BM", "AM").replace(/(\/assessments\/\d+)/, "$1/view"));
    await isAlive(partner);
    await partner.keyboard.press("?");
    await expect(partner.getByRole("heading", { name: "Keys" })).toBeFocused();
    await expect(partner.locator("#keys dt")).toHaveText(["Q", "?"]);
    await partner.keyboard.press("Escape");
    await partner.keyboard.press("q");
    await expect(partner.getByRole("textbox", { name: "Review point" })).toBeFocused();
    await typeAndSend(partner, "Who says that?", "Add review point");
    await saved(partner, "The review point was added.");
    // One reads on where one was.
    await expect(partner).toHaveURL(/\/view\/questions\/BM\/AM#write$/);
    await expect(partner.getByRole("link", { name: "Write a review point", exact: true })).toBeFocused();
    // The key is about the statement in which the focus is.
    await partner.getByRole("link", { name: "Write a review point about statement 2" }).focus();
    await partner.keyboard.press("q");
    await expect(partner.getByRole("textbox", { name: /^Statement/ })).toHaveValue("2");

    await partner.goto(report);
    await isAlive(partner);
    for (const [text, point] of [
      ["Executive summary", "Too long for the board"],
      ["1. Benefits management", "They cannot pay for this"],
    ] as const) {
      await enterOn(partner, openFold(partner, text));
      await enterOn(partner, openFold(partner, `Write a review point about ${text}`));
      await partner.keyboard.press("Tab");
      await typeAndSend(partner, point, `Add review point about ${text}`);
      await saved(partner, "The review point was added.");
      await isAlive(partner);
    }
    await enterOn(partner, openFold(partner, "Executive summary"));
    await enterOn(partner, openFold(partner, "1 review point, 1 open about Executive summary"));
    await expect(partner.locator(".note-text", { hasText: "Too long for the board" })).toBeVisible();
    await checkAccessibility(partner);
  });

  await test.step("and sends it back", async () => {
    await partner.goto(reviewPaths.screen(id));
    await isAlive(partner);
    await expect(partner.getByText("3 review points, 3 open in all.")).toBeVisible();
    await enterOn(partner, partner.getByRole("link", { name: /^Reply to the point of Kim about Executive summary/ }));
    await expect(partner.getByRole("textbox", { name: "Reply" })).toBeFocused();
    await enterOn(partner, partner.getByRole("link", { name: "Cancel" }));
    await expect(partner.getByRole("textbox", { name: "Reply" })).toHaveCount(0);
    // An empty box that somebody only passes is not wrong.
    await partner.getByRole("textbox", { name: "Review point" }).focus();
    await partner.keyboard.press("Tab");
    await expect(partner.getByText("This Field is required.")).toHaveCount(0);
    await enterOn(partner, partner.getByRole("link", { name: "Recommended step: Benefits management", exact: true }));
    await expect(partner.locator("#step-BM-step")).toBeFocused();
    await expect(partner.locator("#step-BM-step")).toBeInViewport();
    await partner.goto(reviewPaths.screen(id));
    await isAlive(partner);
    await partner.getByRole("textbox", { name: /What you want to say/ }).focus();
    await partner.keyboard.type("See my points");
    await partner.keyboard.press("Tab");
    await expect(partner.getByRole("button", { name: "Send back" })).toBeFocused();
    await partner.keyboard.press("Enter");
    await saved(partner, "You have sent this back.");
    await checkAccessibility(partner);
  });

  await test.step("the assessor cannot submit, answers the points, and writes another summary", async () => {
    await page.goto(paths.summary(id, "P3M3"));
    await page.getByRole("button", { name: "Submit assessment" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Are you ready to Submit?" });
    await expect(dialog.getByText(/Your team has the rule of four eyes: .* can\./)).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Submit assessment" })).toHaveCount(0);

    await page.goto(report);
    await isAlive(page);
    await expect(page.getByText(/^Sent back by Kim on /)).toBeVisible();
    await page.getByRole("textbox", { name: "Executive summary", exact: true }).fill("In short: two.");
    await expect(page.getByRole("form", { name: "Executive summary" }).getByRole("status")).toHaveText("Saved");
    await openFold(page, "1 review point, 1 open about Executive summary").click();
    await page.getByRole("button", { name: /^Settle the point of Kim about Executive summary, ‘/ }).click();
    await saved(page, "The review point is settled.");
    await isAlive(page);
    await openFold(page, "1. Benefits management").click();
    await openFold(page, "1 review point, 1 open about 1. Benefits management").click();
    await openFold(page, /Reply\s+to the point of Kim about Recommended step: Benefits management, ‘/).click();
    await page.getByRole("textbox", { name: "Reply about 1. Benefits management" }).fill("The sponsor has agreed");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Add reply about 1. Benefits management" }).click();
    await saved(page, "The reply was added.");
  });

  await test.step("the partner approves, and the assessor submits with the partner on the cover", async () => {
    await partner.goto(reviewPaths.screen(id));
    await isAlive(partner);
    await expect(
      partner.getByText(/^Since you sent it back on .*: executive summary; 1 review point settled and 1 reply\.$/),
    ).toBeVisible();
    await enterOn(partner, partner.getByRole("button", { name: "Approve", exact: true }));
    await expect(partner.getByRole("heading", { name: "Approve it all the same?" })).toBeFocused();
    await expect(partner.getByText("2 review points are open, all of them yours. Approving settles none of them.")).toBeVisible();
    await checkAccessibility(partner);
    await enterOn(partner, partner.getByRole("button", { name: "Approve all the same" }));
    await saved(partner, "You have approved this.");

    await page.goto(report);
    await isAlive(page);
    await expect(page.getByText(/^Approved by Kim on .* Nothing has changed since\.$/)).toBeVisible();
    // The screen shows the state of the peer review after each save.
    const summary = page.getByRole("textbox", { name: "Executive summary", exact: true });
    await summary.fill("In short: three.");
    await expect(page.getByText(/^Approved by Kim on .* Changed since: executive summary\.$/)).toBeVisible();
    await expect(page.getByText(/Kim approved it on .* Changed since: executive summary\./)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Use as reviewer/ })).toHaveCount(0);
    await summary.fill("In short: two.");
    await expect(page.getByText(/^Approved by Kim on .* Nothing has changed since\.$/)).toBeVisible();
    await page.getByRole("button", { name: /^Use as reviewer/ }).click();
    await expect(page.getByRole("textbox", { name: "Reviewer (optional)" })).toHaveValue("Kim");
    await page.goto(paths.summary(id, "P3M3"));
    await page.getByRole("button", { name: "Submit assessment" }).first().click();
    await page.getByRole("dialog", { name: "Are you ready to Submit?" }).getByRole("button", { name: "Submit assessment" }).click();
    await saved(page, "The assessment was submitted.");
  });

  await test.step("a correction begins without points and approvals, and needs an approval of its own", async () => {
    await page.goto(`/assessments/${id}/edition`);
    await isAlive(page);
    await page.getByRole("textbox", { name: "Why is it corrected?" }).fill("One level was wrong");
    await page.getByRole("button", { name: "Make the edition" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /, edition 2/ })).toBeVisible();
    const edition = Number(/\/assessments\/(\d+)\//.exec(page.url())?.[1]);
    await page.goto(reviewPaths.screen(edition));
    await expect(page.getByText("Nobody has written a review point yet.")).toBeVisible();
    await expect(page.getByText("Nobody has approved this or sent it back yet.")).toBeVisible();
    expectStatus(await client.post(`/assessments/${edition}/lock`), 200);
    await answerAll(client, edition, "FFFRN");
    expectStatus(await client.post(`/assessments/${edition}/complete`), 422);

    await partner.goto(reviewPaths.screen(edition));
    await isAlive(partner);
    // The summary of what is corrected no longer fits.
    await enterOn(partner, partner.getByRole("button", { name: "Approve", exact: true }));
    await expect(partner.getByRole("heading", { name: "Approve it all the same?" })).toBeFocused();
    await expect(partner.getByRole("listitem").filter({ hasText: /^Texts that no longer fit: \d+ \(Executive summary/ })).toBeVisible();
    await enterOn(partner, partner.getByRole("button", { name: "Approve all the same" }));
    await saved(partner, "You have approved this.");
    expectStatus(await client.post(`/assessments/${edition}/complete`), 200);
    await partner.goto(resultPaths(false).report(edition));
    await expect(partner.getByText(/^Approved by Kim on .* Nothing has changed since\.$/)).toBeVisible();
  });
});

test("whoever comes back from a check finds the list of checks unfolded", async ({ app, user, signedIn: page }) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1, 2] });
  await answerAll(client, id, "FRNNN");
  expectStatus(await client.post(`/assessments/${id}/review-points`, { about: "thread/1/1", text: "Who says so?" }), 201);
  const checks = page.getByRole("region", { name: "Checks" });
  const points = checks.getByRole("link", { name: "Open review points: 1" });
  const fold = checks.getByRole("link", { name: /^Checks: \d things to look at$/ });
  for (const address of [paths.summary(id, "P3M3"), resultPaths(true).result(id, "P3M3"), resultPaths(true).report(id)]) {
    await page.goto(address);
    await expect(points).toBeHidden();
    await enterOn(page, fold);
    await expect(points).toBeVisible();
    await enterOn(page, points);
    await expect(page.getByRole("heading", { name: "Review points" })).toBeVisible();
    await page.goBack();
    await expect(points).toBeVisible();
  }
});

test("the list of checks is folded again, by keyboard", { tag: "@js" }, async ({ app, user, signedIn: page, checkAccessibility }) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1, 2] });
  await answerAll(client, id, "FRNNN");
  await page.goto(`${paths.summary(id, "P3M3")}?show=unnoted#checks`);
  await isAlive(page);
  const fold = page.getByRole("region", { name: "Checks" }).getByRole("link", { name: /^Checks: / });
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await checkAccessibility(page);
  await enterOn(page, fold);
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByRole("region", { name: "Checks" }).getByRole("listitem")).toHaveCount(0);
  await expect(page).toHaveURL(/\?show=unnoted$/);
});

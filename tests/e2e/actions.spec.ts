/** The forms of actions and targets with script (docs/rules/actions.md#one-action, docs/rules/targets.md#setting-them). */
import { morePaths } from "../../app/views/more-paths.ts";
import { paths } from "../../app/views/paths.ts";
import { expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { expect, isAlive } from "../support/fixtures.ts";
import { test } from "../support/test-assessment.ts";

const ACTION = { why: "", assessmentId: null, places: [], owner: "Ann", due: null, effort: null, effect: null, state: "open" };
const agree = async (client: Client, organization: number): Promise<number> =>
  expectStatus(await client.post(`/organizations/${organization}/actions`, { ...ACTION, title: "Keep one register" }), 201).body.id;

test.describe("with script", { tag: "@js" }, () => {
  test("from a mark to an action and back to the question, by keys alone", async ({ signedIn: page, place }) => {
    await expect(page.locator(".action-bar .save-mark")).toBeVisible();
    const mark = page.locator("details.diagnostics").first();
    await mark.locator("summary").press("Enter");
    await mark.getByRole("radio", { name: "Improvement" }).first().press("Space");
    // The mark is saved before the page is left.
    await mark
      .getByRole("link", { name: /^Add an action about/ })
      .first()
      .press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Add an action" })).toBeVisible();
    await expect(page.getByLabel("Title")).not.toHaveValue("");
    await expect(page.getByLabel(/^Why/)).toHaveValue(/^To improve in /);
    expect((await place.client.get(`/assessments/${place.id}/lock`)).status).toBe(404);
    await page.getByLabel("Title").fill("Keep one register");
    await page.getByLabel("Title").press("Enter");
    await expect(page).toHaveURL(paths.questions(place.id, "BM", "AM"));
    await expect(page.getByText("The action was added.")).toBeVisible();
    await expect(page.locator("#agreed")).toContainText("Keep one register Open");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("link", { name: /^Add an action/ }).first()).toBeHidden();
  });

  test("an action keeps what was typed when it is left, refused, and changed by a colleague", async ({
    signedIn: page,
    place: { client, organization },
    checkAccessibility,
  }) => {
    const id = await agree(client, organization);
    const at = paths.action(organization, id);
    await page.goto(at);
    await isAlive(page);
    await page.getByLabel(/^Why/).fill("Nobody knows what was promised");
    await page.getByRole("link", { name: "All actions" }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay on this page" }).click();
    await page.getByLabel("Title").fill("");
    await page.getByLabel("Title").press("Enter");
    await expect(page.getByLabel("Title")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Title").fill("Keep one register of benefits");
    expectStatus(await client.put(at, { ...ACTION, title: "Keep one register", owner: "Bea" }), 200);
    await page.getByRole("button", { name: "Save changes" }).click();
    const notice = page.getByText("Owner is now ‘Bea’.");
    await expect(page.locator(":focus").filter({ has: notice })).toBeVisible();
    await expect(page.getByLabel("Owner")).toHaveValue("Bea");
    await expect(page.getByLabel(/^Why/)).toHaveValue("Nobody knows what was promised");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Save changes" }).click();
    // The form is made anew, and the focus with it would be lost.
    const title = page.getByRole("heading", { level: 1, name: "Keep one register of benefits" });
    await expect(title).toBeFocused();
    // Nothing is changed: the same form stays, and its button has the focus again.
    const save = page.getByRole("button", { name: "Save changes" });
    await Promise.all([page.waitForResponse((response) => response.request().method() === "POST"), save.click()]);
    await expect(page.getByRole("button", { name: "Add remark" })).toBeEnabled();
    await expect(save).toBeFocused();

    await page.getByRole("textbox", { name: "New remark" }).fill("The board has the draft");
    await page.getByRole("button", { name: "Add remark" }).press("Enter");
    await expect(page.getByRole("region", { name: "Remarks" })).toContainText("The board has the draft");
    await expect(page.getByRole("textbox", { name: "New remark" })).toHaveValue("");
    await expect(page.getByRole("heading", { name: "Remarks" })).toBeFocused();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("link", { name: /All actions|Go Back|Remove/ })).toHaveCount(0);
    await page.emulateMedia({ media: null });
    await page.getByRole("link", { name: "Remove" }).press("Enter");
    const question = page.getByRole("dialog", { name: "Remove this action?" });
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await page.getByRole("link", { name: "Remove" }).press("Enter");
    await question.getByRole("button", { name: "Remove" }).press("Enter");
    await expect(page.getByText("Nothing was agreed yet.")).toBeVisible();
    expect((await client.get(`/organizations/${organization}/actions`)).body.found).toBe(0);
  });

  test("targets are set at once, and keep what was typed where a colleague was faster", async ({
    signedIn: page,
    place: { client, organization },
    checkAccessibility,
  }) => {
    await page.goto(morePaths.targetsEdit(organization, { model: "P3M3", scope: "Programme" }));
    await isAlive(page);
    const set = { model: "P3M3", scope: "Programme", targets: [{ code: "RK", score: 4, date: "2031-06-30", reason: "Theirs" }] };
    await page.getByLabel("Until, for all rows").fill("2030-06-30");
    await page.getByLabel("Reason, for all rows").fill("The board asked for it");
    await page.getByLabel("Benefits management (BM), score to reach").fill("six");
    await page.getByLabel("Benefits management (BM), score to reach").press("Enter");
    await expect(page.getByLabel("Benefits management (BM), score to reach")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Benefits management (BM), score to reach").fill("3.5");
    expectStatus(await client.put(`/organizations/${organization}/targets`, set), 200);
    await page.getByRole("button", { name: "Save targets" }).click();
    await expect(page.locator(":focus")).toContainText("these targets were changed after you opened this page");
    await expect(page.getByLabel("Benefits management (BM), score to reach")).toHaveValue("3.5");
    await expect(page.getByLabel("Risk management (RK), score to reach")).toHaveValue("4");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Save targets" }).click();
    await expect(page.getByText("The targets were saved.")).toBeVisible();
    const [{ targets }] = (await client.get(`/organizations/${organization}/targets`)).body.sets;
    expect(targets.map(({ code, score }: { code: string; score: number }) => [code, score])).toEqual([
      ["BM", 3.5],
      ["RK", 4],
    ]);
  });
});

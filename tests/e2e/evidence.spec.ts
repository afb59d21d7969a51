/** Evidence in a browser: added, changed and removed on the questions screen, and found again in the register. */
import type { Page } from "@playwright/test";
import { paths } from "../../app/views/paths.ts";
import { createItil, expectStatus } from "../contract/scenario.ts";
import { expect, intercept } from "../support/fixtures.ts";
import { test } from "../support/test-assessment.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const what = (page: Page) => page.getByLabel("What it is");
const list = (page: Page) => page.locator(".evidence-list > li");
const answer = (page: Page) => page.getByRole("group", { name: "Level 3 answer" }).getByLabel("Fully");

test.describe("with script", { tag: "@js" }, () => {
  // Only then is evidence saved while the page stays.
  test.beforeEach(({ signedIn: page, place: _place }) => expect(page.locator(".action-bar .save-mark")).toBeVisible());

  test("an entry is added, changed, removed and put back while the page stays", async ({ signedIn: page, place, checkAccessibility }) => {
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await page.getByLabel("Assessment Notes").fill("Typed before");
    await answer(page).check();
    await button(page, "Add evidence").click();
    await expect(what(page)).toBeFocused();
    await checkAccessibility(page);
    await button(page, "Save evidence").click();
    await expect(page.getByText("This Field is required.")).toBeVisible();
    await expect(what(page)).toBeFocused();
    await what(page).fill("Programme mandate");
    await page.getByLabel("Where it is found").fill("https://documents.example/mandate");
    await page.getByRole("combobox", { name: "Level 2" }).selectOption("Supports it");
    await page.getByText("Use it elsewhere in this assessment, too").click();
    await page.locator(".evidence-others").getByRole("checkbox").last().check();
    await what(page).press("Enter");
    await expect(list(page)).toHaveCount(1);
    await expect(list(page)).toContainText("Supports level 2.");
    await expect(page.locator('.progress-items a[aria-current="page"]')).toContainText("1 entry of evidence");
    await checkAccessibility(page, page.locator("#evidence"));

    await button(page, "Change Programme mandate").click();
    await what(page).fill("Mandate");
    await button(page, "Save evidence").click();
    await expect(list(page)).toContainText("Mandate");
    await expect(what(page)).toHaveCount(0);
    await button(page, "Remove Mandate").click();
    await expect(list(page)).toHaveCount(0);
    await button(page, "Put it back").click();
    await expect(list(page)).toHaveCount(1);
    await expect(page.getByLabel("Assessment Notes")).toHaveValue("Typed before");
    await expect(answer(page)).toBeChecked();
    expect(await page.evaluate(() => "stays" in window)).toBe(true);
    const { body } = await place.client.get(`/assessments/${place.id}/evidence`);
    expect(body.entries[0].places).toHaveLength(2);
    expect(body.entries).toMatchObject([{ what: "Mandate", where: "https://documents.example/mandate" }]);
  });

  test("what is typed survives a fault, and leaving sends it", async ({ signedIn: page, place }) => {
    await button(page, "Add evidence").click();
    await what(page).fill("Talk");
    const save = `**${paths.evidenceSave(place.id)}`;
    await intercept(page, save, (route) => route.abort());
    await button(page, "Save evidence").click();
    await expect(page.getByText("It is not known whether the evidence was saved.")).toBeVisible();
    await expect(what(page)).toHaveValue("Talk");
    await button(page, "Next thread").click();
    await expect(page.getByRole("dialog")).toContainText("What you typed as evidence is not saved.");
    await button(page, "Stay on this page").click();
    await expect(what(page)).toHaveValue("Talk");
    await page.unroute(save);
    await button(page, "Next thread").click();
    await expect(page).toHaveURL(/BM\/AS/);
    const { body } = await place.client.get(`/assessments/${place.id}/evidence`);
    expect(body.entries).toMatchObject([{ what: "Talk" }]);
  });

  test("what somebody else changed is shown, and saving again decides", async ({ signedIn: page, place }) => {
    await button(page, "Add evidence").click();
    await what(page).fill("Mandate");
    await button(page, "Save evidence").click();
    await button(page, "Change Mandate").click();
    const [entry] = (await place.client.get(`/assessments/${place.id}/evidence`)).body.entries;
    const { id, versions: _versions, ...content } = entry;
    expectStatus(await place.client.put(`/assessments/${place.id}/evidence/${id}`, { ...content, what: "Theirs" }), 200);
    await what(page).fill("Mine");
    await button(page, "Save evidence").click();
    await expect(page.getByRole("alert").filter({ hasText: "Theirs" })).toBeFocused();
    await expect(what(page)).toHaveValue("Mine");
    await button(page, "Save evidence").click();
    await expect(list(page)).toContainText("Mine");
    // Removed while it is changed here: what was typed stays, and saving puts it back.
    await button(page, "Change Mine").click();
    expectStatus(await place.client.post(`/assessments/${place.id}/evidence/${id}/remove`), 204);
    await what(page).fill("Still mine");
    await button(page, "Save evidence").click();
    await expect(page.getByText("Somebody removed this entry meanwhile.")).toBeVisible();
    await expect(what(page)).toHaveValue("Still mine");
    await button(page, "Save evidence").click();
    await expect(list(page)).toContainText("Still mine");
  });

  test("the register narrows and leads back to the thread", async ({ signedIn: page, place, checkAccessibility }) => {
    await button(page, "Add evidence").click();
    await what(page).fill("Mandate");
    await button(page, "Save evidence").click();
    await expect(list(page)).toHaveCount(1);
    await page.getByRole("link", { name: "All evidence of this assessment" }).click();
    await expect(page.getByRole("rowheader", { name: "Mandate" })).toBeVisible();
    await checkAccessibility(page);
    await page.getByText("Search and filter").click();
    await page.getByLabel("Kind").selectOption("Interview");
    await button(page, "Show").click();
    await expect(page.getByText("Nothing fits what you chose.")).toBeVisible();
    await page.getByRole("link", { name: "Show everything" }).click();
    await page.locator(".evidence-table td a").first().click();
    await expect(page.locator("#evidence")).toBeInViewport();
    await page.goto(paths.history(place.id));
    await expect(page.getByText("Evidence added: Mandate", { exact: true })).toBeVisible();
  });

  test("several entries are pasted and ticked, what is wrong stays, and leaving asks first", async ({
    signedIn: page,
    place,
    checkAccessibility,
  }) => {
    await page.getByRole("link", { name: "From the register, or several at once" }).click();
    await page.getByLabel("One entry on each line").fill("Mandate | | Sponsor\nBad day | | | yesterday");
    await page.getByLabel("One entry on each line").press("Tab");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Add evidence" }).click();
    await expect(page.getByRole("heading", { name: "Is this right?" })).toBeFocused();
    await page.getByRole("button", { name: "Add 1 entry" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByRole("alert")).toContainText("1 of 2 are saved. The others are still here.");
    await expect(page.getByLabel("One entry on each line")).toHaveValue("Bad day | | | yesterday");
    await checkAccessibility(page);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Stay on this page" }).click();
    await page.getByLabel("One entry on each line").fill("Good day | | | 5 Nov 2026");
    await page.getByRole("button", { name: "Add evidence" }).click();
    await page.getByRole("button", { name: "Add 1 entry" }).click();
    await expect(page.getByText("1 entry of evidence is there for")).toBeVisible();
    await expect(page.locator(".evidence-list > li")).toHaveCount(2);
    const { entries } = (await place.client.get(`/assessments/${place.id}/evidence`)).body;
    expect(entries.map(({ what, date }: { what: string; date: string | null }) => [what, date])).toEqual([
      ["Mandate", null],
      ["Good day", "2026-11-05"],
    ]);
  });

  test("a practice has evidence too", async ({ signedIn: page, place }) => {
    const itil = await createItil(place.client, place.organization);
    expectStatus(await place.client.delete(`/assessments/${itil}/lock`), 204);
    await page.goto(paths.practiceQuestions(itil, "INM"));
    await button(page, "Add evidence").click();
    await what(page).fill("Figures");
    await button(page, "Save evidence").click();
    await expect(list(page)).toContainText("Figures");
    await expect(page.locator('.progress-items a[aria-current="page"]')).toContainText("1 entry of evidence");
  });
});

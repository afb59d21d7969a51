/** Forced colours: what is chosen, and what is disabled, is told apart on every kind of control (docs/accessibility.md). */
import type { Page } from "@playwright/test";
import { paths } from "~/views/paths";
import { answerThread, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { expect, isAlive, test } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

const PRACTICES = [2, 3, 4, 15, 16, 18, 19].map((id) => ({ id, selectionMode: 1 as const }));

/** Controls of one kind that look alike in different states, such as 'pick: chosen is like open'. Runs in the page. */
function alikeOnPage(): { alike: string[]; states: string[] } {
  const stateOf = (element: Element) => {
    const control = element.matches("input, button") ? element : (element.querySelector("input") ?? element);
    const isChosen = control.matches(":checked") || element.closest("[aria-pressed]")?.getAttribute("aria-pressed") === "true";
    const isDisabled = control.matches(":disabled") || element.closest('td[class*="locked"], div[class*="locked"]') !== null;
    return `${isChosen ? "chosen" : "open"}${isDisabled ? ", disabled" : ""}`;
  };
  const looks = new Map<string, Map<string, Set<string>>>();
  for (const kind of ["pick", "toggle", "button"])
    for (const element of document.querySelectorAll(`main .${kind}`)) {
      const { backgroundColor, backgroundImage, color, borderTopColor, borderTopStyle } = getComputedStyle(element);
      const look = [backgroundColor, backgroundImage, color, borderTopColor, borderTopStyle].join(" ");
      const states = looks.get(kind) ?? new Map<string, Set<string>>();
      const seen = states.get(look) ?? new Set();
      states.set(look, seen.add(stateOf(element)));
      looks.set(kind, states);
    }
  const all = [...looks].flatMap(([kind, states]) => [...states].map(([look, seen]) => ({ kind, look, seen: [...seen].sort() })));
  return {
    alike: all.filter(({ seen }) => seen.length > 1).map(({ kind, look, seen }) => `${kind}: ${seen.join(" is like ")} (${look})`),
    states: [...new Set(all.flatMap(({ kind, seen }) => seen.map((state) => `${kind}: ${state}`)))].sort(),
  };
}

async function statesOn(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await isAlive(page);
  const { alike, states } = await page.evaluate(alikeOnPage);
  expect(alike, path).toEqual([]);
  return states;
}

test.use({ forcedColors: "active" });
test.describe("what is chosen or disabled is told apart", { tag: "@js" }, () => {
  test("on questions, in grids, among practices and on switches", async ({ signedIn: page, app, user }) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const organization = await createOrganization(client);
    const p3m3 = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [1, 2], selectedLevel: 3 });
    expectStatus(await answerThread(client, p3m3, 1, 1, "FFFPN"), 200);
    const itil = await createItil(client, organization, { selectedScope: "Comprehensive", practices: PRACTICES });
    for (const id of [p3m3, itil]) expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const picks = ["pick: chosen", "pick: open", "pick: open, disabled"];
    const questions = await statesOn(page, `/assessments/${p3m3}/questions/BM/AM`);
    expect(questions).toEqual(expect.arrayContaining(picks));
    const grid = await statesOn(page, paths.grid(p3m3, "BM"));
    expect(grid).toEqual(expect.arrayContaining(picks));
    const practices = await statesOn(page, paths.step("scope", itil, "ITIL"));
    expect(practices).toEqual(expect.arrayContaining(["pick: chosen", "pick: open"]));
    await page.goto(paths.step("profile", p3m3, "P3M3"));
    await isAlive(page);
    const toggle = page.getByRole("switch").first();
    const look = () => toggle.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).backgroundImage]);
    const [open] = [await look(), await toggle.check()];
    for (const [at, part] of (await look()).entries()) expect(part).not.toBe(open[at]);
  });
});

/** The grid by form, as a browser without script sends it (docs/rules/gate.md#grid). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, startAppWithFaults } from "../support/seed.ts";
import { join, type Started, start, textsOf, threadId } from "./questions.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await startAppWithFaults({ API_TIMEOUT_MS: "3000" });
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const ANSWER = (id: number) => `/P3M3/assessments/${id}/answer`;
const grid = ({ id }: Started) => `/assessments/${id}/grid/MC`;
const choose = (visitor: Visitor, ...answers: [thread: string, level: number, answer: string][]) => {
  const form = visitor.form("Save answers");
  for (const [thread, level, selection] of answers) form.choose(`${thread}, level ${level}`, selection);
  return form;
};
const chosen = (visitor: Visitor, thread: string, level: number) =>
  visitor.document
    .querySelectorAll(`input[name="row-${threadId(thread)}.level-${level}"]`)
    .find((input) => input.hasAttribute("checked"))
    ?.getAttribute("value");

describe("the grid without script", () => {
  test("saves every row that was changed, tells what was cleared and takes it back", async () => {
    const site = await start(app);
    const { visitor, letters, store } = site;
    await store("MC", "AM", "FFFFN");
    await visitor.get(grid(site));
    expect([visitor.status, visitor.title]).toEqual([200, "Management control – Grid | Maturity Assessment Tool"]);
    expect(visitor.document.querySelectorAll("main form button[type=submit]").length).toBe(1);
    await choose(visitor, ["Asset management", 2, "Partially"], ["Planning", 3, "Fully"]).submit("Save answers");
    expect(visitor.text()).toContain("Your answers are saved.");
    expect([await letters("MC", "AM"), await letters("MC", "PL"), await letters("MC", "AS")]).toEqual(["NPNNN", "FFFNN", "NNNNN"]);
    expect(visitor.text()).toContain("Asset management: The answers to levels 1, 3 and 4 were cleared. Undo");
    await visitor.form("Undo").submit("Undo");
    expect([await letters("MC", "AM"), await letters("MC", "PL")]).toEqual(["FFFFN", "FFFNN"]);
  });

  test("shows both versions of a row that somebody changed meanwhile, saves the others, and keeps what was chosen", async () => {
    const site = await start(app);
    const { visitor, letters, store } = site;
    await visitor.get(grid(site));
    const stale = choose(visitor, ["Asset management", 3, "Fully"], ["Planning", 3, "Partially"]);
    await store("MC", "AM", "NNRNN");
    await stale.submit("Save answers");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain("Saved: Planning.");
    expect(visitor.text()).toContain("This thread (Asset management) was changed in the meantime");
    expect([await letters("MC", "AM"), await letters("MC", "PL")]).toEqual(["NNRNN", "NNPNN"]);
    await visitor.form("Save mine instead").submit("Save mine instead");
    expect([visitor.status, await letters("MC", "AM"), await letters("MC", "PL")]).toEqual([200, "FFFNN", "NNPNN"]);
  });

  test("keeps everything chosen when the upstream fails, and saves it when it is sent again", async () => {
    const site = await start(app);
    const { visitor, letters, id } = site;
    await visitor.get(grid(site));
    app.upstream.on("POST", ANSWER(id), status(500));
    await choose(visitor, ["Asset management", 3, "Fully"], ["Planning", 3, "Partially"]).submit("Save answers");
    expect(visitor.status).toBe(502);
    expect(textsOf(visitor, ".callout")[0]).toContain("Sorry, something went wrong... Not saved: Asset management and Planning.");
    expect([chosen(visitor, "AM", 3), chosen(visitor, "PL", 3)]).toEqual(["1", "2"]);
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect([visitor.status, await letters("MC", "AM"), await letters("MC", "PL")]).toEqual([200, "FFFNN", "NNPNN"]);
  });

  test("says who holds the lock, and keeps everything chosen", async () => {
    const site = await start(app);
    const { visitor, client, id, letters } = site;
    const other = await join(app, site);
    await visitor.get(grid(site));
    await client.delete(`/assessments/${id}/lock`);
    await other.client.post(`/assessments/${id}/lock`);
    await choose(visitor, ["Planning", 3, "Fully"]).submit("Save answers");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain(`${other.email} is editing this assessment now. Not saved: Planning.`);
    expect([chosen(visitor, "PL", 3), await letters("MC", "PL")]).toEqual(["1", "NNNNN"]);
  });

  test("says of a descoped thread that it is descoped, and leads to it", async () => {
    const site = await start(app);
    await site.descope("MC", "PL");
    await site.visitor.get(grid(site));
    await site.visitor.follow("Open its questions");
    expect(site.visitor.url).toBe(site.at("MC", "PL"));
  });

  test("leads from the questions to the same row", async () => {
    const site = await start(app);
    await site.visitor.get(site.at("MC", "PL"));
    await site.visitor.follow("Grid");
    expect(site.visitor.url).toMatch(/\/grid\/MC(#PL)?$/);
  });

  test.each(["XX", "FM"])("answers 404 with a way back for the perspective %s", async (code) => {
    const { visitor, id } = await start(app);
    await visitor.get(`/assessments/${id}/grid/${code}`);
    expect([visitor.status, visitor.text().includes("Perspective not found.")]).toEqual([404, true]);
  });
});

describe("an upstream that gives no overview", () => {
  test("has neither the grid nor a link to it", async () => {
    const bare = await startAppWithFaults({ API_TIMEOUT_MS: "3000" });
    try {
      bare.upstream.on("GET", "/extensions", json({ extensions: [] }));
      const site = await start(bare);
      await site.visitor.get(site.at("MC", "PL"));
      expect(site.visitor.document.querySelectorAll('a[href*="/grid/"]')).toEqual([]);
      await site.visitor.get(grid(site));
      expect(site.visitor.status).toBe(404);
    } finally {
      await bare.stop();
    }
  });
});

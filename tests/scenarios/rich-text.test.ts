/**
 * An upstream with markup in its catalogue: screens show it sanitised or, if the worker is too slow for that, in words alone; files and tables
 * without it (docs/rules/notes-and-diagnostics.md#rich-text).
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectStatus } from "../contract/scenario.ts";
import { type Behaviour, json } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { startItil } from "./itil.ts";
import { start } from "./questions.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterAll(() => app.stop());

const MARKED_UP = 'Boards <strong>decide</strong> &amp; record<script>alert(1)</script><img src=x onerror="alert(2)">.';
const SHOWN = /^Boards (?:<strong>decide<\/strong>|decide) &amp; record\.$/;
const WORDS = "Boards decide & record.";

/** Answers as the API behind does, with every text of these names replaced. */
const markedUp =
  (...names: string[]): Behaviour =>
  async (exchange) => {
    const answer = await exchange.forward();
    const text = JSON.stringify(await answer.json(), (name, value) =>
      names.includes(name) && typeof value === "string" ? MARKED_UP : value,
    );
    return json(JSON.parse(text), answer.status)(exchange);
  };

/** The markup of an element's content, as it was sent. */
const inside = (element: { innerHTML: string } | null) => element?.innerHTML.replace(/<span class="rich">(.*)<\/span>/, "$1");

test("statements, diagnostics and help of P3M3", async () => {
  const { visitor, id, at } = await start(app);
  app.upstream.on("GET", `/P3M3/assessments/${id}/questions`, markedUp("statement", "hint"));
  app.upstream.on("GET", "/P3M3/threads", markedUp("help"));
  await visitor.get(at("MC", "AM"));
  expect(inside(visitor.document.querySelector("#level-3-statement"))).toMatch(SHOWN);
  expect(visitor.document.querySelector(".diagnostics legend")?.text).toContain(WORDS);
  const page = new TextDecoder().decode(visitor.body);
  expect(page).not.toMatch(/<script>alert|<img src=x/);
  expect(visitor.text()).toContain(WORDS);
});

test("criteria and options of ITIL", async () => {
  const { visitor, id, at } = await startItil(app, { selectedScope: "Maturity" });
  app.upstream.on("GET", `/itil/assessments/${id}/questions/capability`, markedUp("statement"));
  app.upstream.on("GET", `/itil/assessments/${id}/questions/maturity`, markedUp("statement"));
  await visitor.get(at("INM"));
  expect(inside(visitor.document.querySelector("#criterion-0-text"))).toMatch(SHOWN);
  await visitor.get(at("M-G"));
  expect(inside(visitor.document.querySelector(".option-text"))).toMatch(SHOWN);
});

test("areas of improvement are given in words", async () => {
  const { visitor, id, client, levels, store } = await startItil(app);
  await store("INM", (await levels("INM")).map((level, index) => (level === 2 ? (index === 0 ? "R" : "F") : "N")).join(""));
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  app.upstream.on("GET", `/ITIL/assessments/${id}/results`, markedUp("statement"));
  await visitor.get(`/assessments/${id}/result/itil?tab=improvement`);
  expect(visitor.status).toBe(200);
  const cells = visitor.document.querySelectorAll("td").map((cell) => cell.text.trim());
  expect(cells).toContain(WORDS);
});

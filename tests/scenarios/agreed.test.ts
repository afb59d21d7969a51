/** What was agreed, next to questions and in results, and the links from findings to new actions, as a browser without script sees them. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answerAll, expectStatus } from "../contract/scenario.ts";
import { status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { startItil } from "./itil.ts";
import { type P3m3Scene, perspectiveId, start, textsOf, threadId } from "./questions.ts";
import { rowsOf } from "./results.ts";

const place = (perspective: string, thread: string) => `thread/${perspectiveId(perspective)}/${threadId(thread)}`;
const FORM = { why: "", owner: "", due: null, effort: null, effect: null, state: "open" };
const agree = async ({ client, organizationId, id }: Pick<P3m3Scene, "client" | "organizationId" | "id">, over: object) =>
  expectStatus(await client.post(`/organizations/${organizationId}/actions`, { ...FORM, assessmentId: id, places: [], ...over }), 201);

/** The links to a new action: what each begins with. */
const starts = (visitor: P3m3Scene["visitor"]) =>
  visitor.document
    .querySelectorAll("a")
    .filter((link) => link.text.startsWith("Add an action"))
    .map((link) => Object.fromEntries(new URL(link.getAttribute("href")?.replaceAll("&amp;", "&") ?? "", "http://x").searchParams));

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

test("a thread's questions show what was agreed about it and what became of it, and lead to a new action", async () => {
  const scene = await start(app);
  const { visitor, at, id, descope } = scene;
  await agree(scene, {
    title: "Keep one register",
    places: [place("MC", "PL"), place("RK", "PL")],
    due: "2020-03-01",
    owner: "Head of PMO",
  });
  await agree(scene, { title: "Train sponsors", places: [place("MC", "PL")], state: "done" });
  await visitor.get(at("MC", "PL"));
  const [section = ""] = textsOf(visitor, "section[aria-labelledby=agreed-label]");
  expect(section).toMatch(
    /^Actions \( ?2 ?\) Add an action Keep one register Open Overdue Head of PMO, due 1 Mar 2020 Train sponsors Done since \d+ \w+ \d{4}$/,
  );
  expect(starts(visitor)).toEqual([{ assessmentId: String(id), places: place("MC", "PL") }]);
  await visitor.get(at("MC", "AS"));
  expect(textsOf(visitor, "section[aria-labelledby=agreed-label]")).toEqual([expect.stringMatching(/^Actions \( ?0 ?\) Add an action$/)]);
  await descope("MC", "AS");
  await visitor.get(at("MC", "AS"));
  expect(starts(visitor)).toEqual([
    { assessmentId: String(id), places: place("MC", "AS"), title: "Make Assurance of Management control ready to be assessed" },
  ]);
  app.upstream.on("GET", `/assessments/${id}/actions`, status(500));
  await visitor.get(at("MC", "PL"));
  expect([visitor.status, visitor.text().includes("Keep one register")]).toEqual([200, false]);
});

test("a result says what was agreed and done, and leads from what would lift it and from what was left out to new actions", async () => {
  const scene = await start(app, { selectedLevel: 1 });
  const { visitor, client, id, organizationId, descope, email } = scene;
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  await answerAll(client, id, "FPNNN");
  await descope("RK", "AS");
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  await agree(scene, { title: "Keep one register", places: [place("MC", "PL")], state: "underWay" });
  await visitor.get(`/assessments/${id}/result`);
  expect(rowsOf(visitor, "What was agreed, what was done")).toEqual([
    ["Keep one register", "Management control / Planning", "This assessment", "–", "–", expect.stringMatching(/^Under way\s+since/)],
  ]);
  expect(starts(visitor).map(({ title, places }) => [title, places?.split(",").length])).toEqual([
    ["Raise Management control to level 2", 3],
    ["Raise Risk management to level 2", 2],
    ["Make Assurance of Risk management ready to be assessed", 1],
  ]);
  await visitor.get(`/assessments/${id}/report`);
  const steps = starts(visitor);
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.every(({ title, why, places }) => title && why && places?.startsWith("thread/"))).toBe(true);
  const reader = await apiClient(app.databaseUrl, email);
  expect((await reader.get(`/organizations/${organizationId}/actions`)).body.found).toBe(1);
});

test("an area of improvement and what would lift an ITIL result lead to new actions", async () => {
  const { visitor, client, id, store, levels } = await startItil(app, { primary: ["INM", "CHE"] });
  for (const code of ["INM", "CHE"])
    await store(code, (await levels(code)).map((level) => (level <= 2 ? "F" : level === 3 ? "R" : "N")).join(""));
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  await visitor.get(`/assessments/${id}/result/itil?tab=improvement`);
  const found = starts(visitor);
  expect(found.length).toBeGreaterThan(1);
  expect(found.every(({ title, why, places }) => title && why && /^capability\/\d+$/.test(places ?? ""))).toBe(true);
});

test("an upstream without actions has nothing of it", async () => {
  const bare = await sharedAppWithoutExtensions();
  const { visitor, at } = await start(bare);
  await visitor.get(at("MC", "PL"));
  expect([visitor.status, visitor.text().includes("Add an action")]).toEqual([200, false]);
  bare.stop();
});

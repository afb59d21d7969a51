/** What was agreed, next to questions and in results, and the links from findings to new actions, as a browser without script sees them. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answerAll, completeP3M3, createItil, createP3M3, expectStatus } from "../contract/scenario.ts";
import { status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { atHome } from "./home.ts";
import { startItil } from "./itil.ts";
import { type P3m3Scene, perspectiveId, start, textsOf, threadId } from "./questions.ts";
import { rowsOf } from "./results.ts";

const place = (perspective: string, thread: string) => `thread/${perspectiveId(perspective)}/${threadId(thread)}`;
const FORM = { why: "", owner: "", due: null, effort: null, effect: null, state: "open" };
const agree = async ({ client, organizationId, id }: Pick<P3m3Scene, "client" | "organizationId" | "id">, over: object) =>
  expectStatus(await client.post(`/organizations/${organizationId}/actions`, { ...FORM, assessmentId: id, places: [], ...over }), 201);

const addressesOf = (visitor: P3m3Scene["visitor"]) =>
  visitor.document
    .querySelectorAll("a")
    .filter((link) => link.text.startsWith("Add an action"))
    .map((link) => link.getAttribute("href")?.replaceAll("&amp;", "&") ?? "");
/** The links to a new action: what each names. */
const starts = (visitor: P3m3Scene["visitor"]) =>
  addressesOf(visitor).map((href) => Object.fromEntries(new URL(href, "http://x").searchParams));
/** What the form of each begins with: title, why, and how many places. */
async function begun(visitor: P3m3Scene["visitor"]): Promise<[title: string, why: string, places: number][]> {
  const forms: [string, string, number][] = [];
  for (const href of addressesOf(visitor)) {
    const { document } = await visitor.anotherTab().get(href);
    const places = document.querySelectorAll("[name=places][checked]").length;
    forms.push([
      document.querySelector("[name=title]")?.getAttribute("value") ?? "",
      document.querySelector("[name=why]")?.text.trim() ?? "",
      places,
    ]);
  }
  return forms;
}

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
    /^Actions \( ?2 ?\) Add an action about Planning Keep one register Open Overdue Head of PMO, due 1 Mar 2020 Train sponsors Done on \d+ \w+ \d{4}$/,
  );
  expect(starts(visitor)).toEqual([{ assessmentId: String(id), places: place("MC", "PL"), from: at("MC", "PL") }]);
  await visitor.get(at("MC", "AS"));
  expect(textsOf(visitor, "section[aria-labelledby=agreed-label]")).toEqual([
    expect.stringMatching(/^Actions \( ?0 ?\) Add an action about Assurance$/),
  ]);
  await descope("MC", "AS");
  await visitor.get(at("MC", "AS"));
  expect(starts(visitor)).toEqual([{ assessmentId: String(id), places: place("MC", "AS"), of: "descoped", from: at("MC", "AS") }]);
  expect(await begun(visitor)).toEqual([["Make Assurance of Management control ready to be assessed", "", 1]]);
  app.upstream.on("GET", `/assessments/${id}/actions`, status(500));
  await visitor.get(at("MC", "PL"));
  expect([visitor.status, visitor.text().includes("Keep one register")]).toEqual([200, false]);
});

test("the next assessment shows what was agreed after the one before, next to its thread or practice and in its result", async () => {
  const { client, organizationId, visitor } = await atHome(app);
  const before = await completeP3M3(client, organizationId, "FPNNN", { perspectiveIds: [1], threadIds: [2, 3] });
  await agree({ client, organizationId, id: before }, { title: "Keep one register", places: [place("BM", "AS")], state: "done" });
  const again = await createP3M3(client, organizationId, { perspectiveIds: [1], threadIds: [2, 3] });
  const practices = { practices: [{ id: 19, selectionMode: 1 as const }] };
  const service = await createItil(client, organizationId, practices);
  await agree({ client, organizationId, id: service }, { title: "Train the desk", places: ["capability/19"], due: "2020-03-01" });
  const next = await createItil(client, organizationId, practices);
  for (const [at, said] of [
    [`/assessments/${again}/questions/BM/AS`, /^Actions \( ?1 ?\) Add an action about Assurance Keep one register Done on/],
    [`/itil/assessments/${next}/questions/INM/`, /^Actions \( ?1 ?\) Add an action about Incident management Train the desk Open Overdue/],
  ] as const) {
    await visitor.get(at);
    expect(textsOf(visitor, "section[aria-labelledby=agreed-label]")).toEqual([expect.stringMatching(said)]);
  }
  await visitor.get(`/assessments/${next}/draft/itil`);
  expect(rowsOf(visitor, "What was agreed, what was done").map(([title, where, from]) => [title, where, from])).toEqual([
    ["Train the desk", "Incident management", expect.stringMatching(/^Service review/)],
  ]);
  // One of another scope shows nothing of it.
  const other = await createP3M3(client, organizationId, { selectedScope: "Project", perspectiveIds: [1], threadIds: [2] });
  await visitor.get(`/assessments/${other}/questions/BM/AS`);
  expect(visitor.text()).not.toContain("Keep one register");
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
  expect(await begun(visitor)).toEqual([
    ["Raise Management control to level 2", "It scores 1.50, and holds the maturity at 1.", 3],
    ["Raise Risk management to level 2", "It scores 1.50, and holds the maturity at 1.", 2],
    ["Make Assurance of Risk management ready to be assessed", "", 1],
  ]);
  await visitor.get(`/assessments/${id}/report`);
  const steps = await begun(visitor);
  expect(steps.map(([title]) => title)).toEqual(["Raise Risk management to level 2", "Raise Management control to level 2"]);
  expect(steps.every(([title, why, places]) => title && why && places > 0)).toBe(true);
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
  const actions = await begun(visitor);
  expect(actions.length).toBeGreaterThan(1);
  expect(actions.every(([title, why, places]) => title && why.startsWith("Holds ") && places === 1)).toBe(true);
});

test("summary, explanation and diagnostics lead to new actions, whose addresses say nothing of what was found", async () => {
  const scene = await start(app, { perspectives: ["MC"], threads: ["PL"], selectedLevel: 1 });
  const { visitor, client, id, store, at } = scene;
  await store("MC", "PL", "FPNNN");
  await visitor.get(`/assessments/${id}/summary`);
  expect(await begun(visitor)).toEqual([["Raise Management control to level 2", "It scores 1.50, and holds the maturity at 1.", 1]]);
  await visitor.get(at("MC", "PL"));
  const [first] = visitor.document.querySelectorAll("fieldset:has([value=improvement]) legend");
  const statement = first?.text.replace(/^Level \d: /, "") ?? "";
  await visitor
    .form("Save answers")
    .choose(first?.text ?? "", "Improvement")
    .submit("Save answers");
  expect(await begun(visitor)).toEqual([
    [statement, "To improve in Planning of Management control.", 1],
    ["", "", 1],
  ]);
  expect(addressesOf(visitor).join()).not.toContain(encodeURIComponent(statement.split(" ")[0] ?? "x"));
  await visitor.get(`/assessments/${id}/grid/MC`);
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);

  const itil = await startItil(app, { primary: ["INM"] });
  await itil.store("INM", (await itil.levels("INM")).map((level) => (level === 2 ? "R" : "N")).join(""));
  await itil.visitor.get(`/itil/assessments/${itil.id}/summary?explain=INM`);
  const criteria = (await begun(itil.visitor)).filter(([, why]) => why === "Holds Incident management below level 2.");
  expect(criteria.length).toBeGreaterThan(1);
  expect((await begun(itil.visitor)).map(([title]) => title)).toContain("Bring Incident management to level 2");
});

test("a grid shows the actions about each row by their number and the state that needs most", async () => {
  const scene = await start(app, { perspectives: ["MC"] });
  const { visitor, id, organizationId, at } = scene;
  const { body } = await agree(scene, { title: "Keep one register", places: [place("MC", "PL")], state: "done" });
  await agree(scene, { title: "Late", places: [place("MC", "AS"), place("MC", "AM")], due: "2020-03-01", state: "underWay" });
  await agree(scene, { title: "Soon", places: [place("MC", "AS")] });
  await visitor.get(`/assessments/${id}/grid/MC`);
  const links = () => visitor.document.querySelectorAll("tbody th a").filter((link) => link.text.startsWith("Actions ("));
  expect(links().map((link) => [link.text, link.getAttribute("href")])).toEqual([
    ["Actions (1): overdue, about Asset management", expect.stringMatching(/\/actions\/\d+\?from=/)],
    ["Actions (2): overdue, about Assurance", `${at("MC", "AS")}#agreed`],
    [
      "Actions (1): done, about Planning",
      `/organizations/${organizationId}/actions/${body.id}?from=${encodeURIComponent(`/assessments/${id}/grid/MC`)}`,
    ],
  ]);
  app.upstream.on("GET", `/assessments/${id}/actions`, status(500));
  await visitor.get(`/assessments/${id}/grid/MC`);
  expect([visitor.status, links()]).toEqual([200, []]);
});

test("from questions to an action and back: the lock is given back, and the way back is a screen of an assessment alone", async () => {
  const scene = await start(app);
  const { visitor, client, id, organizationId, at } = scene;
  const isHeld = async () => (await client.get(`/assessments/${id}/lock`)).status === 200;
  await visitor.get(at("MC", "PL"));
  expect(await isHeld()).toBe(true);
  await visitor.follow("Add an action about Planning");
  expect(await isHeld()).toBe(false);
  await visitor.form("Add action").fill("Title", "Keep one register").submit("Add action");
  expect([visitor.url, await isHeld()]).toEqual([at("MC", "PL"), true]);
  expect(visitor.text()).toContain("The action was added.");
  await visitor.follow("Keep one register");
  expect(await isHeld()).toBe(false);
  await visitor.form("Add remark").fill("New remark", "Agreed on Monday").submit("Add remark");
  expect(visitor.text()).toContain("Agreed on Monday");
  await visitor.form("Save changes").select("State", "Done").submit("Save changes");
  expect([visitor.url, visitor.text()]).toEqual([at("MC", "PL"), expect.stringMatching(/Keep one register Done on/)]);
  await visitor.follow("Actions");
  expect([visitor.url, await isHeld()]).toEqual([`/organizations/${organizationId}/actions?assessmentId=${id}`, false]);

  for (const from of [
    "https://elsewhere.invalid/assessments/1",
    "//elsewhere.invalid/assessments/1",
    "/assessments/../sign-out",
    "/\\elsewhere.invalid",
    "/people",
  ]) {
    await visitor.get(`/organizations/${organizationId}/actions/add?${new URLSearchParams({ from })}`);
    const back = visitor.document.querySelectorAll("a").find((link) => link.text === "Go Back");
    expect([from, back?.getAttribute("href")]).toEqual([from, `/organizations/${organizationId}/actions`]);
    await visitor.form("Add action").fill("Title", "Anything").submit("Add action");
    expect(visitor.url).toMatch(/^\/organizations\/\d+\/actions\/\d+$/);
  }
});

test("an upstream without actions has nothing of it", async () => {
  const bare = await sharedAppWithoutExtensions();
  const { visitor, at } = await start(bare);
  await visitor.get(at("MC", "PL"));
  expect([visitor.status, visitor.text().includes("Add an action")]).toEqual([200, false]);
  bare.stop();
});

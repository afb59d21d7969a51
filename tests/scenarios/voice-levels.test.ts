/** The choice of levels, as an assessor without script makes it (docs/rules/voices.md#the-choice-of-levels). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EXTENSIONS } from "#model/contract/calls.ts";
import type { VoiceLevels } from "#model/contract/voice-levels.ts";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import { createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, startAppWithFaults, tokenOf, voiceClient } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { accept } from "../support/understood.ts";
import { person } from "./home.ts";
import { start, textsOf } from "./questions.ts";
import { recordsOf, workbook } from "./results.ts";
import { SOON, say, voicesOf } from "./voices.ts";

const ASK = "Ask them and show the links";
const SAVE = "Save changes";
const LONG = "That is more than 30 minutes: many people stop before the end. Ask about less, or about fewer levels.";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** Twenty threads, so a hundred statements. */
const large = (site = app) => start(site, { perspectives: ["MC", "BM", "FM", "RK"], threads: ["AM", "AS", "OR", "PL", "PR"] });
const choices = (visitor: Visitor) => textsOf(visitor, 'select[name="levels"] option');
const chosen = (visitor: Visitor) => visitor.document.querySelector('select[name="levels"] option[selected]')?.getAttribute("value");
const levelsOf = async (client: Client, id: number): Promise<VoiceLevels> =>
  expectStatus(await client.get(`/assessments/${id}/voices/levels`), 200).body;
const writes = ({ upstream }: AppWithFaults, id: number) =>
  upstream.received
    .filter(({ method, path }) => method !== "GET" && path.startsWith(`/assessments/${id}/voices`))
    .map(({ method, path, body }) => [method, path.replace(`/assessments/${id}/voices`, ""), "levels" in JSON.parse(body || "{}")]);

test("a sheet that would be long is marked, and asks about fewer levels if somebody chooses so", async () => {
  const { visitor, client, id } = await large();
  await visitor.get(morePaths.voicesAsk(id));
  expect(choices(visitor)).toEqual([
    "All levels",
    "Level 1",
    "Up to level 2",
    "Up to level 3",
    "Up to level 4",
    "Around the selected level 3: levels 2 to 4",
  ]);
  await visitor.form("Ask people").fill("lines", "Jane Doe; Manager").submit("Ask about everything");
  expect(visitor.text()).toContain(`The sheet has 100 statements, about 35 minutes. ${LONG}`);
  await visitor.form("Ask people").submit(ASK);
  expect(visitor.text()).toContain(`Jane Doe: 100 statements, about 35 minutes. ${LONG}`);
  await visitor.form("Change it").submit("Change it");
  await visitor.form("Ask people").select("Levels (optional)", "Up to level 2").submit(ASK);
  expect(visitor.text()).toContain("Jane Doe: 40 statements, about 15 minutes.");
  expect(visitor.text()).not.toContain(LONG);
  await accept(visitor);
  expect(visitor.text()).toContain("Jane Doe was asked.");
  const [jane] = (await voicesOf(client, id)).voices;
  expect([jane?.total, (await levelsOf(client, id)).voices]).toEqual([40, [{ voice: jane?.id, levels: { from: 1, to: 2 } }]]);

  // The person reads these statements alone.
  const link = new URL(visitor.document.querySelector("input[readonly]")?.getAttribute("value") ?? "").pathname;
  const browser = visitor.anotherTab();
  await browser.get(link);
  await browser.form().submit("Open my sheet");
  expect(browser.text()).toContain("about 15 minutes");
  await browser.follow("Begin");
  expect(browser.document.querySelectorAll("main fieldset")).toHaveLength(2);

  // The page of the voice has the choice, and changes it.
  await visitor.get(paths.voice(id, Number(jane?.id)));
  expect([visitor.text(), chosen(visitor)]).toEqual([expect.stringContaining("0 of 40 statements"), "1-2"]);
  await visitor.form(SAVE).select("Levels (optional)", "Around the selected level 3: levels 2 to 4").submit(SAVE);
  expect((await voicesOf(client, id)).voices[0]?.total).toBe(60);
  await visitor.get(paths.history(id));
  expect(visitor.text()).toContain("Levels 2 to 4");
});

test("a choice that a colleague has changed is shown, and what was chosen is kept", async () => {
  const { visitor, client, id } = await large();
  const { places } = await voicesOf(client, id);
  const sheet = { places: places.map(({ place }) => place), until: SOON, message: "", checksFacts: false };
  const jane = { name: "Jane Doe", role: "Manager", email: null };
  const voice = expectStatus(
    await client.post(`/assessments/${id}/voices/levels`, { voices: [jane], ...sheet, levels: { from: 1, to: 2 } }),
    200,
  ).body.voices[0].voice;
  await visitor.get(paths.voice(id, voice));
  expectStatus(await client.put(`/assessments/${id}/voices/${voice}/levels`, { ...jane, ...sheet, levels: { from: 5, to: 5 } }), 200);
  await visitor.form(SAVE).select("Levels (optional)", "Up to level 3").submit(SAVE);
  expect([visitor.status, visitor.text(), chosen(visitor)]).toEqual([
    409,
    expect.stringContaining("Levels is now level 5. What you entered is kept below: up to level 3."),
    "1-3",
  ]);
  // A choice that the form does not offer stays one.
  await visitor.get(paths.voice(id, voice));
  expect([choices(visitor).at(-1), chosen(visitor)]).toEqual(["Level 5", "5-5"]);
  await visitor.post(
    visitor.url,
    [...visitor.form(SAVE).entries(), ["levels", "4-2"]].filter(([name], at, all) => name !== "levels" || at === all.length - 1) as [
      string,
      string,
    ][],
  );
  expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining("Please select one of the options.")]);
  expect((await levelsOf(client, id)).voices).toEqual([{ voice, levels: { from: 5, to: 5 } }]);
});

test("a short assessment offers no choice, and asks by today's call", async () => {
  const { visitor, id } = await start(app, { perspectives: ["RK"], threads: ["PL"] });
  await visitor.get(morePaths.voicesAsk(id));
  expect(choices(visitor)).toEqual([]);
  await visitor.form("Ask people").fill("lines", "Jane Doe; Manager").check("Planning").submit(ASK).then(accept);
  expect(writes(app, id)).toContainEqual(["POST", "", false]);
});

test("of ITIL there are the levels that practices have, and none around a selected one", async () => {
  const { client, visitor } = await person(app);
  const practices = [2, 3, 4, 15, 16, 18, 19].map((practice) => ({ id: practice, selectionMode: 1 as const }));
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Comprehensive", practices });
  await client.delete(`/assessments/${id}/lock`);
  await visitor.get(morePaths.voicesAsk(id));
  expect(choices(visitor)).toEqual(["All levels", "Level 2", "Up to level 3", "Up to level 4"]);
});

test("where views are compared, a level that somebody was not asked about is no missing answer", async () => {
  const { visitor, client, id } = await start(app, { perspectives: ["RK"], threads: ["PL"] });
  const [place = ""] = (await voicesOf(client, id)).places.map((each) => each.place);
  const ask = async (name: string, role: string, levels: object | null) => {
    const form = { voices: [{ name, role, email: null }], places: [place], until: SOON, message: "", checksFacts: false };
    return expectStatus(await client.post(`/assessments/${id}/voices/levels`, { ...form, levels }), 200).body.voices[0].voice as number;
  };
  const [jane, rob] = [await ask("Jane Doe", "Manager", null), await ask("Rob Roe", "Manager", { from: 1, to: 1 })];
  await ask("Sam Poe", "User", { from: 1, to: 2 });
  await say(app.databaseUrl, client, id, jane, place, { choices: ["Fully", "Partially", "Fully"] });
  await say(app.databaseUrl, client, id, rob, place, { choices: ["Partially"] });
  await visitor.get(paths.differences(id, { show: "all" }));
  const tables = visitor.document
    .querySelectorAll("ol > li table")
    .map((table) => table.querySelectorAll("tr").map((row) => row.querySelectorAll("th, td").map(({ text }) => text.trim())));
  expect(tables).toEqual([
    [
      ["Who", "Rarely/Never", "Partially", "Fully", "I cannot tell", "Steps apart"],
      ["All", "–", "1", "1", "–", "1"],
      ["Manager", "–", "1", "1", "–", "1"],
    ],
    [
      ["Who", "Rarely/Never", "Partially", "Fully", "I cannot tell", "Not asked", "Steps apart"],
      ["All", "–", "1", "–", "–", "1", "0"],
      ["Manager", "–", "1", "–", "–", "1", "0"],
    ],
    [
      ["Who", "Rarely/Never", "Partially", "Fully", "I cannot tell", "Not asked", "Steps apart"],
      ["All", "–", "–", "1", "–", "2", "0"],
      ["Manager", "–", "–", "1", "–", "1", "0"],
    ],
  ]);
  const book = await workbook(visitor, morePaths.differencesWorkbook(id, { show: "all" }));
  expect(recordsOf(book, "Differences").map((row) => row.Answers)).toEqual([
    "Partially 1, Fully 1",
    "Partially 1, not asked 1",
    "Fully 1, not asked 2",
  ]);
  // Without the answer about levels, the screen does without.
  app.upstream.on("GET", `/assessments/${id}/voices/levels`, status(500));
  await visitor.get(paths.differences(id, { show: "all" }));
  expect([visitor.status, visitor.text()]).toEqual([200, expect.not.stringContaining("Not asked")]);
});

test("where the levels cannot be read, a voice is changed without them", async () => {
  const { visitor, client, id } = await large();
  const { places } = await voicesOf(client, id);
  const form = { voices: [{ name: "Jane Doe", role: "Manager", email: null }], until: SOON, message: "", checksFacts: false };
  const about = { places: places.map(({ place }) => place), levels: { from: 1, to: 2 } };
  const voice = expectStatus(await client.post(`/assessments/${id}/voices/levels`, { ...form, ...about }), 200).body.voices[0].voice;
  app.upstream.on("GET", `/assessments/${id}/voices/levels`, status(500));
  await visitor.get(paths.voice(id, voice));
  expect(choices(visitor)).toEqual([]);
  await visitor.form(SAVE).fill("Name", "Jane Roe").submit(SAVE);
  expect((await voicesOf(client, id)).voices).toMatchObject([{ name: "Jane Roe", total: 40 }]);
});

describe("an upstream without the choice", () => {
  let without: AppWithFaults;
  beforeAll(async () => {
    without = await startAppWithFaults();
    without.upstream.on("GET", "/extensions", json({ extensions: EXTENSIONS.filter((name) => name !== "voice-levels") }));
  });
  afterAll(() => without.stop());

  test("gets today's calls alone, and no screen offers it", async () => {
    const { visitor, client, id } = await large(without);
    await visitor.get(morePaths.voicesAsk(id));
    expect(choices(visitor)).toEqual([]);
    await visitor.form("Ask people").fill("lines", "Jane Doe; Manager").submit("Ask about everything");
    expect(visitor.text()).toContain("many people stop before the end. Ask about less.");
    // A form of another time that names levels asks nobody, rather than about everything.
    await visitor.form("Ask people").submit(ASK);
    await accept(visitor);
    const [jane] = (await voicesOf(client, id)).voices;
    await visitor.get(paths.voice(id, Number(jane?.id)));
    await visitor.form(SAVE).fill("Name", "Jane Roe").submit(SAVE);
    await visitor.get(paths.differences(id, { show: "all" }));
    expect(visitor.status).toBe(200);
    expect(writes(without, id)).toEqual([
      ["POST", "", false],
      ["POST", "/links", false],
      ["PUT", `/${jane?.id}`, false],
    ]);
    expect(without.upstream.received.filter(({ path }) => path.endsWith("/levels"))).toEqual([]);
    const speaker = await voiceClient(without.databaseUrl, await tokenOf(client, id, Number(jane?.id)));
    expect(expectStatus(await speaker.get("/voice"), 200).body.pages[0].total).toBe(5);
  });

  test("asks nobody by a form that names levels", async () => {
    const { visitor, client, id } = await large(without);
    await visitor.get(morePaths.voicesAsk(id));
    await visitor.form("Ask people").fill("lines", "Jane Doe; Manager").submit("Ask about everything");
    await visitor.post(visitor.url, [...visitor.form("Ask people").entries(), ["levels", "1-2"]] as [string, string][]);
    await accept(visitor);
    expect((await voicesOf(client, id)).voices).toEqual([]);
    expect(visitor.status).toBe(404);
  });
});

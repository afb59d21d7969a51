/** What voices say, next to the statements that an assessor answers, as a browser without script sees it. */
import ExcelJS from "exceljs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { EXTENSIONS } from "#model/contract/calls.ts";
import { COMPONENTS } from "#model/itil/catalogue.ts";
import { paths, viewedAt } from "~/views/paths";
import { answerAll, createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, changeByOperator, startAppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { person } from "./home.ts";
import { startItil } from "./itil.ts";
import { join, levelText, type P3m3Scene, perspectiveId, shown, start, textsOf, threadId } from "./questions.ts";
import { rowsOf } from "./results.ts";
import { askOne, say, voicesOf } from "./voices.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

type Saying = Parameters<typeof say>[5];

/** What a voice of the assessment says about a thread, practice or component. */
const hear = (client: Client, id: number, place: string, voice: number | undefined, saying: Saying) =>
  say(app.databaseUrl, client, id, voice ?? 0, place, saying);

const planning = `thread/${perspectiveId("MC")}/${threadId("PL")}`;

/** Asks three people, two of them managers. @returns the ids of their voices */
async function askThree(client: Client, id: number, place: string): Promise<number[]> {
  const voices: number[] = [];
  for (const [name, role] of Object.entries({ "Jane Doe": "Manager", "Kim Roe": "Specialist", "Ann Poe": "Manager" }))
    voices.push(await askOne(client, id, { name, role, places: [place], checksFacts: true }));
  return voices;
}

/** A thread about which three voices have said something at level 3, while levels 1 and 2 were answered. */
async function startHeard(setup: Parameters<typeof start>[1] = {}): Promise<P3m3Scene & { voices: number[] }> {
  const scene = await start(app, setup);
  const { client, id, store } = scene;
  await store("MC", "PL", "FFNNN");
  const voices = await askThree(client, id, planning);
  const [jane, kim, ann] = voices;
  await hear(client, id, planning, jane, {
    ...{ choices: [null, null, "Fully", "Partially"], about: 2, comment: "Plans are kept weekly.", seen: "The plan of May" },
    check: { agrees: true, reason: "" },
  });
  await hear(client, id, planning, kim, {
    ...{ choices: [null, null, "Fully"], about: 2, comment: "Mostly." },
    check: { agrees: false, reason: "Level 3 is not done by all." },
  });
  await hear(client, id, planning, ann, { choices: [null, null, "cannotTell"] });
  return { ...scene, voices };
}

test("each statement says how many voices say what, with their comments and what those say who check facts", async () => {
  const { visitor, at } = await startHeard();
  await visitor.get(at("MC", "PL"));
  expect(levelText(visitor, 3)).toContain("Voices: 2 Fully, 1 I cannot tell");
  expect(levelText(visitor, 3)).toMatch(
    /2 comments Jane Doe , Manager: Fully Plans are kept weekly\. Where it can be seen: The plan of May/,
  );
  expect(levelText(visitor, 3)).toContain("Kim Roe , Specialist: Fully Mostly.");
  expect(levelText(visitor, 4)).toMatch(/Voices: 1 Partially(?!.*Take over)/);
  expect(levelText(visitor, 1)).not.toContain("Voices");
  const [section] = textsOf(visitor, "section[aria-labelledby=facts-checked]");
  expect(section).toBe(
    "Check of facts 1 agrees, 1 disagrees with the answers here. Kim Roe, Specialist disagrees Level 3 is not done by all.",
  );
});

test("of many long comments and reasons the first are here, and the rest is one link away", async () => {
  const { visitor, at, client, id, store } = await start(app);
  await store("MC", "PL", "FFFNN");
  const names = Array.from({ length: 12 }, (_, index) => `Person ${index}`);
  for (const name of names) {
    const voice = await askOne(client, id, { name, role: "User", places: [planning], checksFacts: true });
    await hear(client, id, planning, voice, {
      ...{ choices: ["Partially"], comment: `${name} comments. ${"x".repeat(900)}` },
      check: { agrees: false, reason: `${name} has a reason. ${"x".repeat(900)}` },
    });
  }
  await visitor.get(at("MC", "PL"));
  const shown = (words: string) => names.filter((name) => visitor.text().includes(`${name} ${words}`)).length;
  expect([shown("comments."), shown("has a reason.")]).toEqual([4, 4]);
  expect(levelText(visitor, 1)).toMatch(/12 comments .* and 8 more/);
  expect(visitor.text()).toContain("12 disagree with the answers here.");
  const [comments, reasons] = visitor.document.querySelectorAll("main a").filter(({ text }) => text === "and 8 more");
  await visitor.get(comments?.getAttribute("href") ?? "");
  expect(shown("comments.")).toBe(12);
  await visitor.get(reasons?.getAttribute("href") ?? "");
  expect(shown("has a reason.")).toBe(12);
});

test("without names the same is said by number", async () => {
  const { visitor, at, client, id } = await startHeard();
  expectStatus(await client.delete(`/assessments/${id}/voices/names`), 200);
  await visitor.get(at("MC", "PL"));
  expect(levelText(visitor, 3)).toContain("Voice 2 , Specialist: Fully Mostly.");
});

test("what two or more agree on is taken over through the gate, with everything else that was chosen", async () => {
  const { visitor, at, letters, note } = await startHeard();
  await visitor.get(at("MC", "PL"));
  await visitor.form("Save answers").fill("Assessment Notes", "Typed").submit("Take over Fully for level 3");
  expect([await letters("MC", "PL"), await note("MC", "PL"), shown(visitor)]).toEqual(["FFFNN", "Typed", "FFFNN"]);
  expect(visitor.text()).not.toContain("Take over Fully");
});

test("nothing is offered to take over where the level is locked", async () => {
  const { visitor, at, store } = await startHeard();
  await store("MC", "PL", "FPNNN");
  await visitor.get(at("MC", "PL"));
  expect(levelText(visitor, 3)).toContain("2 Fully");
  expect(visitor.text()).not.toContain("Take over");
});

test("a comment is copied to the note, with the role and not the name", async () => {
  const { visitor, at, note } = await startHeard();
  await visitor.get(at("MC", "PL"));
  await visitor.form("Save answers").fill("Assessment Notes", "Typed").submit("Copy to the note what Jane Doe says on level 3");
  expect(await note("MC", "PL")).toBe("Typed\n\nVoice (Manager) on level 3: Plans are kept weekly.\nWhere it can be seen: The plan of May");
  expect(levelText(visitor, 3)).toContain("In the note");
});

test("a comment is kept as evidence once, with the role and not the name", async () => {
  const { visitor, at, client, id } = await startHeard();
  await visitor.get(at("MC", "PL"));
  const posted = visitor.form("Save answers");
  await posted.submit("Add as evidence what Jane Doe says on level 3");
  expect(visitor.text()).toContain("The comment is kept as evidence.");
  expect(levelText(visitor, 3)).toContain("In the evidence");
  await posted.submit("Add as evidence what Jane Doe says on level 3");
  const { entries } = expectStatus(await client.get(`/assessments/${id}/evidence`), 200).body;
  expect(entries).toEqual([
    expect.objectContaining({
      ...{ kind: "interview", what: "Voice (Manager) on level 3: Fully", where: "The plan of May", who: "Manager" },
      remark: "Plans are kept weekly.",
      places: [{ place: planning, supports: [], against: [] }],
    }),
  ]);
});

test("the questions of a practice and of a component say it, too", async () => {
  const { visitor, id, at, client, letters, option } = await startItil(app, { primary: ["INM"], selectedScope: "Maturity" });
  const { capabilities, maturities }: Record<string, { id: number; code: string }[]> = expectStatus(
    await client.get(`/assessments/${id}`),
    200,
  ).body;
  const practice = capabilities?.find((each) => each.code === "INM");
  const criteria = expectStatus(
    await client.get(`/itil/assessments/${id}/questions/capability?capabilityId=${practice?.id}`),
    200,
  ).body.sort((a: { level: number }, b: { level: number }) => a.level - b.level);
  const [jane, kim] = await askThree(client, id, `capability/${practice?.id}`);
  for (const voice of [jane, kim]) await hear(client, id, `capability/${practice?.id}`, voice, { choices: ["Fully"] });
  await visitor.get(at("INM"));
  expect(textsOf(visitor, "[data-item='0']")[0]).toContain("Voices: 2 Fully");
  await visitor.form("Save answers").submit(`Take over Fully for ${criteria[0].code}`);
  expect((await letters("INM")).charAt(0)).toBe("F");

  const code = COMPONENTS.find(({ computed }) => !computed)?.code ?? "";
  const component = maturities?.find((each) => each.code === code);
  const question = expectStatus(await client.get(`/itil/assessments/${id}/questions/maturity`), 200).body.find(
    (each: { code: string }) => each.code === code,
  );
  const place = `maturity/${component?.id}`;
  const [ann, rob] = await askThree(client, id, place);
  for (const voice of [ann, rob]) await hear(client, id, place, voice, { choices: ["3"] });
  await visitor.get(at(code));
  await visitor.form("Save answers").submit(`Take over ${question.options.find(({ level }: { level: number }) => level === 3).name}`);
  expect(await option(code)).toBe(3);
});

test("without what voices say the screen works, and says so quietly", async () => {
  const { visitor, at, id } = await startHeard();
  app.upstream.on("GET", `/assessments/${id}/voices/answers`, status(500));
  await visitor.get(at("MC", "PL"));
  expect([visitor.status, visitor.text().includes("What voices say could not be loaded.")]).toEqual([200, true]);
  await visitor.form("Save answers").choose("Level 3 answer", "Fully").submit("Save answers");
  expect(shown(visitor)).toBe("FFFNN");
});

test("grid and summary count the voices of each row, and narrow to where they differ", async () => {
  const { visitor, client, id, store, voices } = await startHeard();
  await store("MC", "PL", "FFFNN");
  await hear(client, id, planning, voices[2], { choices: [null, null, "Partially"] });
  const rows = () => textsOf(visitor, "tbody th[scope=row]").map((text) => text.split(" Levels")[0]?.split(" ")[0]);
  await visitor.get(`/assessments/${id}/grid/MC`);
  expect(textsOf(visitor, "#PL")[0]).toContain("3 of 3 voices");
  expect(visitor.text()).toMatch(/Voices differ \(1\) ?Differs from the voices \(0\)/);
  await visitor.get(`/assessments/${id}/grid/MC?show=differ`);
  expect(rows()).toEqual(["Planning"]);
  await store("MC", "PL", "FFPNN");
  await hear(client, id, planning, voices[2], { choices: [null, null, "cannotTell"] });
  await visitor.get(`/assessments/${id}/summary?show=apart`);
  expect(visitor.text()).toContain("1 of 6 threads shown.");
  expect(visitor.text()).toContain("3 of 3 voices");
  await visitor.get(`/assessments/${id}/summary?show=differ`);
  expect(visitor.text()).toContain("Nowhere do voices differ.");
});

test("grid and summary narrow to what somebody disagrees with in a check of facts, until the verdict is another", async () => {
  const { visitor, client, id, store } = await start(app);
  await store("MC", "PL", "FPNNN");
  const voice = await askOne(client, id, { places: [planning], checksFacts: true });
  await hear(client, id, planning, voice, { choices: [], check: { agrees: false, reason: "Nobody plans" } });
  await visitor.get(`/assessments/${id}/grid/MC?show=objected`);
  expect([textsOf(visitor, "tbody th[scope=row]").length, visitor.text()]).toEqual([
    1,
    expect.stringMatching(/Objections from a check of facts \(1\).*0 of 1 voice, 1 disagrees/),
  ]);
  await visitor.get(`/assessments/${id}/summary?show=objected`);
  expect(visitor.text()).toContain("1 of 6 threads shown.");
  await store("MC", "PL", "FFPNN");
  await visitor.get(`/assessments/${id}/summary?show=objected`);
  expect(visitor.text()).toContain("Nobody objects.");
});

test("practices of ITIL are narrowed to what somebody disagrees with, too", async () => {
  const { visitor, client } = await person(app);
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Capability" });
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const practice = (await voicesOf(client, id)).places.find(({ place }) => place.startsWith("capability/"))?.place ?? "";
  const voice = await askOne(client, id, { places: [practice], checksFacts: true });
  await hear(client, id, practice, voice, { choices: [], check: { agrees: false, reason: "Nobody does" } });
  await visitor.get(`/itil/assessments/${id}/summary?show=objected`);
  expect(visitor.text()).toMatch(/Objections from a check of facts \(1\).*0 of 1 voice, 1 disagrees/);
});

test("the search finds what voices wrote, and leads to the statement", async () => {
  const { visitor, id, at } = await startHeard();
  await visitor.get(`/assessments/${id}/search?q=weekly`);
  expect(visitor.text()).toContain("Statements, diagnostics, notes, evidence and voices");
  const link = visitor.document.querySelectorAll("main a").find((each) => each.text.includes("– Voice"));
  expect([link?.text, link?.getAttribute("href")]).toEqual(["Level 3 – Voice", `${at("MC", "PL")}#level-3`]);
});

/** All that the cells of the workbook say. */
async function textsOfWorkbook(visitor: Visitor, id: number): Promise<string[]> {
  await visitor.get(`/assessments/${id}/answers.xlsx`);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(visitor.body) as unknown as ArrayBuffer);
  const texts: string[] = [];
  for (const sheet of workbook.worksheets) sheet.eachRow((row) => row.eachCell((cell) => void texts.push(String(cell.value ?? ""))));
  return texts;
}

test("the workbook counts voices and names nobody, and what is typed into that column is not taken", async () => {
  const { visitor, id } = await startHeard();
  const texts = await textsOfWorkbook(visitor, id);
  expect(texts).toEqual(expect.arrayContaining(["Voices", "2 Fully, 1 I cannot tell"]));
  expect(texts.filter((text) => /Jane|Kim|Ann Poe|kept weekly/.test(text))).toEqual([]);
});

/** Ticks that the result shows how views differ. */
async function showViews(client: Client, id: number): Promise<void> {
  const { roles } = await voicesOf(client, id);
  expectStatus(await client.put(`/assessments/${id}/voice-settings`, { roles, showInResults: true }), 200);
}

test("what viewers see are the counts that results may show", async () => {
  const scene = await startHeard({ perspectives: ["MC"], threads: ["PL"] });
  const { id, at, client, voices } = scene;
  await hear(client, id, planning, voices[2], { choices: [null, null, "Partially"] });
  await showViews(client, id);
  const { visitor, email } = await join(app, scene);
  await changeByOperator(app.databaseUrl, email, { permission: "viewer" });
  await visitor.get(viewedAt(at("MC", "PL")));
  expect([visitor.status, levelText(visitor, 3).includes("Voices")]).toEqual([200, false]);
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  await answerAll(client, id, "FFPNN");
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  await visitor.get(viewedAt(at("MC", "PL")));
  expect(levelText(visitor, 3)).toContain("Voices: 2 Fully, 1 Partially");
  expect(visitor.text()).not.toMatch(/Jane|kept weekly/);
  expect(app.upstream.receivedAt("GET", `/assessments/${id}/voices/answers`)).toEqual([]);
});

test("where nobody was asked, no screen asks for voices", async () => {
  const { visitor, at, id } = await start(app);
  for (const path of [at("MC", "PL"), `/assessments/${id}/grid/MC`, `/assessments/${id}/summary`]) {
    await visitor.get(path);
    expect([visitor.status, /\d voice|what voices say/i.test(visitor.text())]).toEqual([200, false]);
  }
  expect(app.upstream.receivedAt("GET", `/assessments/${id}/voices/answers`)).toEqual([]);
});

test("an upstream that can do all else has nothing of voices, and is not asked, though it has some stored", async () => {
  const bare = await startAppWithFaults();
  bare.upstream.on("GET", "/extensions", json({ extensions: EXTENSIONS.filter((name) => name !== "voices") }));
  try {
    const { visitor, at, client, id, store } = await start(bare, { perspectives: ["MC"], threads: ["PL"] });
    await store("MC", "PL", "FFNNN");
    const [jane, kim] = await askThree(client, id, planning);
    const saying = { choices: ["Rarely/Never"], comment: "Plans are kept weekly." };
    for (const voice of [jane, kim]) await say(bare.databaseUrl, client, id, voice ?? 0, planning, saying);
    const screens = [at("MC", "PL"), paths.grid(id, "MC"), paths.summary(id, "P3M3"), `/assessments/${id}/draft`];
    for (const path of [...screens, `/assessments/${id}/search?q=weekly`, "/"]) {
      await visitor.get(path);
      expect([
        path,
        visitor.status,
        textsOf(visitor, "main")
          .join()
          .match(/.{0,20}(voice|views differ).{0,20}/i)?.[0],
      ]).toEqual([path, 200, undefined]);
    }
    // What was done to them before stays in the history.
    await visitor.get(`/assessments/${id}/history`);
    expect([visitor.status, textsOf(visitor, "option").includes("Voices")]).toEqual([200, false]);
    expect(await textsOfWorkbook(visitor, id)).not.toContain("Voices");
    const [ours, theirs] = [`/assessments/${id}/voices`, "/voice/sheet/1"];
    const read = ["", "/ask", "/settings", "/differences", "/differences.xlsx", `/${jane}`].map((part) => ours + part);
    for (const path of [...read, "/voice/a-token", theirs, `${theirs}/thread/1/1`]) {
      await visitor.get(path);
      expect([path, visitor.status]).toEqual([path, 404]);
    }
    const written = ["", "/ask", "/settings", `/${jane}`].map((part) => ours + part);
    const onSheet = ["/done", "/forget", "/no-more-mail", "/thread/1/1"].map((part) => theirs + part);
    for (const path of [...written, ...onSheet, "/voice/save/1/thread/1/1"]) {
      await visitor.post(path, {});
      expect([path, visitor.status]).toEqual([path, 404]);
    }
    expect(bare.upstream.received.filter(({ path }) => path.includes("voice"))).toEqual([]);
  } finally {
    await bare.stop();
  }
});

test("a result shows how views differ, by counts; a draft says when, and has them in no file", async () => {
  const { visitor, client, id, voices } = await startHeard({ perspectives: ["MC"], threads: ["PL"] });
  await hear(client, id, planning, voices[2], { choices: [null, null, "Partially"] });
  await showViews(client, id);
  await visitor.get(`/assessments/${id}/draft`);
  expect(textsOf(visitor, "#views").join()).toContain("It will be here once the assessment is submitted");
  expectStatus(await client.post(`/assessments/${id}/voices/closing`), 204);
  await visitor.get(`/assessments/${id}/draft`);
  expect(visitor.text()).not.toMatch(/\d Fully, \d/);
  await visitor.get(`/assessments/${id}/draft.xlsx`);
  const draft = new ExcelJS.Workbook();
  await draft.xlsx.load(Buffer.from(visitor.body) as unknown as ArrayBuffer);
  expect(draft.getWorksheet("Views")).toBeUndefined();
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  await answerAll(client, id, "FFPNN");
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  await visitor.get(`/assessments/${id}/result`);
  expect(rowsOf(visitor, "How views differ")).toEqual([
    ["Management control / Planning, level 3", expect.any(String), "Partially", "3", "2 Fully, 1 Partially"],
  ]);
  await visitor.get(`/assessments/${id}/result.xlsx`);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(visitor.body) as unknown as ArrayBuffer);
  expect(workbook.getWorksheet("Views")?.rowCount).toBeGreaterThan(1);
  app.upstream.on("GET", `/assessments/${id}/voices/views`, status(500));
  await visitor.get(`/assessments/${id}/result`);
  expect([visitor.status, visitor.text().includes("how views differ")]).toEqual([200, true]);
});

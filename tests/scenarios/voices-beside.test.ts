/** What voices say, next to the statements that an assessor answers, as a browser without script sees it. */
import ExcelJS from "exceljs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { EXTENSIONS } from "#model/contract/calls.ts";
import type { VoiceAnswers, VoiceViews } from "#model/contract/voices.ts";
import { COMPONENTS } from "#model/itil/catalogue.ts";
import { VOICE_ANSWERS } from "#model/voices.ts";
import { viewedAt } from "~/views/paths";
import { answerAll, expectStatus } from "../contract/scenario.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, askVoice, changeByOperator, startAppWithFaults } from "../support/seed.ts";
import { sharedAppWithoutExtensions } from "../support/shared.ts";
import { startItil } from "./itil.ts";
import { join, levelText, type P3m3Scene, perspectiveId, shown, start, textsOf, threadId } from "./questions.ts";
import { rowsOf } from "./results.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await startAppWithFaults();
  offer();
});
const offer = () => app.upstream.on("GET", "/extensions", json({ extensions: [...EXTENSIONS] }));
afterEach(() => {
  app.upstream.reset();
  offer();
});
afterAll(() => app.stop());

const VOICES = [
  { id: 1, number: 1, name: "Jane Doe", role: "Manager" },
  { id: 2, number: 2, name: null, role: "Specialist" },
  { id: 3, number: 3, name: "Kim Roe", role: "Manager" },
].map((voice) => ({ ...voice, checksFacts: true, state: "open" as const }));

type Place = VoiceAnswers["places"][number];
type Statement = Place["statements"][number];
type Said = Record<string, string | { choice: string | null; comment?: string; seen?: string }>;

/** What voices say about a statement, by their number: a choice, or a choice with a comment. */
function statement(questionId: number, choices: Statement["choices"], said: Said, over: Partial<Statement> = {}): Statement {
  const answers = Object.entries(said).map(([voice, given]) => ({
    ...{ voiceId: Number(voice), comment: "", seen: "" },
    ...(typeof given === "string" ? { choice: given } : given),
  }));
  const roleOf = (voiceId: number) => VOICES.find(({ id }) => id === voiceId)?.role ?? "";
  const counted = answers.flatMap(({ voiceId, choice }) => (choice === null ? [] : [{ role: roleOf(voiceId), choice, voices: 1 }]));
  return { ...{ questionId, level: 1, statement: "", choices, verdict: null, said: counted, answers }, ...over };
}

const named = (keys: readonly string[], names: readonly string[] = keys) => keys.map((key, index) => ({ key, name: names[index] ?? key }));
const OF_THREAD = named(VOICE_ANSWERS.thread);
const OF_PRACTICE = named(VOICE_ANSWERS.capability, ["Rarely/Never", "Fully"]);

/** Has the upstream answer with this, for one place. */
function say(id: number, place: string, statements: Statement[], checks: Place["checks"] = []): void {
  const answered = new Set(statements.flatMap(({ answers }) => answers.map(({ voiceId }) => voiceId))).size;
  const here: Place = { place, name: "", within: null, descoped: false, asked: 3, answered, statements, checks };
  app.upstream.on("GET", `/assessments/${id}/voices/answers`, json({ voices: VOICES, places: [here] } satisfies VoiceAnswers));
}

const planning = `thread/${perspectiveId("MC")}/${threadId("PL")}`;

/** The ids of the questions of a thread, level 1 first. */
async function questionIds({ client, id }: P3m3Scene): Promise<number[]> {
  const query = `p=${perspectiveId("MC")}&t=${threadId("PL")}`;
  const { body } = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?${query}`), 200);
  return body.sort((a: { level: number }, b: { level: number }) => a.level - b.level).map((each: { id: number }) => each.id);
}

/** A thread about which voices have said something at level 3. */
async function startHeard() {
  const scene = await start(app);
  await askVoice(scene.client, scene.id, { places: [planning] });
  const ids = await questionIds(scene);
  const said = {
    1: { choice: "Fully", comment: "Plans are kept weekly.", seen: "The plan of May" },
    2: { choice: "Fully", comment: "Mostly." },
    3: "cannotTell",
  };
  say(
    scene.id,
    planning,
    [statement(ids[2] ?? 0, OF_THREAD, said, { level: 3 }), statement(ids[3] ?? 0, OF_THREAD, { 1: "Partially" }, { level: 4 })],
    [
      { voiceId: 1, agrees: true, reason: "" },
      { voiceId: 2, agrees: false, reason: "Level 3 is not done by all." },
    ],
  );
  return scene;
}

test("each statement says how many voices say what, with their comments and what those say who check facts", async () => {
  const { visitor, at } = await startHeard();
  await visitor.get(at("MC", "PL"));
  expect(levelText(visitor, 3)).toContain("Voices: 2 Fully, 1 I cannot tell");
  expect(levelText(visitor, 3)).toMatch(
    /2 comments Jane Doe , Manager: Fully Plans are kept weekly\. Where it can be seen: The plan of May/,
  );
  expect(levelText(visitor, 3)).toContain("Voice 2 , Specialist: Fully Mostly.");
  expect(levelText(visitor, 4)).toMatch(/Voices: 1 Partially(?!.*Take over)/);
  expect(levelText(visitor, 1)).not.toContain("Voices");
  const [section] = textsOf(visitor, "section[aria-labelledby=facts-checked]");
  expect(section).toBe(
    "Check of facts 1 agrees, 1 disagrees with the answers here. Voice 2, Specialist disagrees Level 3 is not done by all.",
  );
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
  const asked = expectStatus(await client.get(`/itil/assessments/${id}/questions/capability?capabilityId=${practice?.id}`), 200).body.sort(
    (a: { level: number }, b: { level: number }) => a.level - b.level,
  );
  await askVoice(client, id, { places: [`capability/${practice?.id}`] });
  say(id, `capability/${practice?.id}`, [statement(asked[0].id, OF_PRACTICE, { 1: "Fully", 2: "Fully" }, { level: 2 })]);
  await visitor.get(at("INM"));
  expect(textsOf(visitor, "[data-item='0']")[0]).toContain("Voices: 2 Fully");
  await visitor.form("Save answers").submit(`Take over Fully for ${asked[0].code}`);
  expect((await letters("INM")).charAt(0)).toBe("F");

  const code = COMPONENTS.find(({ computed }) => !computed)?.code ?? "";
  const component = maturities?.find((each) => each.code === code);
  const question = expectStatus(await client.get(`/itil/assessments/${id}/questions/maturity`), 200).body.find(
    (each: { code: string }) => each.code === code,
  );
  const choices = question.options.map(({ level, name }: { level: number; name: string }) => ({ key: String(level), name }));
  say(id, `maturity/${component?.id}`, [statement(question.id, choices, { 1: "3", 3: "3" }, { level: null })]);
  await visitor.get(at(code));
  await visitor.form("Save answers").submit(`Take over ${choices[2].name}`);
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
  const scene = await startHeard();
  const { visitor, id, store } = scene;
  const ids = await questionIds(scene);
  await store("MC", "PL", "FFFNN");
  const differing = { 1: "Fully", 2: "Partially", 3: "cannotTell" };
  say(id, planning, [statement(ids[2] ?? 0, OF_THREAD, differing, { level: 3, verdict: "Fully" })]);
  const rows = () => textsOf(visitor, "tbody th[scope=row]").map((text) => text.split(" Levels")[0]?.split(" ")[0]);
  await visitor.get(`/assessments/${id}/grid/MC`);
  expect(textsOf(visitor, "#PL")[0]).toContain("3 of 3 voices");
  expect(visitor.text()).toMatch(/Voices differ \(1\) ?Differs from the voices \(0\)/);
  await visitor.get(`/assessments/${id}/grid/MC?show=differ`);
  expect(rows()).toEqual(["Planning"]);
  say(id, planning, [statement(ids[2] ?? 0, OF_THREAD, { 1: "Partially", 2: "Partially" }, { level: 3, verdict: "Fully" })]);
  await visitor.get(`/assessments/${id}/summary?show=apart`);
  expect(visitor.text()).toContain("1 of 6 threads shown.");
  expect(visitor.text()).toContain("2 of 3 voices");
  await visitor.get(`/assessments/${id}/summary?show=differ`);
  expect(visitor.text()).toContain("Nowhere do voices differ.");
});

test("the search finds what voices wrote, and leads to the statement", async () => {
  const { visitor, id, at } = await startHeard();
  await visitor.get(`/assessments/${id}/search?q=weekly`);
  expect(visitor.text()).toContain("Statements, diagnostics, notes, evidence and voices");
  const link = visitor.document.querySelectorAll("main a").find((each) => each.text.includes("– Voice"));
  expect([link?.text, link?.getAttribute("href")]).toEqual(["Level 3 – Voice", `${at("MC", "PL")}#level-3`]);
});

test("the workbook counts voices and names nobody, and what is typed into that column is not taken", async () => {
  const { visitor, id } = await startHeard();
  await visitor.get(`/assessments/${id}/answers.xlsx`);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(visitor.body) as unknown as ArrayBuffer);
  const texts = workbook.worksheets.flatMap((sheet) => {
    const found: string[] = [];
    sheet.eachRow((row) => row.eachCell((cell) => void found.push(String(cell.value ?? ""))));
    return found;
  });
  expect(texts).toEqual(expect.arrayContaining(["Voices", "2 Fully, 1 I cannot tell"]));
  expect(texts.filter((text) => /Jane|Kim Roe|kept weekly/.test(text))).toEqual([]);
});

test("what viewers see are the counts that results may show", async () => {
  const scene = await startHeard();
  const { id, at } = scene;
  const ids = await questionIds(scene);
  const { visitor, email } = await join(app, scene);
  await changeByOperator(app.databaseUrl, email, { permission: "viewer" });
  const counted = {
    questionId: ids[2] ?? 0,
    level: 3,
    statement: "",
    choices: OF_THREAD,
    verdict: null,
    voices: 3,
    counts: { Fully: 3 },
    byRole: [],
  };
  const views = { places: [{ place: planning, name: "", within: null, statements: [counted] }] };
  app.upstream.on("GET", `/assessments/${id}/voices/views`, json(views satisfies VoiceViews));
  await visitor.get(viewedAt(at("MC", "PL")));
  expect(levelText(visitor, 3)).toContain("Voices: 3 Fully");
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

test("an upstream without voices has nothing of it, and is not asked", async () => {
  const bare = await sharedAppWithoutExtensions();
  const { visitor, at, id } = await start(bare);
  say(id, planning, []);
  await visitor.get(at("MC", "PL"));
  expect([visitor.status, visitor.text().includes("Voices"), bare.upstream.receivedAt("GET", `/assessments/${id}/voices/answers`)]).toEqual(
    [...[200, false, []]],
  );
  bare.stop();
});

test("a result shows how views differ, by counts; a draft says why not while a sheet is open", async () => {
  const { visitor, client, id } = await start(app, { selectedLevel: 1 });
  await askVoice(client, id, { places: [planning] });
  app.upstream.on("GET", `/assessments/${id}/voices/views`, json({ withheld: "open", places: [] } satisfies VoiceViews));
  await visitor.get(`/assessments/${id}/draft`);
  expect(textsOf(visitor, "#views").join()).toContain("It will be here once all sheets are closed");
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  await answerAll(client, id, "FPNNN");
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  const counted = { questionId: 1, level: 2, statement: "Plans are kept.", choices: OF_THREAD, verdict: "Fully" };
  const said = { voices: 4, counts: { Fully: 2, Partially: 1, cannotTell: 1 }, byRole: [] };
  const place = { place: planning, name: "Planning", within: "Management control", statements: [{ ...counted, ...said }] };
  app.upstream.on("GET", `/assessments/${id}/voices/views`, json({ places: [place] } satisfies VoiceViews));
  await visitor.get(`/assessments/${id}/result`);
  expect(rowsOf(visitor, "How views differ")).toEqual([
    ["Management control / Planning, level 2", "Plans are kept.", "Fully", "4", "2 Fully, 1 Partially, 1 I cannot tell"],
  ]);
  await visitor.get(`/assessments/${id}/result.xlsx`);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(visitor.body) as unknown as ArrayBuffer);
  expect(workbook.getWorksheet("Views")?.rowCount).toBeGreaterThan(1);
  app.upstream.on("GET", `/assessments/${id}/voices/views`, status(500));
  await visitor.get(`/assessments/${id}/result`);
  expect([visitor.status, visitor.text().includes("how views differ")]).toEqual([200, true]);
});

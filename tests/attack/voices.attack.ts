import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { strFromU8, unzipSync } from "fflate";
import { SignJWT } from "jose";
import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { VoiceBearers } from "#api/auth/voice-bearer.ts";
import { exportHistory } from "#api/services/history.ts";
import { changePerson } from "#api/services/people.ts";
import { backUp } from "#api/store/backup.ts";
import { inTransaction } from "#api/store/open.ts";
import { addressOf } from "#model/contract/call.ts";
import { CONTRACT, CONTRACT_CALLS } from "#model/contract/calls.ts";
import type { VoiceViews } from "#model/contract/voices.ts";
import { type Opinion, rolesShown, VOICES_SHOWN_FROM, viewOf } from "#model/voices.ts";
import { morePaths } from "../../app/views/more-paths.ts";
import { paths } from "../../app/views/paths.ts";
import { answerThread, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { type Answer, type Client, freshDatabase, MAIL, openTestApi, operatingOn, type TestApi } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { everything } from "../support/rows.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";
import { type Attempt, cellsOf, outcomeOf, refused, SECRET } from "./attempts.ts";

const PLACE = "thread/1/6";
const UNASKED = "thread/1/9";
const pageOf = (place: string) => `/voice/pages/${encodeURIComponent(place)}`;
const PAGE = pageOf(PLACE);
const FORMULAS = ['=HYPERLINK("https://evil.example")', "+1+1", "-2+3", "@SUM(A1)"];
/** More than one sheet takes within a minute. */
const SAVES = 200;
const WRONG_LINKS = 2_000;
/** Each voice goes on writing for so long while its sheet ends, and so often after that. */
const [WRITES, WRITES_AFTER] = [100, 3];
const GROUPS = 5_000;

/** No address is mailed more often than a team may mail it. */
let addresses = 0;
const line = (number: number, role = "Manager") => {
  addresses += 1;
  return { name: `${SECRET} ${number}`, role, email: `${SECRET}${addresses}@voices.example` };
};
const sheet = { places: [PLACE], until: "2026-12-01", message: `Dear ${SECRET}`, checksFacts: false };

/** What an assessor does with voices, on an assessment that is not locked. */
function asker(api: TestApi, client: Client) {
  const of = {
    async assessment(): Promise<number> {
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [6, 9] });
      for (const thread of [6, 9]) expectStatus(await answerThread(client, id, 1, thread, "FPNNN"), 200);
      expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      return id;
    },
    async ask(id: number, roles: readonly string[], over: object = {}): Promise<number[]> {
      const voices = roles.map((role, index) => line(index, role));
      return expectStatus(await client.post(`/assessments/${id}/voices`, { voices, ...sheet, ...over }), 200).body.voices.map(
        ({ voice }: { voice: number }) => voice,
      );
    },
    tokenOf: async (id: number, voice: number, renew = false): Promise<string> =>
      expectStatus(await client.post(`/assessments/${id}/voices/${voice}/link`, { renew }), 200).body.token,
    /** Somebody whose sheet is open. */
    async enter(id: number, voice: number): Promise<Client> {
      const { token } = expectStatus(await api.anonymous.post("/auth/voice", { token: await of.tokenOf(id, voice) }), 200).body;
      return api.anonymous.bearing(token);
    },
    async complete(id: number): Promise<Answer> {
      expectStatus(await client.post(`/assessments/${id}/lock`), 200);
      return client.post(`/assessments/${id}/complete`);
    },
  };
  return of;
}
type Asker = ReturnType<typeof asker>;

const isChecked = async ({ store }: TestApi, assessmentId: number): Promise<boolean> =>
  (await store.selectFrom("voice_page").select(["agrees", "reason"]).where("assessment_id", "=", assessmentId).execute()).some(
    ({ agrees, reason }) => agrees !== null || reason !== "",
  );

const questionsOf = async (voice: Client, place = PLACE): Promise<number[]> =>
  expectStatus(await voice.get(pageOf(place)), 200).body.statements.map(({ questionId }: { questionId: number }) => questionId);
const answering = (questionId: number, choice: string | null, comment = "") => ({ answers: [{ questionId, choice, comment, seen: "" }] });

/** Links and bearer tokens that are made up, altered, mixed or over. */
async function forging(api: TestApi, owner: Client, of: Asker): Promise<Attempt[]> {
  const id = await of.assessment();
  const [jane = 0, bob = 0] = await of.ask(id, ["Manager", "User"]);
  const [token, other] = [await of.tokenOf(id, jane), await of.tokenOf(id, bob)];
  const changed = Array.from(token, (letter, at) => `${token.slice(0, at)}${letter === "a" ? "b" : "a"}${token.slice(at + 1)}`);
  const row = await api.store.selectFrom("voice").select(["reference", "generation"]).where("id", "=", jane).executeTakeFirstOrThrow();
  const foreign = new MailedSecrets(["a secret that an attacker has made up"]);
  const wrong = [
    ...changed.filter((each) => each !== token),
    ...[token.slice(0, 32) + other.slice(32), token.slice(0, 32), token.slice(32), token.slice(0, -1), `${token}=`, ` ${token}`],
    ...[token.toUpperCase(), row.reference, foreign.linkOf(row, "voice"), foreign.linkOf(row), "%00", "__proto__", "x".repeat(200)],
  ];
  const enter = async (each: string) => (await api.anonymous.post("/auth/voice", { token: each })).status;
  let opened = 0;
  for (const each of wrong) if ((await enter(each)) < 400) opened += 1;

  // Parts of genuine tokens of three kinds in every mixture, and tokens that sign themselves.
  const voice = await of.enter(id, jane);
  const genuine = [voice.token, (await of.enter(id, bob)).token, owner.token].map((each) => (each ?? "").split("."));
  const mixed = genuine.flatMap(([head]) =>
    genuine.flatMap(([, claims]) => genuine.map(([, , signature]) => `${head}.${claims}.${signature}`)),
  );
  const forged = mixed.filter((each) => !genuine.some((parts) => parts.join(".") === each));
  const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
  const byOther = await new VoiceBearers(["a secret that an attacker has made up"]).issue(row, api.now);
  const byReference = await new SignJWT({ gen: 1 })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer("maturity-assessment-tool")
    .setAudience("voice")
    .setSubject(row.reference)
    .setExpirationTime(4_000_000_000)
    .sign(Buffer.from(row.reference));
  let borne = 0;
  const bearers = [...forged, `${unsigned}.${genuine[0]?.[1]}.`, byOther.token, byReference, token];
  for (const each of bearers)
    for (const path of ["/voice", "/organizations"]) if ((await api.anonymous.bearing(each).get(path)).status !== 401) borne += 1;

  const tried: Attempt[] = [
    { what: `${opened} of ${wrong.length} links that are none opened a sheet`, fell: opened > 0 },
    { what: `${borne} of ${bearers.length * 2} calls with a forged bearer were answered`, fell: borne > 0 || forged.length < 10 },
  ];
  await of.tokenOf(id, jane, true);
  tried.push(await refused("opens by a link that was renewed", api.anonymous.post("/auth/voice", { token })));
  tried.push(await refused("reads after the link was renewed", voice.get("/voice")));
  const second = await of.enter(id, jane);
  const last = await of.tokenOf(id, jane);
  expectStatus(await owner.post(`/assessments/${id}/voices/${jane}/take-back`), 200);
  tried.push(await refused("opens what was taken back", api.anonymous.post("/auth/voice", { token: last })));
  tried.push(await refused("writes what was taken back", second.put(PAGE, { answers: [] })));
  return tried;
}

/** The bearer of a sheet against every other call, that of a session against those of a sheet, and one sheet against another. */
async function across(api: TestApi, owner: Client, of: Asker): Promise<Attempt[]> {
  const id = await of.assessment();
  const [jane = 0, bob = 0] = await of.ask(id, ["Manager", "User"]);
  const voice = await of.enter(id, jane);
  const neighbour = await of.enter(id, bob);
  const [first = 0] = await questionsOf(neighbour);
  expectStatus(await neighbour.put(PAGE, answering(first, "Fully", `Said by ${SECRET} 1`)), 200);
  let [taken, calls] = [0, 0];
  for (const { call } of CONTRACT_CALLS) {
    if (call.authentication === "none" || call.path.startsWith("/demo")) continue;
    const isOfVoice = call.authentication === "voice";
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const at = addressOf(call, Object.fromEntries(names.map((name) => [name, name === "place" ? PLACE : id])));
    const statusFor = async (client: Client) => (await client.call(call.method, at, call.method === "GET" ? undefined : {})).status;
    const status = await statusFor(isOfVoice ? owner : voice);
    calls += 1;
    // What answers everybody alike takes no bearer.
    if (status !== 401 && status !== (await statusFor(api.anonymous))) taken += 1;
  }
  const tried: Attempt[] = [{ what: `${taken} of ${calls} calls took the bearer of another kind`, fell: taken > 0 || calls < 50 }];
  tried.push(await refused("reads a page that was not asked about", voice.get(pageOf(UNASKED))));
  tried.push(await refused("writes a page that was not asked about", voice.put(pageOf(UNASKED), { answers: [] })));
  tried.push(await refused("answers a statement of nowhere", voice.put(PAGE, answering(first + 1_000, "Fully"))));
  const checked = { answers: [], check: { agrees: false, reason: "Not asked", verdicts: "" } };
  const { body: unasked } = await voice.put(PAGE, checked);
  tried.push({ what: "checks facts that it was not asked to", fell: unasked.check !== undefined || (await isChecked(api, id)) });
  for (const place of ["..", "thread/1/6/../9", "voice/2", "__proto__", `${PLACE}\u0000`, "capability/1"])
    if (place !== "..") tried.push(await refused(`reads the page ${JSON.stringify(place)}`, voice.get(pageOf(place))));
  // Looks for verdict, level, score and others in a sheet, also where the address asks for more.
  const shown = JSON.stringify([
    (await voice.get(`/voice?voice=${bob}&sheet=${bob}`)).body,
    (await voice.get(`${PAGE}?voice=${bob}&checksFacts=true`)).body,
    (await voice.put(PAGE, answering(first, "Fully"), { "Made-From": "voicePage=7" })).body,
  ])
    .replaceAll(`${SECRET} 0`, "")
    .replaceAll(sheet.message, "");
  const leaked = [SECRET, '"verdict"', '"level"', '"score"', '"said"', '"check"'].filter((text) => shown.includes(text));
  tried.push({ what: `a sheet tells of ${leaked.join(", ") || "nothing else"}`, fell: leaked.length > 0 });
  return tried;
}

/** Every call of an assessor by viewers, internal accounts and others, and voices by the ids of other assessments. */
async function reaching(api: TestApi, owner: Client, of: Asker, readers: Record<string, Client>): Promise<Attempt[]> {
  const id = await of.assessment();
  const [jane = 0] = await of.ask(id, ["Manager"]);
  const { voices } = CONTRACT;
  const bodies = new Map<unknown, unknown>([
    [voices.ask, { voices: [line(99)], ...sheet }],
    [voices.put, { ...line(98), ...sheet }],
    [voices.settings, { showInResults: true }],
    [voices.link, { renew: true }],
    [voices.links, { voices: [jane] }],
  ]);
  const state = async () => JSON.stringify(await api.store.selectFrom("voice").selectAll().where("assessment_id", "=", id).execute());
  const before = await state();
  const tried: Attempt[] = [];
  for (const [who, client] of Object.entries(readers))
    for (const [name, call] of Object.entries(voices)) {
      if (call === voices.views && who !== "another team") continue;
      const at = addressOf(call, { id, voiceId: jane });
      tried.push(
        await refused(`${who}: ${name}`, client.call(call.method, at, call.method === "GET" ? undefined : (bodies.get(call) ?? {}))),
      );
    }
  const elsewhere = await of.assessment();
  for (const call of [voices.put, voices.takeBack, voices.remind, voices.link, voices.close])
    tried.push(
      await refused(
        `by the id of another assessment: ${call.path}`,
        owner.call(call.method, addressOf(call, { id: elsewhere, voiceId: jane }), bodies.get(call) ?? {}),
      ),
    );
  tried.push(
    await refused("links by the id of another assessment", owner.post(`/assessments/${elsewhere}/voices/links`, { voices: [jane] })),
  );
  tried.push({ what: "changes somebody's voices", fell: (await state()) !== before });
  return tried;
}

/** Voices go on writing while their sheets end. What was accepted is stored, and nothing is accepted after the end. */
async function race(api: TestApi, of: Asker, how: string, end: (id: number, voices: number[]) => Promise<Answer>): Promise<Attempt[]> {
  const id = await of.assessment();
  const ids = await of.ask(id, ["Manager", "Manager", "Manager", "User"]);
  const voices = await Promise.all(ids.map((voice) => of.enter(id, voice)));
  const [question = 0] = await questionsOf(voices[0] as Client);
  let isOver = false;
  const late: number[] = [];
  const faults: number[] = [];
  const last = new Map<number, string>();
  // The end comes while everybody is writing.
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const keepWriting = async (voice: Client, index: number) => {
    for (let writes = 0, after = 0; after < WRITES_AFTER && writes < WRITES; writes += 1) {
      const [began, choice] = [isOver, writes % 2 === 0 ? "Fully" : "Rarely/Never"];
      const { status } = await voice.put(PAGE, answering(question, choice));
      if (status === 200) last.set(ids[index] ?? 0, choice === "Fully" ? "2" : "0");
      if (last.size === voices.length) begin();
      if (status >= 500) faults.push(status);
      if (began) {
        after += 1;
        late.push(status);
      }
      await nextTurn();
    }
    begin();
  };
  const ending = async () => {
    await begun;
    const { status } = await end(id, ids);
    isOver = true;
    return status;
  };
  const [ended] = await Promise.all([ending(), ...voices.map(keepWriting)]);
  const rows = await api.store.selectFrom("voice_page").select(["voice_id", "choices"]).where("assessment_id", "=", id).execute();
  const differs = [...last].filter(([voice, choice]) => rows.find((row) => row.voice_id === voice)?.choices[0] !== choice).length;
  const taken = late.filter((status) => status < 400).length;
  return [
    { what: `${how} (${ended}): ${taken} of ${late.length} later writes were taken`, fell: taken > 0 || late.length === 0 || ended >= 300 },
    { what: `${how}: ${differs} sheets do not hold what was accepted last`, fell: differs > 0 || last.size === 0 },
    { what: `${how}: ${faults.length} faults`, fell: faults.length > 0 },
  ];
}

/** More saves and wrong links than anybody has. */
async function flooding(api: TestApi, of: Asker): Promise<Attempt[]> {
  const id = await of.assessment();
  const [jane = 0, bob = 0] = await of.ask(id, ["Manager", "User"]);
  const [voice, neighbour] = [await of.enter(id, jane), await of.enter(id, bob)];
  const [question = 0] = await questionsOf(voice);
  const saves = await Promise.all(
    Array.from({ length: SAVES }, (_, index) => voice.put(PAGE, answering(question, "Fully", `Comment ${index}`))),
  );
  const saved = saves.filter(({ status }) => status < 300).length;
  const next = (await neighbour.put(PAGE, answering(question, "Fully"))).status;
  const token = await of.tokenOf(id, bob);
  const wrong = await Promise.all(
    Array.from({ length: WRONG_LINKS }, (_, index) =>
      api.anonymous.post("/auth/voice", { token: `${token.slice(0, -4)}${1_000 + index}`, network: "of an attacker" }),
    ),
  );
  const looked = wrong.filter(({ status }) => status === 401).length;
  // A database that is too busy to look is an answer, too.
  const otherwise = wrong.filter(({ status }) => ![401, 429, 503].includes(status)).map(({ status }) => status);
  const right = (await api.anonymous.post("/auth/voice", { token, network: "of the person" })).status;
  return [
    {
      what: `${saved} of ${SAVES} saves of a sheet within a minute were taken; another sheet's: ${next}`,
      fell: saved > 120 || next !== 200,
    },
    {
      what: `${looked} of ${WRONG_LINKS} wrong links were looked at within a minute, ${wrong.filter(({ status }) => status === 503).length} met a busy database, ${otherwise.length} got something else (${[...new Set(otherwise)].join(", ")}); the right one: ${right}`,
      fell: right !== 200 || looked > 240 || otherwise.length > 0,
    },
  ];
}

type StatementView = Pick<VoiceViews["places"][number]["statements"][number], "voices" | "counts" | "byRole">;

/** Whether whoever subtracts all that is shown finds one or two people, or a part that all gave one answer. */
function isSingled({ voices, counts, byRole }: StatementView): boolean {
  const rest = Object.entries(counts).map(([choice, count]) => count - byRole.reduce((sum, role) => sum + (role.counts[choice] ?? 0), 0));
  const parts = [...byRole.map((role) => Object.values(role.counts)), ...(byRole.length > 0 ? [rest] : [])]
    .map((part) => part.filter((count) => count > 0))
    .filter(({ length }) => length > 0);
  const isTold = (part: readonly number[]) => part.length < 2 || part.reduce((sum, count) => sum + count, 0) < VOICES_SHOWN_FROM;
  return voices < VOICES_SHOWN_FROM || (Object.keys(counts).length === 1 && voices < 5) || parts.some(isTold);
}

/** One or two people of a role, by subtraction, and by looking before and after something changes. */
async function singling(owner: Client, of: Asker, readers: Record<string, Client>): Promise<Attempt[]> {
  const groups = Array.from({ length: GROUPS }, (_, seed) =>
    Array.from({ length: 1 + (seed % 5) }, (_role, role) => ({ role: `Role ${role}`, voices: (seed * (role + 3) * 7_919) % 7 })),
  );
  const answered = groups.flatMap((sent, seed) => {
    const said = sent.flatMap(({ role, voices }): Opinion[] =>
      Array.from({ length: voices }, (_each, each) => ({
        role,
        choice: ["Fully", "Partially", "cannotTell"][(seed * (each + 1)) % 3] ?? "",
      })),
    );
    return viewOf(said, rolesShown(sent)) ?? [];
  });
  const single = answered.filter(isSingled).length;
  const withRoles = answered.filter(({ byRole }) => byRole.length > 0).length;
  const tried: Attempt[] = [
    {
      what: `${single} of ${GROUPS} groups, ${withRoles} with roles, show one or two people`,
      fell: single > 0 || withRoles < GROUPS / 100,
    },
  ];

  const id = await of.assessment();
  const roles = ["Manager", "Manager", "Manager", "Manager", "User", "User", "User", "Executive", "Executive", "Executive"];
  const ids = await of.ask(id, roles);
  for (const [index, each] of ids.entries()) {
    const voice = await of.enter(id, each);
    const questions = await questionsOf(voice);
    for (const question of questions.slice(0, 1 + (index % 4)))
      expectStatus(await voice.put(PAGE, answering(question, index % 2 === 0 ? "Fully" : "Rarely/Never")), 200);
  }
  expectStatus(await owner.put(`/assessments/${id}/voice-settings`, { showInResults: true }), 200);
  // Also the assessor's, because a draft leaves the house.
  const viewers = [owner, readers.viewer, readers["an internal account"]].flatMap((each) => each ?? []);
  const look = async () =>
    Promise.all(
      viewers.map(async (each): Promise<VoiceViews> => expectStatus(await each.get(`/assessments/${id}/voices/views`), 200).body),
    );
  // Sheets end one after the other, and somebody looks each time.
  let early = 0;
  const lookEarly = async () => {
    early += (await look()).filter(({ places }) => places.length > 0).length;
  };
  for (const each of ids) {
    await lookEarly();
    expectStatus(await owner.post(`/assessments/${id}/voices/${each}/closing`), 200);
  }
  await lookEarly();
  tried.push({ what: `${early} looks before submission show something`, fell: early > 0 });
  expectStatus(await of.complete(id), 200);
  const opinions = await look();
  const shown = opinions.flatMap(({ places }) => places.flatMap(({ statements }) => statements));
  const named = shown.filter(({ byRole }) => byRole.length > 0).length;
  tried.push({
    what: `${shown.filter(isSingled).length} of ${shown.length} statements, ${named} with roles, show one or two people`,
    fell: named === 0 || shown.some(isSingled),
  });
  const other = opinions.some(({ sheets }) => sheets?.byRole.some(({ voices }) => voices < VOICES_SHOWN_FROM));
  tried.push({ what: "the method counts a role that is not shown", fell: other });
  const { id: editionId } = expectStatus(await owner.post(`/assessments/${id}/editions`, { reason: "A date was wrong." }), 201).body;
  const edition: VoiceViews = expectStatus(await owner.get(`/assessments/${editionId}/voices/views`), 200).body;
  tried.push({ what: "an edition shows views", fell: edition.places.length > 0 || edition.sheets !== undefined });
  // Changes that are still possible now must not alter what is shown.
  for (const path of [`voices/${ids[0]}/take-back`, `voices/${ids[0]}/closing`, "voices/closing", "archive"])
    await owner.post(`/assessments/${id}/${path}`);
  await owner.put(`/assessments/${id}/voice-settings`, { showInResults: false });
  await owner.put(`/assessments/${id}/voices/${ids[1]}`, { ...line(1, "Executive"), ...sheet });
  await owner.delete(`/assessments/${id}/voices/names`);
  tried.push({ what: "counts change after submission", fell: JSON.stringify(await look()) !== JSON.stringify(opinions) });
  return tried;
}

/** Names where only those who may change the assessment should find them, and anywhere once they are removed. */
async function naming(
  api: TestApi,
  owner: Client,
  of: Asker,
  { viewer, "an internal account": internal }: Record<string, Client>,
): Promise<Attempt[]> {
  const tried: Attempt[] = [];
  const id = await of.assessment();
  const key = (name: string) => ({ "Idempotency-Key": `voices-${name}` });
  const at = `/assessments/${id}/voices`;
  const write = () => owner.post(at, { voices: [line(1), line(2, "User")], ...sheet }, key("ask"));
  const [{ voice }] = expectStatus(await write(), 200).body.voices;
  const change = () => owner.put(`${at}/${voice}`, { ...line(1, "User"), ...sheet }, key("put"));
  expectStatus(await change(), 200);
  const { token } = expectStatus(await owner.post(`${at}/${voice}/link`, {}, key("link")), 200).body;
  expectStatus(await owner.post(`${at}/${voice}/reminder`, {}, key("remind")), 204);
  const own = await of.enter(id, voice);
  const [question = 0] = await questionsOf(own);
  expectStatus(await own.put(PAGE, answering(question, "Fully")), 200);
  const has = (value: unknown) => JSON.stringify(value).toLowerCase().includes(SECRET.toLowerCase());
  const historyOf = async () => {
    const entries: unknown[] = [];
    for await (const entry of exportHistory(api.store)) entries.push(entry);
    return entries;
  };
  const stored = (await everything(api.url)).idempotency_key ?? [];
  tried.push({ what: "stored responses hold names", fell: has(stored) || stored.length === 0 });
  tried.push({ what: "the history holds names", fell: has(await historyOf()) });
  const secrets = [token.slice(32), own.token ?? ""];
  const rows = JSON.stringify([await everything(api.url), api.logged]);
  tried.push({ what: "tables or the log hold a token", fell: secrets.some((secret) => rows.includes(secret)) });
  let [reads, named] = [0, 0];
  const readAll = async (client: Client | undefined) => {
    for (const { call } of CONTRACT_CALLS) {
      if (call.method !== "GET" || call.authentication !== undefined || !/^\/(?:p3m3\/|itil\/)?assessments\/\{/i.test(call.path)) continue;
      const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      const ids = Object.fromEntries(names.map((name) => [name, /^(?:id|assessmentId)$/i.test(name) ? id : 1]));
      reads += 1;
      if (has((await client?.get(addressOf(call, ids)))?.body ?? "")) named += 1;
    }
  };
  await readAll(viewer);
  await readAll(internal);
  tried.push({ what: `${named} of ${reads} calls name a voice to viewers and internal accounts`, fell: named > 0 || reads < 20 });
  expectStatus(await owner.delete(`${at}/names`), 200);
  [reads, named] = [0, 0];
  await readAll(owner);
  tried.push({ what: `${named} of ${reads} calls name a voice after the removal`, fell: named > 0 });
  tried.push({
    what: "an answer given again names a voice after the removal",
    fell: [await write(), await change()].some(({ body }) => has(body)),
  });
  const own_rows = await api.store.selectFrom("voice").selectAll().where("assessment_id", "=", id).execute();
  const mails = await api.store
    .selectFrom("mail")
    .selectAll()
    .where(
      "about",
      "in",
      own_rows.map(({ reference }) => reference),
    )
    .execute();
  tried.push({ what: "the store holds names after the removal", fell: has([own_rows, mails, await historyOf()]) });
  tried.push(await refused("opens a sheet whose name was removed", api.anonymous.post("/auth/voice", { token })));
  tried.push(await refused("writes a sheet whose name was removed", own.put(PAGE, { answers: [] })));
  // All others, too, so that the file may hold no name at all.
  const ids = await api.store.selectFrom("voice").select("assessment_id").distinct().execute();
  for (const each of ids) await owner.delete(`/assessments/${each.assessment_id}/voices/names`);
  if (api.url.startsWith("file:")) {
    const file = join(tmpdir(), `voices-${process.pid}.db`);
    await backUp(api.url, { file });
    const bytes = readFileSync(file).toString("latin1").toLowerCase();
    rmSync(file, { force: true });
    // Comments are kept, and one attempt above has put a name into its own.
    const left = bytes.replaceAll(`said by ${SECRET} 1`.toLowerCase(), "").includes(SECRET.toLowerCase());
    tried.push({ what: "a backup holds names after the removal", fell: left });
  }
  return tried;
}

/** Somebody who becomes a viewer sends again what was stored for them. */
async function afterwards(api: TestApi, of: Asker, team: string): Promise<Attempt[]> {
  const id = await of.assessment();
  const kim = await api.signIn({ email: "kim@voices.example", team, permission: "assessor" });
  const write = () =>
    kim.post(`/assessments/${id}/voices`, { voices: [{ ...line(7), email: null }], ...sheet }, { "Idempotency-Key": "voices-once" });
  expectStatus(await write(), 200);
  await inTransaction(api.store, (db) => changePerson(operatingOn(db, api.now), "kim@voices.example", { permission: "viewer" }));
  return [await refused("asks again as a viewer", write()), await refused("lists as a viewer", kim.get(`/assessments/${id}/voices`))];
}

/** Names and formulas in files that people open. */
async function files(): Promise<Attempt[]> {
  const app = await startApp();
  try {
    const client = await apiClient(app.databaseUrl, "owner@example.org", { team: "Owners" });
    const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [6, 9] });
    const voices = ["Manager", "Manager", "Manager"].map((role, index) => ({ ...line(index, role), email: null }));
    const until = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const sheets = expectStatus(await client.post(`/assessments/${id}/voices`, { voices, ...sheet, until }), 200).body.voices;
    for (const [index, { voice }] of sheets.entries()) {
      const { token } = expectStatus(await client.post(`/assessments/${id}/voices/${voice}/link`), 200).body;
      const own = client.bearing(expectStatus(await client.bearing("none").post("/auth/voice", { token }), 200).body.token);
      const questions = await questionsOf(own);
      const answers = FORMULAS.map((comment, at) => ({
        ...{ questionId: questions[at], choice: index === 0 ? "Fully" : "Partially", comment, seen: comment },
      }));
      expectStatus(await own.put(PAGE, { answers }), 200);
    }
    for (const thread of [6, 9]) expectStatus(await answerThread(client, id, 1, thread, "FPNNN"), 200);
    const visitor = await new Visitor(app.url).enter(await app.entryLink("owner@example.org"));
    const tried: Attempt[] = [];
    const look = async (path: string, says: readonly string[]) => {
      await visitor.get(path);
      const texts = Object.values(unzipSync(visitor.body)).map((bytes) => strFromU8(bytes));
      tried.push({
        what: `${path} (${visitor.status}) names a voice`,
        fell: visitor.status !== 200 || texts.some((text) => text.includes(SECRET)),
      });
      if (says.length === 0) return;
      const { shown, calculates } = await cellsOf(visitor.body, says);
      tried.push({ what: `formulas in ${shown} cells of ${path}: ${calculates} calculate`, fell: calculates > 0 || shown === 0 });
    };
    await look(morePaths.differencesWorkbook(id), FORMULAS);
    await look(paths.answersWorkbook(id), []);
    await look(morePaths.evidenceWorkbook(id), []);
    expectStatus(await client.put(`/assessments/${id}/voice-settings`, { showInResults: true }), 200);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await look(paths.workbook(id), []);
    await look(morePaths.differencesWorkbook(id), FORMULAS);
    await look(`/assessments/${id}/report.docx`, []);
    await look(`/assessments/${id}/report.pptx`, []);
    for (const path of [paths.result(id, "P3M3"), paths.history(id)]) {
      await visitor.get(path);
      tried.push({
        what: `${path} (${visitor.status}) names a voice`,
        fell: visitor.status !== 200 || strFromU8(visitor.body).includes(SECRET),
      });
    }
    return tried;
  } finally {
    await app.stop();
  }
}

export const attack: Attack = {
  title:
    "Opens others' sheets, bears one kind of token for the other, writes past closing, taking back and submission, singles people out of counts, and looks for names",
  async run() {
    const api = await openTestApi(await freshDatabase(), { mail: MAIL, internalAccounts: ["office@voices.example"] });
    const tried: Attempt[] = [];
    try {
      const owner = await api.signIn({ email: "owner@voices.example", team: "Owners", permission: "lead" });
      const of = asker(api, owner);
      const readers = {
        viewer: await api.signIn({ email: "vera@voices.example", team: "Owners", permission: "viewer" }),
        "an internal account": await api.signIn({ email: "office@voices.example", team: "Office" }),
        "another team": await api.signIn({ email: "mallory@voices.example", team: "Mallory and friends", permission: "lead" }),
      };
      /** Each part has a minute, and mails, of its own. */
      const later = () => {
        api.now = new Date(api.now.getTime() + 61_000);
      };
      const parts: (() => Promise<Attempt[]>)[] = [
        () => forging(api, owner, of),
        () => across(api, owner, of),
        () => reaching(api, owner, of, readers),
        () => race(api, of, "closing", (id) => owner.post(`/assessments/${id}/voices/closing`)),
        () =>
          race(api, of, "taking back", async (id, voices) => {
            const ends = await Promise.all(voices.map((voice) => owner.post(`/assessments/${id}/voices/${voice}/take-back`)));
            return ends.find(({ status }) => status >= 300) ?? (ends[0] as Answer);
          }),
        () => race(api, of, "submission", (id) => of.complete(id)),
        () => race(api, of, "removing names", (id) => owner.delete(`/assessments/${id}/voices/names`)),
        () => flooding(api, of),
        () => singling(owner, of, readers),
        () => afterwards(api, of, "Owners"),
        () => naming(api, owner, of, readers),
      ];
      for (const part of parts) {
        tried.push(...(await part()));
        later();
      }
    } finally {
      await api.close();
    }
    tried.push(...(await files()));
    return outcomeOf(tried);
  },
};

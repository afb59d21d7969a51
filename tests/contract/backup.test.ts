import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { SignJWT } from "jose";
import { Migrator, sql } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmbeddedApi } from "#api/embedded.ts";
import { takeSnapshot } from "#api/services/p3m3/benchmark-snapshot.ts";
import { backUp, copyBetween } from "#api/store/backup.ts";
import { StoreError } from "#api/store/fault.ts";
import { migrate } from "#api/store/migrate.ts";
import { migrations } from "#api/store/migrations/list.ts";
import { openStore, sqlitePath } from "#api/store/open.ts";
import { restore } from "#api/store/restore.ts";
import { PRIMARY_KEYS, TABLES } from "#api/store/tables.ts";
import { Client, type FreshDatabase, freshSqlite, MAIL, openTestApi, type TestApi } from "../support/api.ts";
import { commandOf } from "../support/command.ts";
import { everything, letGo } from "../support/rows.ts";
import { runHere } from "../support/run-here.ts";
import { fresh, KINDS, type Kind, onPostgres } from "./databases.ts";
import {
  answerComponent,
  answerPractice,
  completeP3M3,
  createItil,
  createOrganization,
  expectStatus,
  organizationForm,
} from "./scenario.ts";

let folder: string;
const databases: FreshDatabase[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backup-"));
});
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function empty(kind: Kind): Promise<string> {
  const database = await fresh(kind);
  databases.push(database);
  return database.url;
}

/** A bearer as somebody would forge it who had the key. */
function signedBearer(key: Uint8Array, { id, user_id }: Record<string, unknown>, now: Date, lifetime: string): Promise<string> {
  return new SignJWT({ sid: id })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer("maturity-assessment-tool")
    .setSubject(String(user_id))
    .setIssuedAt(now)
    .setExpirationTime(Math.floor((now.getTime() + (lifetime === "10 years" ? 10 * 365 * 24 * 60 : 30) * 60_000) / 1000))
    .sign(key);
}

const COMPREHENSIVE = Array.from({ length: 34 }, (_, index) => ({ id: index + 1, selectionMode: 1 as const }));

/** An API with something in every table. */
async function filled(kind: Kind): Promise<TestApi> {
  const api = await openTestApi(await fresh(kind), { mail: MAIL });
  const client = await api.signIn({ email: "keeper@backup.example", firstName: "Łucja 😀", team: "Keepers" });
  const organization = await createOrganization(client, { name: '=1+1 "O\'Neil" \\ שלום', benchmarkConsent: true });
  expectStatus(await client.post("/organizations/behind-a-wall", organizationForm({ name: "Fünf" })), 201);
  const p3m3 = await completeP3M3(client, organization, "FFRNN", { perspectiveIds: [1, 2], threadIds: [6, 9] });
  const open = await createItil(client, organization, { selectedScope: "Comprehensive", practices: COMPREHENSIVE });
  expectStatus(await answerPractice(client, open, 19, "F"), 200);
  expectStatus(await answerComponent(client, open, "M-GP", 3), 200);
  const note = { assessmentId: open, capabilityId: 19, body: "first\nsecond\t'quoted'" };
  expectStatus(await client.post("/ITIL/notes/capability", note, { "Idempotency-Key": "kept-1" }), 200);
  expectStatus(await client.put(`/itil/assessments/${open}/capability/19/flag`, { flagged: true }), 200);
  const places = [{ place: "capability/19", supports: [2], against: [3] }];
  const evidence = { kind: "document", what: "Protocol", where: "", who: "", date: "2026-01-01", goodUntil: null, remark: "", places };
  expectStatus(await client.post(`/assessments/${open}/evidence`, evidence), 201);
  expectStatus(
    await client.put(`/assessments/${p3m3}/wording-basis`, {
      part: "summary",
      body: "Fünf\nZeilen",
      basis: [{ what: "maturity", value: "Fünf" }],
    }),
    200,
  );
  const chosen = { place: "thread/1/2", digest: "Fünf", ticked: true };
  expectStatus(await client.put(`/assessments/${p3m3}/report-notes`, { notes: [chosen] }), 200);
  expectStatus(await client.post(`/assessments/${p3m3}/report-versions`, { number: "Fünf", change: "Zeilen" }), 201);
  const reader = await api.signIn({ email: "reader@backup.example", team: "Keepers" });
  const point = { about: "thread/1/6", text: "Fünf\nZeilen?" };
  const { id: pointId } = expectStatus(await reader.post(`/assessments/${p3m3}/review-points`, point), 201).body;
  expectStatus(await client.post(`/assessments/${p3m3}/review-points/${pointId}/replies`, { text: "Fünf" }), 201);
  const { colleagues } = expectStatus(await client.get(`/assessments/${p3m3}/peer-review`), 200).body;
  const reviewRequest = { people: [colleagues[0].id], message: "Zeilen", until: "2099-12-01" };
  expectStatus(await client.post(`/assessments/${p3m3}/peer-review/requests`, reviewRequest), 204);
  const { seen } = expectStatus(await reader.get(`/assessments/${p3m3}/peer-review`), 200).body;
  expectStatus(await reader.post(`/assessments/${p3m3}/peer-review/decisions`, { decision: "approved", text: "Fünf", seen }), 204);
  expectStatus(await client.post(`/assessments/${p3m3}/peer-review/look`, { until: "2026-11-05T10:00:00.000Z" }), 204);
  const engagement = {
    ...{ name: "Fünf’", sponsor: "Zeilen", purpose: "", included: "", excluded: "", start: null, end: null },
    ...{ units: ["Zeilen"], people: [{ id: colleagues[0].id, part: "reviewer" }] },
  };
  const { id: engagementId } = expectStatus(await client.post(`/organizations/${organization}/engagements`, engagement), 201).body;
  const member = { unit: "Zeilen", responsible: colleagues[0].id, day: null };
  expectStatus(await client.put(`/engagements/${engagementId}/members/${p3m3}`, member), 204);
  const text = { part: "summary", body: "Fünf\nZeilen", basis: [{ what: "Fünf", value: "Zeilen" }] };
  expectStatus(await client.put(`/engagements/${engagementId}/texts`, text), 204);
  const planRow = { kind: "interview", what: "", withWhom: ["Fünf"], topics: [], who: [colleagues[0].id], day: null, state: "open" };
  expectStatus(await client.post(`/engagements/${engagementId}/plan`, { rows: [planRow] }), 204);
  const { groups, colleagues: raters } = expectStatus(await client.get(`/assessments/${open}/ratings`), 200).body;
  const rating = { person: raters[0].id, kind: "charge", groups: groups.map(({ group }: { group: string }) => group), until: "2099-12-01" };
  expectStatus(await client.post(`/assessments/${open}/ratings`, rating), 201);
  expectStatus(await reader.post(`/assessments/${open}/ratings/1/begin`, { seen: [] }), 204);
  expectStatus(await reader.put(`/assessments/${open}/ratings/1/notes`, { place: "capability/19", body: "Fünf\nZeilen" }), 200);
  expectStatus(await client.put(`/assessments/${open}/rating-departures`, { place: "capability/19", text: "Fünf" }), 200);
  const earlier = { model: "ITIL", scope: null, date: "2021-05-03", source: "Fünf\u2019", maturity: null };
  const scores = [{ code: "CI", score: 2.5 }];
  expectStatus(await client.post(`/organizations/${organization}/earlier-scores`, { ...earlier, scores }), 201);
  const target = { code: "CI", score: 3.5, date: "2027-06-30", reason: "Fünf" };
  expectStatus(await client.put(`/organizations/${organization}/targets`, { model: "ITIL", scope: null, targets: [target] }), 200);
  const agreed = { title: "Fünf", why: "first\nsecond", owner: "Anna", due: "2027-01-01", effort: "small", effect: null, state: "open" };
  const action = { ...agreed, assessmentId: open, places: ["capability/19"] };
  const { id: actionId } = expectStatus(await client.post(`/organizations/${organization}/actions`, action), 201).body;
  expectStatus(await client.post(`/organizations/${organization}/actions/${actionId}/remarks`, { text: "Zeilen" }), 201);
  const style = { name: "Alder & Partners", accent: "#1f4e79", confidentiality: null, footer: "Fünf\u2019" };
  expectStatus(await client.put("/team/style", style), 200);
  const begun = expectStatus(
    await client.post(`/organizations/${organization}/assessments`, {
      name: "Begun",
      assessmentType: "P3M3",
      isTestAssessment: true,
      selectedScope: "Project",
    }),
    201,
  ).body.id;
  expectStatus(await client.post(`/assessments/${begun}/lock`), 200);
  const colleague = await api.signIn({ email: "colleague@backup.example", team: "Keepers" });
  expectStatus(await colleague.post(`/assessments/${begun}/lock/wish`, {}), 200);
  const sheet = { places: ["capability/19"], until: "2026-12-01", message: "Grüße", checksFacts: false };
  const form = { voices: [{ name: "Łucja", role: "User", email: null }], ...sheet };
  const { body } = await client.post(`/assessments/${open}/voices`, form);
  const { token } = expectStatus(await client.post(`/assessments/${open}/voices/${body.voices[0].voice}/link`), 200).body;
  const voice = api.anonymous.bearing(expectStatus(await api.anonymous.post("/auth/voice", { token }), 200).body.token);
  const page = `/voice/pages/${encodeURIComponent("capability/19")}`;
  const { statements } = expectStatus(await voice.get(page), 200).body;
  const answers = [{ questionId: statements[0].questionId, choice: "Fully", comment: "Schön", seen: "" }];
  expectStatus(await voice.put(page, { answers }), 200);
  expectStatus(await client.put(`/assessments/${open}/voice-settings`, { showInResults: true }), 200);
  await api.store.insertInto("mail_refusal").values({ hash: "a hash", at: api.now.toISOString() }).execute();
  const [question] = expectStatus(await client.get(`/P3M3/assessments/${p3m3}/questions?p=1&t=6`), 200).body;
  await api.store
    .insertInto("diagnostic_mark")
    .values({ assessment_id: p3m3, diagnostic_id: question.diagnostics[0].id, is_positive: 1 })
    .execute();
  expectStatus(await client.post(`/assessments/${open}/endorse`), 200);
  const request = await api.store.selectFrom("outbox").select("id").executeTakeFirstOrThrow();
  await api.store
    .insertInto("outbox_delivery")
    .values({ outbox_id: request.id, channel: "email", attempts: 1, next_at: api.now.toISOString(), last_error: "451 später" })
    .execute();
  expectStatus(
    await api.anonymous.post("/auth/mail", { address: "keeper@backup.example", browser: "b".repeat(32), network: "192.0.2.1" }),
    204,
  );
  await api.settled();
  const lead = await api.signIn({ email: "lead@backup.example", team: "Keepers", permission: "lead" });
  const invitation = { people: [{ email: "łucja@backup.example", name: "Łucja" }], permission: "viewer", roles: ["ITIL"] };
  const [{ invitation: invited }] = expectStatus(await lead.post("/invitations", invitation), 200).body.people;
  expectStatus(await lead.post(`/invitations/${invited}/link`), 200);
  expectStatus(await lead.post("/me/address", { email: "lead@elsewhere.example" }), 204);
  // The snapshot of the next month has it.
  await takeSnapshot(api.store, new Date("2026-12-01T00:00:00.000Z"));
  return api;
}

const sources = new Map<Kind, TestApi>();
/** One that is filled, for tests that only read it. */
async function source(kind: Kind): Promise<TestApi> {
  const known = sources.get(kind);
  if (known) return known;
  const before = process.umask(0o022);
  try {
    const made = await filled(kind);
    sources.set(kind, made);
    return made;
  } finally {
    process.umask(before);
  }
}
afterAll(async () => {
  for (const made of sources.values()) await made.close();
});

describe("the list of tables", () => {
  it.each(KINDS)("names every table of %s with its key", async (kind) => {
    const store = openStore(await empty(kind));
    await migrate(store);
    const tables = (await store.introspection.getTables()).map(({ name }) => name).filter((name) => !name.startsWith("kysely_"));
    expect([...TABLES].sort()).toEqual(tables.sort());
    for (const table of TABLES) {
      const columns = PRIMARY_KEYS[table].map((column) => sql.ref(column));
      // Only a key can be named so; a value that is missing is another fault.
      const fault = await sql`insert into ${sql.table(table)} default values on conflict (${sql.join(columns)}) do nothing`
        .execute(store)
        .then(
          () => "",
          (error) => String(error),
        );
      expect(fault, table).not.toMatch(/on conflict/i);
    }
    await store.destroy();
  });
});

describe("copying", () => {
  it.each(KINDS.flatMap((from) => KINDS.map((to) => [from, to] as const)))(
    "%s to %s loses nothing, and work goes on there",
    async (from, to) => {
      const { url } = await source(from);
      const target = await empty(to);
      const said: string[] = [];
      const before = await everything(url);
      for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
      const rows = await copyBetween(url, target, { report: (line) => said.push(line) });
      expect(await everything(target)).toEqual(before);
      expect(rows).toBe(Object.values(before).flat().length);
      for (const table of TABLES) expect(said.some((line) => line.startsWith(`${table}: `))).toBe(true);
      // Numbers go on after the highest that was copied, and a session that was open stays open.
      const api = await openTestApi({ url: target, drop: async () => {} });
      const client = await api.signIn({ email: "keeper@backup.example" });
      const organizations = (await client.get("/organizations")).body.myOrgnizations;
      expect(organizations[0].organization.name).toBe('=1+1 "O\'Neil" \\ שלום');
      const created = expectStatus(await client.post("/organizations", organizationForm()), 201).body.id;
      expect(created).toBeGreaterThan(organizations[0].organization.id);
      await api.store.destroy();
    },
  );

  it("overwrites nothing unless told to, and keeps nothing of a copy that fails", async () => {
    const { url } = await source("SQLite");
    const target = await empty("SQLite");
    await copyBetween(url, target);
    const before = await everything(target);
    await expect(copyBetween(url, target)).rejects.toThrow(/not empty.*--replace/);
    expect(await everything(target)).toEqual(before);
    await copyBetween(url, target, { replace: true });
    expect(await everything(target)).toEqual(before);
    const full = openStore(target);
    await sql`delete from idempotency_key`.execute(full);
    await sql`create trigger stop before insert on lock begin select raise(abort, 'stopped'); end`.execute(full);
    await full.destroy();
    const without = await everything(target);
    await expect(copyBetween(url, target, { replace: true })).rejects.toThrow("stopped");
    expect(await everything(target)).toEqual(without);
  });

  it("makes no database where there is none to copy from", async () => {
    const missing = join(folder, "missing.db");
    await expect(copyBetween(`file:${missing}`, await empty("SQLite"))).rejects.toThrow(`There is no database at ${missing}.`);
    expect(existsSync(missing)).toBe(false);
  });
});

describe("a backup", () => {
  it.each(KINDS)("of %s is taken while people work, and gives everything back", async (kind) => {
    const api = await filled(kind);
    const url = api.url;
    const file = join(folder, "kept.db");
    try {
      const before = await everything(url);
      const { path, bytes } = await backUp(url, { file });
      expect([path, bytes, statSync(file).mode & 0o777]).toEqual([file, statSync(file).size, 0o600]);
      await expect(backUp(url, { file })).rejects.toThrow("overwrites nothing");
      const client = await api.signIn({ email: "late@backup.example" });
      await createOrganization(client);
      expect(await everything(url)).not.toEqual(before);
      await expect(restore(url, file)).rejects.toThrow(/is not empty: its table \S+ has rows\. With --replace/);
      const whole = await everything(url);
      await expect(restore(url, file, { replace: true })).rejects.toThrow(
        kind === "SQLite" ? "is in use. Stop the servers first." : /is in use, by maturity-assessment-tool at .*Stop the servers first/,
      );
      expect(await everything(url)).toEqual(whole);
      const last = (await everything(url)).organization;
      await api.store.destroy();
      await letGo();
      const former = await restore(url, file, { replace: true });
      // Nobody is signed in, because a user who logged out since the backup would be signed in again.
      expect(await everything(url)).toEqual({ ...before, session_family: [], refresh_token: [], entry_token: [] });
      expect(last).toHaveLength((before.organization?.length ?? 0) + 1);
      const within = new URL(url);
      within.searchParams.set("options", `-c search_path=${former}`);
      const formerUrl = kind === "SQLite" ? `file:${former}` : within.href;
      expect((await everything(formerUrl)).organization).toEqual(last);
      // The new tables number their rows themselves, and are migrated like any other.
      const store = openStore(url);
      expect(await migrate(store)).toEqual([]);
      await store.destroy();
      const again = await openTestApi({ url, drop: async () => {} }, { mail: MAIL });
      await createOrganization(await again.signIn({ email: "after@backup.example" }));
      // An invitation is open as it was.
      const invited = await again.signIn({ email: "łucja@backup.example", permission: "lead" });
      const [invitation] = expectStatus(await invited.get("/me/invitations"), 200).body.invitations;
      expect(invitation).toMatchObject({ team: { name: "Keepers" }, permission: "viewer", roles: ["ITIL"] });
      expectStatus(await invited.post(`/me/invitations/${invitation.id}/accept`), 204);
      const lead = await again.signIn({ email: "lead@backup.example" });
      const form = { people: [{ email: "next@backup.example" }], permission: "viewer", roles: ["ITIL"] };
      expect(expectStatus(await lead.post("/invitations", form), 200).body.people[0].invitation).toBeGreaterThan(invitation.id);
      await again.close();
    } finally {
      await api.close();
    }
  });

  it.each(KINDS)("of %s signs nobody in: nothing in it is a key", async (kind) => {
    const api = await source(kind);
    const { path } = await backUp(api.url, { file: join(folder, "leaked.db") });
    const leaked = new DatabaseSync(path);
    const texts = leaked
      .prepare("select value from setting")
      .all()
      .map((row) => String((row as { value: unknown }).value));
    const family = leaked.prepare("select id, user_id from session_family where ended_at is null").get() as Record<string, unknown>;
    leaked.close();
    expect(texts.length).toBeGreaterThan(0);
    const keys = texts.flatMap((text) => (["utf8", "base64url", "hex"] as const).map((encoding) => Buffer.from(text, encoding)));
    for (const key of keys.filter(({ length }) => length > 0)) {
      const forged = await signedBearer(key, family, api.now, "10 years");
      const brief = await signedBearer(key, family, api.now, "30 minutes");
      for (const token of [forged, brief]) expect((await new Client(api.fetch, token).get("/organizations")).status).toBe(401);
    }
  });

  it("of a store that an older version made does not take its secret along", async () => {
    const url = `file:${join(folder, "older.db")}`;
    const store = openStore(url);
    const { error } = await new Migrator({ db: store, provider: { getMigrations: async () => migrations } }).migrateTo(
      "0004-benchmark-groups",
    );
    expect(error).toBeUndefined();
    await store.insertInto("setting").values({ name: "token-signing-secret", value: "what signed anybody in" }).execute();
    await store.destroy();
    const { path } = await backUp(url);
    expect(readFileSync(path).includes("what signed anybody in")).toBe(false);
  });

  it.each(KINDS)("of %s is for its owner's eyes alone, from its first byte, and so is the database", async (kind) => {
    const before = process.umask(0o022);
    const api = await source(kind);
    try {
      const modes: Record<string, number> = {};
      const look = () => {
        for (const name of readdirSync(folder)) modes[name] = (modes[name] ?? 0) | statSync(join(folder, name)).mode;
      };
      await backUp(api.url, { file: join(folder, "mine.db"), report: look });
      look();
      expect(Object.keys(modes)).toEqual(expect.arrayContaining(["mine.db.unfinished", "mine.db"]));
      for (const [name, mode] of Object.entries(modes)) expect([name, (mode & 0o777).toString(8)]).toEqual([name, "600"]);
      if (kind === "SQLite") for (const suffix of ["", "-wal", "-shm"]) expect(statSync(sqlitePath(api.url) + suffix).mode & 0o077).toBe(0);
    } finally {
      process.umask(before);
    }
  });

  it("of an older version is brought up to date, the file itself is not touched", async () => {
    const file = join(folder, "old.db");
    const store = openStore(`file:${file}`);
    const [first = ""] = Object.keys(migrations);
    const { error } = await new Migrator({ db: store, provider: { getMigrations: async () => migrations } }).migrateTo(first);
    expect(error).toBeUndefined();
    await store.insertInto("setting").values({ name: "kept", value: "from before" }).execute();
    await store.destroy();
    await letGo();
    const target = `file:${join(folder, "new.db")}`;
    await restore(target, file);
    expect((await everything(target)).setting).toEqual([JSON.stringify(Object.entries({ name: "kept", value: "from before" }).sort())]);
    const database = new DatabaseSync(file);
    expect(database.prepare("select name from kysely_migration").all()).toHaveLength(1);
    database.close();
  });

  it("of a newer version, of something else, or damaged, is refused and changes nothing", async () => {
    const url = `file:${join(folder, "live.db")}`;
    const store = openStore(url);
    await migrate(store);
    await store.insertInto("setting").values({ name: "kept", value: "1" }).execute();
    await store.destroy();
    const before = await everything(url);
    const newer = join(folder, "newer.db");
    copyFileSync(join(folder, "live.db"), newer);
    const database = new DatabaseSync(newer);
    database.exec("insert into kysely_migration values ('9999-future', '2030-01-01')");
    database.close();
    await expect(restore(url, newer)).rejects.toThrow(/newer version/);
    const other = join(folder, "other.db");
    const stranger = new DatabaseSync(other);
    stranger.exec("create table song (title)");
    stranger.close();
    await expect(restore(url, other)).rejects.toThrow("not of this application");
    const torn = join(folder, "torn.db");
    copyFileSync(join(folder, "live.db"), torn);
    truncateSync(torn, statSync(torn).size - 4096 * 3);
    const { path: good } = await backUp(url);
    const refusal = await runHere("api/commands/db.ts", ["restore", torn], { DATABASE_URL: url });
    expect(refusal.code).toBe(1);
    expect(refusal.err.trim().split("\n").slice(-2)).toEqual([
      expect.stringMatching(/^The backup cannot be used: \S+torn\.db is damaged/),
      `Nothing was changed. The newest good backup is ${good}. To go back to it: npm run db -- restore ${good} --replace`,
    ]);
    await expect(restore(url, join(folder, "none.db"))).rejects.toThrow("There is no file");
    expect(await everything(url)).toEqual(before);
  });
});

describe("a backup whose history is sealed with another key", () => {
  const [KEY, OTHER] = ["the key of the history, which is long enough", "another key, which is long enough as well"];
  const sealed = async (kind: Kind) => {
    const file = join(folder, "sealed.db");
    const store = await openTestApi({ url: await empty(kind), drop: async () => {} }, { historyKey: KEY });
    await createOrganization(await store.signIn({ email: "kim@key.example", team: "Keepers" }));
    await store.close();
    await backUp(store.url, { file });
    return file;
  };

  it.each(KINDS)("is refused by the command before anything on %s is replaced, unless that key is lost", async (kind) => {
    const file = await sealed(kind);
    const url = await empty(kind);
    const run = (HISTORY_KEY: string, ...args: string[]) =>
      runHere("api/commands/db.ts", ["restore", file, ...args], { DATABASE_URL: url, HISTORY_KEY });
    const refused = await run(OTHER, "--quiet");
    expect([refused.code, refused.out, refused.err.trim().split("\n")]).toEqual([
      1,
      "",
      [
        `The key that the history in ${file} is sealed with is another one than HISTORY_KEY.`,
        "Nothing was changed. Set HISTORY_KEY to the key of the time of the backup.",
        "If that is lost for good, restore with --key-lost, and then: npm run history -- accept-key",
      ],
    ]);
    if (kind === "SQLite") expect((await run("")).err).toContain(`The key that the history in ${file} is sealed with is missing`);
    expect((await run(KEY)).code).toBe(0);
    const before = await everything(url);
    expect([(await run(OTHER, "--replace")).code, await everything(url)]).toEqual([1, before]);
    expect((await run(OTHER, "--replace", "--key-lost")).code).toBe(0);
  });
});

describe("a database that is damaged", () => {
  it("stops the start in words, with the newest backup named, and a restore moves it aside", async () => {
    const path = join(folder, "live.db");
    const url = `file:${path}`;
    const store = openStore(url);
    await migrate(store);
    await store.insertInto("setting").values({ name: "kept", value: "1" }).execute();
    await store.destroy();
    const { path: backup } = await backUp(url);
    writeFileSync(path, "this is no database ".repeat(1000));
    const refusal = await openEmbeddedApi({ DATABASE_URL: url }).catch((error) => error);
    expect(refusal).toBeInstanceOf(StoreError);
    expect(refusal.message).toContain(`The database ${path} is damaged`);
    expect(refusal.message).toContain(`npm run db -- restore ${backup} --replace`);
    await expect(restore(url, backup)).rejects.toThrow(`${path} is damaged, or is no database. With --replace`);
    const former = await restore(url, backup, { replace: true });
    expect(statSync(former ?? "").size).toBe(20_000);
    expect((await everything(url)).setting).toHaveLength(1);
  });
});

/** Ways in which a disk damages a file. */
const DAMAGES: [string, (path: string) => void][] = [
  ["a page of a table", (path) => spoil(path, "organization")],
  ["a page of the catalogue packs", (path) => spoil(path, "content_pack")],
  ["a text in the catalogue packs", (path) => overwrite(path, replaceEach(`"open-p3m3"`, `"open-p3m8"`))],
  ["the first page", (path) => overwrite(path, (file) => file.fill(0xaa, 100, 400))],
  ["the list of tables", (path) => overwrite(path, replaceEach(`CREATE TABLE "user"`, `CREATX TABLE "user"`))],
];

/** A file may hold a text more than once: also where it was before. */
const replaceEach = (text: string, by: string) => (file: Buffer) => {
  for (let at = file.indexOf(text); at >= 0; at = file.indexOf(text, at + 1)) file.write(by, at);
};

function overwrite(path: string, change: (file: Buffer) => void): void {
  const file = readFileSync(path);
  change(file);
  writeFileSync(path, file);
}

function spoil(path: string, table: string): void {
  const database = new DatabaseSync(path);
  const { rootpage } = database.prepare("select rootpage from sqlite_master where name = ?").get(table) as { rootpage: number };
  const { page_size: size } = database.prepare("pragma page_size").get() as { page_size: number };
  database.close();
  overwrite(path, (file) => file.fill(0xaa, (rootpage - 1) * size, (rootpage - 1) * size + 64));
}

describe("damage inside a database", () => {
  it.each(DAMAGES)(
    "in %s stops the start and the commands, with the newest good backup named, and restoring it helps",
    async (_where, damage) => {
      const path = join(folder, "live.db");
      const url = `file:${path}`;
      await (await openEmbeddedApi({ NODE_ENV: "test", DATABASE_URL: url })).close();
      await letGo();
      const good = await backUp(url, { now: new Date("2026-01-01") });
      const torn = await backUp(url, { now: new Date("2026-02-02") });
      spoil(torn.path, "organization");
      damage(path);
      const before = readFileSync(path);
      const refusal = await openEmbeddedApi({ NODE_ENV: "test", DATABASE_URL: url }).then(
        (api) => api.close().then(() => "it was opened"),
        // The error itself would keep the file open.
        (error) => (error instanceof StoreError ? error.message : error),
      );
      expect(refusal.split("\n")).toEqual([
        `The database ${path} is damaged, or is no database. It was left as it is.`,
        `The newest good backup is ${good.path}. To go back to it: npm run db -- restore ${good.path} --replace`,
      ]);
      expect(readFileSync(path).equals(before)).toBe(true);
      await letGo();
      await restore(url, good.path, { replace: true });
      await (await openEmbeddedApi({ NODE_ENV: "test", DATABASE_URL: url })).close();
    },
  );

  it("is told in plain lines by every command", async () => {
    const path = join(folder, "a.db");
    await (await openEmbeddedApi({ NODE_ENV: "test", DATABASE_URL: `file:${path}` })).close();
    await letGo();
    overwrite(path, replaceEach(`CREATE TABLE "user"`, `CREATX TABLE "user"`));
    for (const [file, ...args] of [
      ["api/commands/db.ts", "migrate"],
      ["api/commands/db.ts", "backup"],
      ["api/commands/entry-link.ts", "--email", "kim@client.example"],
    ] as const) {
      const { code, err } = await runHere(file, args, { DATABASE_URL: `file:${path}` });
      expect([file, args, code]).toEqual([file, args, 1]);
      expect(err).toMatch(/is damaged, or is no database/);
      expect(err).not.toMatch(/^ +at /m);
    }
  });

  it("that a running server comes upon is told by /ready from then on", async () => {
    const api = await openTestApi(freshSqlite());
    try {
      const client = await api.signIn({ email: "torn@team.example" });
      await createOrganization(client);
      await sql`pragma wal_checkpoint(truncate)`.execute(api.store);
      expect((await client.get("/ready")).status).toBe(200);
      spoil(sqlitePath(api.url), "organization");
      // As after a restart: what was read before is in memory.
      await sql`pragma shrink_memory`.execute(api.store);
      expect((await client.get("/organizations")).body.title).toBe("The store is damaged.");
      const ready = await api.anonymous.get("/ready");
      expect([ready.status, ready.body.title]).toEqual([503, "The store is damaged."]);
      expect((await api.anonymous.get("/health")).status).toBe(200);
    } finally {
      await api.store.destroy().catch(() => undefined);
    }
  });

  it("that a restore itself would leave behind stops it, and what was there stays", async () => {
    const path = join(folder, "live.db");
    const store = openStore(`file:${path}`);
    await migrate(store);
    await store.destroy();
    const { path: backup } = await backUp(`file:${path}`);
    const before = await everything(`file:${path}`);
    const disk = (line: string) => {
      if (line === "Checking the copy") spoil(`${path}.unfinished`, "organization");
    };
    await expect(restore(`file:${path}`, backup, { report: disk })).rejects.toThrow(/damaged/);
    expect(await everything(`file:${path}`)).toEqual(before);
  });
});

describe("the db command", () => {
  const settings = () => ({ DATABASE_URL: `file:${join(folder, "a.db")}` });
  const run = (...args: string[]) => runHere("api/commands/db.ts", args, settings());

  it("migrates, backs up, restores and copies, tells its progress, and hides passwords", onPostgres, async () => {
    // As a process, and the others without one.
    const first = spawnSync(process.execPath, commandOf("api/commands/db.ts", "migrate"), {
      encoding: "utf8",
      env: { PATH: process.env.PATH, NODE_ENV: "test", ...settings() },
    });
    expect([first.status, first.stdout]).toEqual([0, `${Object.keys(migrations).length} migrations done.\n`]);
    for (const name of Object.keys(migrations)) expect(first.stderr).toContain(`Migration ${name} done`);
    const backup = await run("backup", join(folder, "b.db"));
    expect(backup.out).toMatch(/b\.db \(\d+\.\d MB\)\n/);
    expect(backup.out).toContain(
      "in clear, 0 organizations, 0 assessments with all answers and notes, and the names and e-mail addresses of 0 people.",
    );
    expect(backup.out).toContain("nobody can sign in with it");
    expect(backup.err).toMatch(/^\[\d+\.\d s\] Copying/);
    const restored = (await run("restore", join(folder, "b.db"))).out;
    expect(restored).toContain("What was there before is kept as");
    expect(restored).toContain("Everybody has to sign in again.");
    const target = await empty("PostgreSQL");
    const copy = await run("copy", "--to", target);
    expect(copy.out).toMatch(/^1 row copied into postgres:\/\/[^:]+:…@/);
    expect(copy.err).toContain("organization: 0 rows");
  });

  it("makes a database that others could read private when it opens it", async () => {
    await run("migrate");
    const path = join(folder, "a.db");
    chmodSync(path, 0o644);
    await run("migrate");
    expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
  });

  it("says what is wrong with what it was asked, and what there is to ask", async () => {
    for (const args of [
      [],
      ["drop"],
      ["restore"],
      ["copy"],
      ["backup", "a", "b"],
      ["backup", "--to", "a"],
      ["migrate", "--replace"],
      ["backup", "--key-lost"],
      ["migrate", "--force"],
    ]) {
      const refused = await run(...args);
      expect([refused.code, refused.out]).toEqual([2, ""]);
      expect(refused.err).toContain("npm run db -- restore FILE");
    }
    const missing = await run("backup");
    expect([missing.code, missing.err.includes("There is no database at")]).toEqual([1, true]);
  });
});

/** Storing the answers of a thread or a practice, progress included: against the bare SQL transaction, and with a store and a history that have grown. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { createApi } from "#api/app.ts";
import { createEntryToken } from "#api/auth/entry.ts";
import { Catalogue } from "#api/content/catalogue.ts";
import { importShippedPacks } from "#api/content/shipped.ts";
import { createUser } from "#api/services/users.ts";
import { migrate } from "#api/store/migrate.ts";
import { openStore } from "#api/store/open.ts";
import { PRACTICES } from "#model/itil/catalogue.ts";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { answersFor, createItil, createOrganization, createP3M3, expectStatus, practiceAnswers } from "../contract/scenario.ts";
import { Client, testConfig } from "../support/api.ts";
import { inTurns, type Line, milliseconds, ratioOf, type Timing } from "./measure.ts";

/** The store that the others are compared with has about so many answers. */
const SMALL = 100;
/** What has grown: answers of others, or entries of the history. */
const GROWN = [
  { what: "10,000 stored answers", answers: 10_000, entries: 0 },
  { what: "1,000,000 stored answers", answers: 1_000_000, entries: 0 },
  { what: "1,000,000 entries in the history", answers: SMALL, entries: 1_000_000 },
];
const ANSWERS = ["FFPNN", "FFFRN"] as const;
/** Short turns, so that a busy moment hits both. */
const TURNS = { rounds: 80, calls: 6 };
const WARM_UP = 1_500;
/** Characters of the answer with its progress, packed, as the product keeps it. */
const ANSWER_KEPT = 1030;
const PER_ASSESSMENT = PERSPECTIVES.length * THREADS.length;
const PER_CHAIN = 1000;

/** A store with about so many answers, five per thread, and entries of the history, and a way to store a thread's answers in one more assessment. */
async function prepare(answers: number, entries = 0) {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const path = join(folder, "assessments.db");
  const store = openStore(`file:${path}`);
  await migrate(store);
  await importShippedPacks(store, new Date(), () => undefined);
  const catalogue = new Catalogue();
  // Each save takes half a second of its clock, because nobody may save faster for long.
  let now = Date.now();
  const api = createApi({ store, catalogue, config: testConfig(`file:${path}`), clock: () => new Date(now) });
  const fetch = (request: Request) => api.fetch(request);
  await createUser(store, { email: "robin@example.org", roles: ["P3M3", "ITIL"] });
  const { body } = await new Client(fetch).post("/auth", { token: await createEntryToken(store, "robin@example.org") });
  const client = new Client(fetch, body.token);
  const organizationId = await createOrganization(client);
  const id = await createP3M3(client, organizationId, { selectedLevel: 3 });
  const practices = PRACTICES.map((practice) => ({ id: practice.id, selectionMode: 1 as const }));
  const itil = await createItil(client, organizationId, { selectedScope: "Comprehensive", practices });
  const bare = new DatabaseSync(path, { timeout: 2000 });
  bare.exec("pragma synchronous = full");
  fill(bare, id, Math.max(0, answers / 5 - PER_ASSESSMENT));
  const payloads = await Promise.all(ANSWERS.map((letters) => answersFor(client, id, 3, 10, letters)));
  const { answers: stored } = expectStatus(await client.post(`/P3M3/assessments/${id}/answer`, payloads[0]), 200).body;
  const withIds = payloads.map((payload) => payload.map((each, index) => ({ ...each, id: stored[index].id })));
  const criteria = await Promise.all(["FN", "RN"].map((letters) => practiceAnswers(client, itil, 19, letters)));
  for (const practice of practices) {
    const answers = await practiceAnswers(client, itil, practice.id, "RN");
    expectStatus(await client.post(`/ITIL/assessments/${itil}/answer/capability`, answers), 200);
  }
  if (entries > 0) fillHistory(bare, id, entries);
  let key = 0;
  const post = async (path: string, body: unknown) => {
    key += 1;
    now += 500;
    expectStatus(await client.post(path, body, { "Idempotency-Key": `bench-${key}` }), 200);
  };
  return {
    product: (call: number) => post(`/P3M3/assessments/${id}/answer`, withIds[call % 2]),
    productItil: (call: number) => post(`/ITIL/assessments/${itil}/answer/capability`, criteria[call % 2]),
    bare: bareTransaction(bare, id, threadOf),
    bareItil: bareTransaction(bare, itil, practiceOf),
    async close() {
      bare.close();
      await store.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Answers of other assessments, without their content: what makes the tables and their indexes grow. */
function fill(database: InstanceType<typeof DatabaseSync>, like: number, threads: number): void {
  const copy = database.prepare(
    `insert into assessment (organization_id, pack_seq, model, name, selected_scope, selected_level, created_by, status, is_test,
       certified, endorsed, perspective_ids, thread_ids, date_started)
     select organization_id, pack_seq, model, name, selected_scope, selected_level, created_by, 'Active', is_test, certified,
       endorsed, perspective_ids, thread_ids, date_started from assessment where id = ?`,
  );
  const thread = database.prepare(
    "insert into thread_answer (assessment_id, perspective_id, thread_id, selections, descoped, updated_at) values (?, ?, ?, 'FFPNN', 0, ?)",
  );
  const now = new Date().toISOString();
  database.exec("begin");
  for (let count = 0; count < threads; ) {
    const { lastInsertRowid } = copy.run(like);
    for (const perspective of PERSPECTIVES) {
      for (const { id } of THREADS) {
        if (count >= threads) break;
        thread.run(lastInsertRowid, perspective.id, id, now);
        count += 1;
      }
    }
  }
  // The assessment that is measured is answered too, as one in the middle of the work is.
  for (const perspective of PERSPECTIVES) for (const { id } of THREADS) thread.run(like, perspective.id, id, now);
  database.exec("commit");
}

/** Entries that nobody made: those of the assessment that is measured come first, those of others follow. */
function fillHistory(database: InstanceType<typeof DatabaseSync>, id: number, entries: number): void {
  database.exec("begin immediate");
  database
    .prepare(
      `insert into history (chain, seq, at, kind, place, user_id, salt, content, commitment, seal)
       with recursive entry(number) as (select 0 union all select number + 1 from entry where number < ? - 1)
       select 'assessment/' || (? + number / ?), 1000000 + number % ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'answers',
         'thread/' || (1 + number % 7) || '/' || (1 + number % 13), 1, hex(randomblob(11)), hex(randomblob(20)), hex(randomblob(22)), hex(randomblob(22))
       from entry`,
    )
    .run(entries, id, PER_CHAIN, PER_CHAIN);
  database.exec(
    `insert into history_head (chain, seq, seal) select chain, max(seq), '' from history where true group by chain
     on conflict (chain) do update set seq = excluded.seq`,
  );
  database.exec("commit");
}

/** What a model reads of an assessment's answers, and the row that it writes. */
type Tables = (database: InstanceType<typeof DatabaseSync>) => {
  read(id: number): void;
  write(id: number, call: number, now: string): void;
};

const threadOf: Tables = (database) => {
  const threads = database.prepare("select id, perspective_id, thread_id, selections, descoped from thread_answer where assessment_id = ?");
  const upsert = database.prepare(
    `insert into thread_answer (assessment_id, perspective_id, thread_id, selections, descoped, updated_at) values (?, 3, 10, ?, 0, ?)
     on conflict (assessment_id, perspective_id, thread_id) do update set selections = excluded.selections, updated_at = excluded.updated_at
     returning id`,
  );
  return {
    read: (id) => threads.all(id),
    write: (id, call, now) => upsert.get(id, ANSWERS[call % 2] ?? "", now),
  };
};

const practiceOf: Tables = (database) => {
  const practices = database.prepare("select id, practice_id, selections from practice_answer where assessment_id = ?");
  const components = database.prepare("select * from component_answer where assessment_id = ?");
  const upsert = database.prepare(
    `insert into practice_answer (assessment_id, practice_id, selections, updated_at) values (?, 19, ?, ?)
     on conflict (assessment_id, practice_id) do update set selections = excluded.selections, updated_at = excluded.updated_at
     returning id`,
  );
  return {
    read(id) {
      practices.all(id);
      components.all(id);
    },
    write: (id, call, now) => upsert.get(id, call % 2 === 0 ? "FNNNNNNNNNNNN" : "RNNNNNNNNNNNN", now),
  };
};

/**
 * The same by hand, prepared once and committed to the disk. It goes through the user, the assessment, its lock and its answers. It writes the same
 * rows: the answer, its version, the entry of the history with the end of its chain, and the stored answer for a repeated write. It seals and checks
 * nothing.
 */
function bareTransaction(database: InstanceType<typeof DatabaseSync>, id: number, tables: Tables) {
  const { read, write } = tables(database);
  const user = database.prepare("select id, email, first_name, roles, team_id from user where id = ?");
  const assessment = database.prepare(
    "select assessment.*, organization.team_id from assessment join organization on organization.id = organization_id where assessment.id = ?",
  );
  const lock = database.prepare("update lock set expires_at = ? where assessment_id = ? and user_id = ? and expires_at > ?");
  const keep = database.prepare(
    "insert into idempotency_key (user_id, key, request, body_hash, status, body, created_at) values (1, ?, ?, ?, 200, ?, ?)",
  );
  const advance = database.prepare(
    "insert into part_version (part, version) values (?, 1) on conflict (part) do update set version = version + 1 returning version",
  );
  const head = database.prepare("select seq, seal from history_head where chain = ?");
  const begin = database.prepare("insert or ignore into history_head (chain, seq, seal) values (?, 0, '')");
  const note = database.prepare(
    `insert into history (chain, seq, at, kind, place, user_id, commitment, salt, content, seal)
     values (?, ?, ?, 'answers', 'thread/3/10', 1, ?, ?, ?, ?)`,
  );
  const moveHead = database.prepare("update history_head set seq = ?, seal = ? where chain = ?");
  const [answer, seal, salt, content] = ["x".repeat(ANSWER_KEPT), "s".repeat(43), "s".repeat(22), "c".repeat(36)];
  const chain = `bare/${id}`;
  begin.run(chain);
  return (call: number) => {
    const now = new Date();
    const end = new Date(now.getTime() + 30 * 60_000).toISOString();
    user.get(1);
    database.exec("begin immediate");
    assessment.get(id);
    lock.run(end, id, 1, now.toISOString());
    read(id);
    advance.get(`answers/${chain}`);
    const { seq } = head.get(chain) as { seq: number };
    note.run(chain, seq + 1, now.toISOString(), seal, salt, content, seal);
    moveHead.run(seq + 1, seal, chain);
    write(id, call, now.toISOString());
    keep.run(`bare-${id}-${call}`, `POST /assessments/${id}/answer`, "0".repeat(64), answer, now.toISOString());
    database.exec("commit");
  };
}

const againstBare = (what: string, { product, bare }: { product: Timing; bare: Timing }): Line => ({
  what,
  against: "the bare SQL transaction that writes the same rows",
  measured: milliseconds(product.ms),
  reference: milliseconds(bare.ms),
  ratio: ratioOf(product.ms, bare.ms),
  aim: "≤ 4 ×",
});

export async function storing(): Promise<Line[]> {
  const small = await prepare(SMALL);
  const grown = [];
  for (const { what, answers, entries } of GROWN) grown.push({ what, ...(await prepare(answers, entries)) });
  // As in a server that has run for a while, whose code the engine has compiled.
  for (let call = 0; call < WARM_UP; call += 1) await (call % 2 === 0 ? small.product(call) : small.productItil(call));
  const thread = await inTurns({ product: small.product, bare: small.bare }, TURNS);
  const practice = await inTurns({ product: small.productItil, bare: small.bareItil }, TURNS);
  const all = [{ what: "small", product: small.product }, ...grown];
  const times = await inTurns(Object.fromEntries(all.map(({ what, product }) => [what, product])), TURNS);
  for (const { close } of [small, ...grown]) await close();
  const msOf = (name: string) => times[name]?.ms ?? Number.NaN;
  return [
    againstBare("storing the five answers of a thread, progress of 91 threads included", thread),
    againstBare("storing the answers of a practice, progress of 34 practices included", practice),
    ...grown.map(({ what }) => ({
      what: `storing a thread with ${what}`,
      against: `itself with ${SMALL} stored answers`,
      measured: milliseconds(msOf(what)),
      reference: milliseconds(msOf("small")),
      ratio: ratioOf(msOf(what), msOf("small")),
      aim: "≤ 1.3 ×",
    })),
  ];
}

/** Storing the five answers of a thread, progress included: against the bare SQL transaction, and with a growing store. */
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
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { answersFor, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Client } from "../support/api.ts";
import { inTurns, type Line, milliseconds, ratioOf } from "./measure.ts";

const SIZES = [100, 10_000, 1_000_000];
const ANSWERS = ["FFPNN", "FFFRN"] as const;
/** Short turns, so that a busy moment hits both. */
const TURNS = { rounds: 80, calls: 6 };
/** Characters of the answer with its progress, packed, as the product keeps it. */
const ANSWER_KEPT = 1400;
const PER_ASSESSMENT = PERSPECTIVES.length * THREADS.length;

/** A store with about so many answers, five per thread, and a way to store a thread's answers in one more assessment. */
async function prepare(answers: number) {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const path = join(folder, "assessments.db");
  const store = openStore(`file:${path}`);
  await migrate(store);
  await importShippedPacks(store, new Date(), () => undefined);
  const catalogue = new Catalogue();
  const api = createApi({ store, catalogue, config: { databaseUrl: `file:${path}`, internalAccounts: [], demo: false } });
  const fetch = (request: Request) => api.fetch(request);
  await createUser(store, { email: "robin@example.org", roles: ["P3M3", "ITIL"] });
  const { body } = await new Client(fetch).post("/auth", { token: await createEntryToken(store, "robin@example.org") });
  const client = new Client(fetch, body.token);
  const organizationId = await createOrganization(client);
  const id = await createP3M3(client, organizationId, { selectedLevel: 3 });
  const bare = new DatabaseSync(path, { timeout: 2000 });
  bare.exec("pragma synchronous = full");
  fill(bare, id, Math.max(0, answers / 5 - PER_ASSESSMENT));
  const payloads = await Promise.all(ANSWERS.map((letters) => answersFor(client, id, 3, 10, letters)));
  const { answers: stored } = expectStatus(await client.post(`/P3M3/assessments/${id}/answer`, payloads[0]), 200).body;
  const withIds = payloads.map((payload) => payload.map((each, index) => ({ ...each, id: stored[index].id })));
  let key = 0;
  return {
    product: async (call: number) => {
      key += 1;
      expectStatus(await client.post(`/P3M3/assessments/${id}/answer`, withIds[call % 2], { "Idempotency-Key": `bench-${key}` }), 200);
    },
    bare: bareTransaction(bare, id),
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

/**
 * The same by hand, prepared once: the user, the assessment, its lock, its threads, the row, and the answer that is kept for
 * a repeated write, committed to the disk.
 */
function bareTransaction(database: InstanceType<typeof DatabaseSync>, id: number) {
  const user = database.prepare("select id, email, first_name, roles, team_id from user where id = ?");
  const assessment = database.prepare(
    "select assessment.*, organization.team_id from assessment join organization on organization.id = organization_id where assessment.id = ?",
  );
  const lock = database.prepare("update lock set expires_at = ? where assessment_id = ? and user_id = ? and expires_at > ?");
  const threads = database.prepare("select id, perspective_id, thread_id, selections, descoped from thread_answer where assessment_id = ?");
  const upsert = database.prepare(
    `insert into thread_answer (assessment_id, perspective_id, thread_id, selections, descoped, updated_at) values (?, 3, 10, ?, 0, ?)
     on conflict (assessment_id, perspective_id, thread_id) do update set selections = excluded.selections, updated_at = excluded.updated_at
     returning id`,
  );
  const keep = database.prepare(
    "insert into idempotency_key (user_id, key, request, body_hash, status, body, created_at) values (1, ?, ?, ?, 200, ?, ?)",
  );
  const answer = "x".repeat(ANSWER_KEPT);
  return (call: number) => {
    const now = new Date();
    const end = new Date(now.getTime() + 30 * 60_000).toISOString();
    user.get(1);
    database.exec("begin immediate");
    assessment.get(id);
    lock.run(end, id, 1, now.toISOString());
    threads.all(id);
    upsert.get(id, ANSWERS[call % 2] ?? "", now.toISOString());
    keep.run(`bare-${call}`, `POST /p3m3/assessments/${id}/answer`, "0".repeat(64), answer, now.toISOString());
    database.exec("commit");
  };
}

export async function storing(): Promise<Line[]> {
  const stores = [];
  for (const size of SIZES) stores.push({ size, ...(await prepare(size)) });
  const [smallest] = stores;
  if (!smallest) return [];
  const against = await inTurns({ product: smallest.product, bare: smallest.bare }, TURNS);
  const grown = await inTurns(Object.fromEntries(stores.map(({ size, product }) => [String(size), product])), TURNS);
  for (const { close } of stores) await close();
  const base = grown[String(SIZES[0])]?.ms ?? Number.NaN;
  return [
    {
      what: "storing the five answers of a thread, progress included",
      against: "the bare SQL transaction",
      measured: milliseconds(against.product.ms),
      reference: milliseconds(against.bare.ms),
      ratio: ratioOf(against.product.ms, against.bare.ms),
      aim: "≤ 3 ×",
    },
    ...SIZES.slice(1).map((size) => ({
      what: `the same with ${size.toLocaleString("en-GB")} stored answers`,
      against: `itself at ${SIZES[0]}`,
      measured: milliseconds(grown[String(size)]?.ms ?? Number.NaN),
      reference: milliseconds(base),
      ratio: ratioOf(grown[String(size)]?.ms ?? Number.NaN, base),
      aim: "≤ 1.3 ×",
    })),
  ];
}

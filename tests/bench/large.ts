/**
 * A store as large as 200,000 assessments with ten million kept answers for repeated writes make it, against a small one: home, search, history,
 * benchmark and save. SQLite is measured by processor time, so a busy machine does not matter. With TEST_DATABASE_URL, as
 * `npx tsx tests/support/on-postgres.ts npm run bench -- large` sets it, both stores are on PostgreSQL, and time on the clock counts.
 */
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { createApi } from "#api/app.ts";
import { createEntryToken } from "#api/auth/entry.ts";
import { Catalogue } from "#api/content/catalogue.ts";
import { importShippedPacks } from "#api/content/shipped.ts";
import { createUser } from "#api/services/users.ts";
import { migrate } from "#api/store/migrate.ts";
import { isPostgres, openStore, type Store } from "#api/store/open.ts";
import { answersFor, completeP3M3, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Client, freshDatabase, testConfig } from "../support/api.ts";
import { inTurns, type Line, milliseconds, ratioOf, seconds } from "./measure.ts";

/** Of others. Each team has one person, each organization ten assessments, every other one completed. */
const TEAMS = 2_000;
const ORGANIZATIONS = 10;
const ASSESSMENTS = 10;
const ENTRIES = 5;
const KEYS = 10_000_000;
/** One transaction after the other: one of all keys would need twice the room. */
const KEYS_AT_ONCE = 1_000_000;
/** Of the own team, in both stores. */
const OWN = 10;
const TURNS = { rounds: 15, calls: 20 };
const ANSWERS = ["FFPNN", "FFFRN"] as const;
const INDUSTRIES = 20;

/** The numbers from 1 on, in both dialects. */
const numbers = (count: number) =>
  sql`(with recursive counted(number) as (select 1 union all select number + 1 from counted where number < ${sql.lit(count)}) select number from counted) as numbers`;

/** What other teams have stored: copies of one assessment with the answers of its first perspective, and of one that is completed. */
async function fill(store: Store, active: number, completed: number): Promise<void> {
  const now = new Date().toISOString();
  const run = (statement: ReturnType<typeof sql>) => statement.execute(store);
  await run(sql`insert into team (name) select 'Filled ' || number from ${numbers(TEAMS)}`);
  await run(sql`insert into "user" (email, first_name, roles, team_id)
    select 'filled-' || team.id || '@example.org', 'Kim', (select roles from "user" where email = 'robin@example.org'), team.id
    from team where name like 'Filled %'`);
  await run(sql`insert into organization (team_id, name, benchmark_consent, country_id, industry_id, size_id)
    select team.id, 'Filled ' || number, 1, 826, 1 + (team.id + number) % ${sql.lit(INDUSTRIES)}, 1 + team.id % 4
    from team, ${numbers(ORGANIZATIONS)} where team.name like 'Filled %'`);
  const columns = sql.raw(
    `pack_seq, model, name, selected_scope, selected_level, created_by, status, is_test, certified, endorsed, perspective_ids, thread_ids, date_started, date_completed`,
  );
  for (const like of [active, completed])
    await run(sql`insert into assessment (organization_id, ${columns})
      select organization.id, likes.* from organization, ${numbers(ASSESSMENTS / 2)},
        (select ${columns} from assessment where id = ${sql.lit(like)}) as likes
      where organization.name like 'Filled %'`);
  const others = sql`assessment where id > ${sql.lit(Math.max(active, completed))}`;
  await run(sql`insert into thread_answer (assessment_id, perspective_id, thread_id, selections, descoped, updated_at)
    select others.id, perspective_id, thread_id, selections, descoped, updated_at
    from (select id from ${others}) as others, thread_answer where assessment_id = ${sql.lit(completed)} and perspective_id = 1`);
  await run(sql`insert into part_version (part, version)
    select 'assessment/' || others.id || '/thread/1/' || thread_id || '/answers', 1
    from (select id from ${others}) as others, thread_answer where assessment_id = ${sql.lit(completed)} and perspective_id = 1`);
  await run(sql`insert into perspective_score (assessment_id, perspective_id, score)
    select others.id, perspective_id, 1 + others.id % 4
    from (select id from ${others} and status = 'Completed') as others, perspective_score where assessment_id = ${sql.lit(completed)}`);
  const long = sql.lit("s".repeat(43));
  await run(sql`insert into history (chain, seq, at, kind, place, user_id, salt, content, commitment, seal)
    select 'assessment/' || others.id, number, ${sql.lit(now)}, 'answers', 'thread/1/' || number, created_by, ${long}, ${long}, ${long}, ${long}
    from (select id, created_by from ${others}) as others, ${numbers(ENTRIES)}`);
  await run(sql`insert into history_head (chain, seq, seal)
    select 'assessment/' || id, ${sql.lit(ENTRIES)}, ${long} from ${others}`);
  const [{ first }] = (await sql<{ first: number }>`select min(id) as first from "user" where email like 'filled-%'`.execute(store))
    .rows as [{ first: number }];
  const [each, body] = [KEYS / TEAMS, sql.lit("b".repeat(100))];
  for (let from = 0; from < TEAMS; from += KEYS_AT_ONCE / each)
    await run(sql`insert into idempotency_key (user_id, key, request, body_hash, status, body, created_at)
      select "user".id, ${sql.lit(now)} || number, 'POST /P3M3/assessments/1/answer', ${long}, 200, ${body}, ${sql.lit(now)}
      from "user", ${numbers(each)}
      where "user".id >= ${sql.lit(first + from)} and "user".id < ${sql.lit(first + from + KEYS_AT_ONCE / each)} and email like 'filled-%'`);
  if (isPostgres(store)) await run(sql`analyze`);
}

async function prepare(isLarge: boolean) {
  const database = await freshDatabase();
  const store = openStore(database.url);
  await migrate(store);
  await importShippedPacks(store, new Date(), () => undefined);
  // Each call takes half a second of its clock, because nobody may save faster for long. Benchmarks are of a later month.
  let now = Date.now();
  const api = createApi({ store, catalogue: new Catalogue(), config: testConfig(database.url), clock: () => new Date(now) });
  const fetch = (request: Request) => api.fetch(request);
  await createUser(store, { email: "robin@example.org", roles: ["P3M3", "ITIL"] });
  const { body } = await new Client(fetch).post("/auth", { token: await createEntryToken(store, "robin@example.org") });
  const client = new Client(fetch, body.token);
  const organization = await createOrganization(client);
  for (let number = 1; number < OWN; number += 1) await createOrganization(client, { name: `Client ${number}` });
  const completed = await completeP3M3(client, organization, "FFPNN");
  // Before the month that benchmarks are of.
  await store.updateTable("assessment").set({ date_completed: "2026-01-20T09:00:00.000Z" }).where("id", "=", completed).execute();
  const id = await createP3M3(client, organization, { selectedLevel: 3 });
  const address = `/P3M3/assessments/${id}/answer`;
  const payloads = await Promise.all(ANSWERS.map((letters) => answersFor(client, id, 3, 10, letters)));
  const { answers } = expectStatus(await client.post(address, payloads[0]), 200).body;
  const withIds = payloads.map((payload) => payload.map((each, index) => ({ ...each, id: answers[index].id })));
  const began = performance.now();
  if (isLarge) await fill(store, id, completed);
  const filled = performance.now() - began;
  const read = async (path: string) => {
    now += 500;
    expectStatus(await client.get(path), 200);
  };
  let key = 0;
  return {
    filled,
    home: async () => {
      await read("/organizations");
      await read(`/organizations/${organization}/assessments`);
    },
    search: () => read(`/assessments/${id}/overview`),
    history: () => read(`/assessments/${id}/history`),
    benchmark: (call: number) =>
      read(`/P3M3/benchmarks?perspectiveIds=1,2,3,4,5,6,7&assessmentId=${completed}&industryId=${1 + (call % INDUSTRIES)}`),
    save: async (call: number) => {
      key += 1;
      now += 500;
      expectStatus(await client.post(address, withIds[call % 2], { "Idempotency-Key": `bench-${key}` }), 200);
    },
    async close() {
      await store.destroy();
      await database.drop();
    },
  };
}

const SCREENS = ["home", "search", "history", "benchmark", "save"] as const;

export async function large(): Promise<Line[]> {
  const small = await prepare(false);
  const full = await prepare(true);
  console.error(`Filled in ${seconds(full.filled)}.`);
  const began = performance.now();
  await full.benchmark(0);
  console.error(`The first benchmark of a month took ${seconds(performance.now() - began)}.`);
  const work = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const clock = process.env.TEST_DATABASE_URL ? () => performance.now() : work;
  const assessments = (TEAMS * ORGANIZATIONS * ASSESSMENTS).toLocaleString("en-GB");
  const lines: Line[] = [];
  for (const name of SCREENS) {
    const timed = await inTurns({ full: full[name], small: small[name] }, { ...TURNS, clock });
    lines.push({
      what: `${name} with ${assessments} assessments and ${KEYS.toLocaleString("en-GB")} kept answers in the store`,
      against: "with only its own",
      measured: milliseconds(timed.full.ms),
      reference: milliseconds(timed.small.ms),
      ratio: ratioOf(timed.full.ms, timed.small.ms),
      aim: "≤ 1.3 ×",
    });
  }
  await full.close();
  await small.close();
  return lines;
}

/**
 * Replacing everything that a PostgreSQL database holds. The new tables are made in a schema of their own. At the end they take the place
 * of the old ones, in one transaction that moves the old ones into another schema.
 */
import { type RawBuilder, sql } from "kysely";
import { StoreError } from "./fault.ts";
import { type Db, inTransaction, nameOf, openStore } from "./open.ts";
import { findMark, requireSamePurpose } from "./purpose.ts";
import { TABLES } from "./tables.ts";

/** How long the old tables are waited for, which nobody should be using. */
const LOCK_WAIT = "5s";

const stampOf = (now: Date) => now.toISOString().slice(0, 19).replace(/\D/g, "");

/** A table of ours that has rows, in the schema that is in use; undefined when all are empty or missing. The mark of the purpose does not count. */
export async function findOccupied(db: Db): Promise<string | undefined> {
  for (const table of await listTables(db, sql`current_schema()`)) {
    if (table.startsWith("kysely_")) continue;
    const counted = table === "setting" ? sql`where name <> 'purpose'` : sql``;
    if ((await sql`select 1 from ${sql.table(table)} ${counted} limit 1`.execute(db)).rows.length > 0) return table;
  }
  return undefined;
}

/** @throws StoreError when anybody else is connected with the same account: a server, or somebody's own program */
export async function requireUnused(db: Db, url: string): Promise<void> {
  const { rows } = await sql<{ program: string; host: string | null }>`
    select application_name as program, host(client_addr) as host from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(db);
  if (rows.length === 0) return;
  const who = [...new Set(rows.map(({ program, host }) => `${program || "a program without a name"} at ${host ?? "this machine"}`))];
  throw new StoreError(`The database ${nameOf(url)} is in use, by ${who.join(" and by ")}. Stop the servers first.`);
}

/**
 * Puts new tables in the place of the old ones.
 * @param fill fills the database at the address that it gets: the same database, with another schema in use
 * @returns the schema where the old tables are kept
 * @throws StoreError when somebody is using them, or the new ones are for the other purpose; everything is then as before
 */
export async function replaceTables(url: string, now: Date, fill: (freshUrl: string) => Promise<void>): Promise<string> {
  const [fresh, former] = [`restoring_${stampOf(now)}`, `before_${stampOf(now)}`];
  const store = openStore(url);
  try {
    await sql`create schema ${sql.id(fresh)}`.execute(store);
    try {
      await fill(inSchema(url, fresh));
      const purpose = (await findMark(store.withSchema(fresh))) ?? "real";
      await inTransaction(store, async (db) => {
        await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(db);
        await requireUnused(db, url);
        requireSamePurpose(purpose, (await findMarkIfMade(db)) ?? "real");
        const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
        const schema = rows[0]?.schema ?? "public";
        await sql`create schema ${sql.id(former)}`.execute(db);
        await move(db, schema, former);
        await move(db, fresh, schema);
      });
    } finally {
      await sql`drop schema ${sql.id(fresh)} cascade`.execute(store);
    }
  } finally {
    await store.destroy();
  }
  return former;
}

/** The same database, with another schema in use. */
function inSchema(url: string, schema: string): string {
  const address = new URL(url);
  const given = address.searchParams.get("options");
  address.searchParams.set("options", `${given ? `${given} ` : ""}-c search_path=${schema}`);
  return address.href;
}

const findMarkIfMade = async (db: Db) =>
  (await listTables(db, sql`current_schema()`)).includes("setting") ? await findMark(db) : undefined;

async function listTables(db: Db, schema: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${schema}`.execute(db);
  const ours = new Set<string>([...TABLES, "kysely_migration", "kysely_migration_lock"]);
  return rows.flatMap(({ name }) => (ours.has(name) ? [name] : []));
}

async function move(db: Db, from: string, to: string): Promise<void> {
  for (const table of await listTables(db, sql`${from}`))
    await sql`alter table ${sql.table(`${from}.${table}`)} set schema ${sql.id(to)}`.execute(db);
}

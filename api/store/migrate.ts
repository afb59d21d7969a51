import { type Migration, Migrator, sql } from "kysely";
import { StoreError } from "./fault.ts";
import { migrations } from "./migrations/list.ts";
import { isPostgres, type Store } from "./open.ts";
import { mark, type Purpose } from "./purpose.ts";

/**
 * Brings the tables of the store up to date; does nothing when they already are.
 * @param purpose what an empty database is made for: its first tables and its mark are stored together or not at all. Leave it out for a
 * database that is filled from another one, whose mark it gets.
 * @param tell receives a line for each migration that was done
 * @returns the names of the migrations that were done
 * @throws StoreError when a newer version of this application made the store; Error that names the migration that failed, which leaves
 * nothing behind
 */
export async function migrate(
  store: Store,
  { purpose, report = () => {} }: { purpose?: Purpose; report?: (line: string) => void } = {},
): Promise<string[]> {
  const migrator = new Migrator({
    db: store,
    provider: { getMigrations: async () => (purpose ? withMark(purpose) : migrations) },
    ...(await schemaOf(store)),
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  const done = results.filter(({ status }) => status === "Success").map(({ migrationName }) => migrationName);
  if (!error) {
    for (const name of done) report(`Migration ${name} done`);
    return done;
  }
  if (error instanceof Error && /corrupted migrations/.test(error.message))
    throw new StoreError(
      "The database was made by a newer version of this application. Install that version, or restore an older backup.",
      {
        cause: error,
      },
    );
  const failed = results.find(({ status }) => status === "Error")?.migrationName ?? "the store";
  throw new Error(`Migrating ${failed} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

/** Other schemas of a PostgreSQL database may hold tables of ours, too: what a restore has replaced is kept in one. */
async function schemaOf(store: Store): Promise<{ migrationTableSchema?: string }> {
  if (!isPostgres(store)) return {};
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(store);
  return rows[0]?.schema ? { migrationTableSchema: rows[0].schema } : {};
}

const [FIRST = ["", undefined] as const] = Object.entries(migrations).sort(([a], [b]) => (a < b ? -1 : 1));

/** The name of the migration that only an empty database lacks. */
export const FIRST_MIGRATION: string = FIRST[0];

/** The migrations. The first one, which only an empty database lacks, also marks what the database is made for. */
function withMark(purpose: Purpose): Record<string, Migration> {
  const [, first] = FIRST;
  if (!first) return migrations;
  return {
    ...migrations,
    [FIRST_MIGRATION]: {
      async up(db) {
        await first.up(db);
        await mark(db, purpose);
      },
    },
  };
}

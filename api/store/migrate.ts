import { type Migration, Migrator } from "kysely";
import { StoreError } from "./fault.ts";
import { migrations } from "./migrations/list.ts";
import type { Store } from "./open.ts";
import { mark, type Purpose } from "./purpose.ts";

/**
 * Brings the store to the newest version of its tables; nothing happens when it is there already.
 * @param purpose what the database is for, if it is made now: its first tables and its mark come together or not at all. Without it
 * there is no mark, for what is filled from another database, mark included.
 * @param tell told of each migration that was done
 * @returns the names of the migrations that were done
 * @throws StoreError when the store was made by a newer version of this application, Error naming the migration that failed; nothing
 * of it is kept
 */
export async function migrate(
  store: Store,
  { purpose, tell = () => {} }: { purpose?: Purpose; tell?: (line: string) => void } = {},
): Promise<string[]> {
  const migrator = new Migrator({ db: store, provider: { getMigrations: async () => (purpose ? withMark(purpose) : migrations) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  const done = results.filter(({ status }) => status === "Success").map(({ migrationName }) => migrationName);
  if (!error) {
    for (const name of done) tell(`Migration ${name} done`);
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

/** The migrations, of which the first, which only an empty database lacks, also marks what it is made for. */
function withMark(purpose: Purpose): Record<string, Migration> {
  const [[name, first] = []] = Object.entries(migrations).sort(([a], [b]) => (a < b ? -1 : 1));
  if (!name || !first) return migrations;
  return {
    ...migrations,
    [name]: {
      async up(db) {
        await first.up(db);
        await mark(db, purpose);
      },
    },
  };
}

import { Migrator } from "kysely";
import { migrations } from "./migrations/list.ts";
import type { Store } from "./open.ts";

/**
 * Brings the store to the newest version of its tables; nothing happens when it is there already.
 * @throws Error naming the migration that failed; nothing of it is kept
 */
export async function migrate(store: Store): Promise<void> {
  const migrator = new Migrator({ db: store, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find(({ status }) => status === "Error")?.migrationName ?? "the store";
  throw new Error(`Migrating ${failed} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

/** Lets one write wait while another comes, to try both orders of a race. On SQLite only one writes at a time, and the first comes first. */
import { sql } from "kysely";
import { vi } from "vitest";
import { type Db, inTransaction, isPostgres, openStore } from "#api/store/open.ts";
import type { TestApi } from "../support/api.ts";

/** How many statements wait for another transaction. */
async function waiting(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Does something while a chain of the history is held, so that whatever is recorded there waits. */
export async function holding({ url }: Pick<TestApi, "url">, chain: string, then: () => Promise<void>): Promise<void> {
  // Another handle of the store: what calls do is none of its transaction.
  const other = openStore(url);
  try {
    if (!isPostgres(other)) return await then();
    await inTransaction(other, async (db) => {
      await db.selectFrom("history_head").select("seq").where("chain", "=", chain).forUpdate().execute();
      await then();
    });
  } finally {
    await other.destroy();
  }
}

/** Waits until so many statements wait. Outside the transaction, which would see the same statements for ever. */
export async function until({ store }: Pick<TestApi, "store">, statements: number): Promise<void> {
  if (isPostgres(store)) await vi.waitUntil(async () => (await waiting(store)) >= statements, { timeout: 10_000 });
}

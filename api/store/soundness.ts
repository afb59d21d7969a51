/** Whether what is stored is still what was written: looked at when a server starts, and when a backup is made or put back. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { usualFolder } from "./backup.ts";
import { DamageError, isDamage, StoreError } from "./fault.ts";
import { FIRST_MIGRATION, migrate } from "./migrate.ts";
import { mishapOf, onlyReads } from "./mishap.ts";
import { wayBack } from "./newest-backup.ts";
import { type Db, isPostgres, nameOf, openStore, type Store } from "./open.ts";
import type { Patience } from "./postgres.ts";
import type { Purpose } from "./purpose.ts";

interface OpenOptions {
  /** Where backups are looked for when the store is damaged. */
  backups?: string | undefined;
  /** What else has to hold before anything is migrated. */
  check?: (store: Store) => Promise<void>;
  /** Called with the migrations that were done, if any. @param isNew there was no database, or an empty one */
  onMigrated?: (migrations: readonly string[], isNew: boolean) => void;
  /** With PostgreSQL, from then on: what is done here may take longer than a call may. */
  patience?: Patience;
}

/**
 * Opens a store that is sound, and brings it up to date.
 * @throws StoreError when it is damaged, with the newest good backup named, was made by a newer version, or cannot be reached or written
 */
export async function openSoundStore(
  url: string,
  purpose: Purpose,
  { backups, check, onMigrated, patience = {} }: OpenOptions = {},
): Promise<Store> {
  let store: Store | undefined;
  try {
    store = openStore(url);
    await requireSound(store);
    await check?.(store);
    await requireWritable(store, url);
    const done = await migrate(store, { purpose });
    if (done.length > 0) onMigrated?.(done, done.includes(FIRST_MIGRATION));
    await requireSoundContent(store);
    if (!isPostgres(store) || patience.statementMs === undefined) return store;
    await store.destroy();
    return openStore(url, patience);
  } catch (error) {
    // Closing a damaged file may fail too, which says nothing new.
    await store?.destroy().catch(() => undefined);
    throw isDamage(error) ? await damaged(url, purpose, backups, error) : (mishapOf(url, error) ?? error);
  }
}

/**
 * Reads every page of a SQLite file. PostgreSQL checks its pages itself, whenever it reads one.
 * @throws DamageError when one is damaged
 */
export async function requireSound(db: Db): Promise<void> {
  if (isPostgres(db)) return;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(3)`.execute(db);
  const faults = rows.map((row) => row.quick_check).filter((fault) => fault !== "ok");
  if (faults.length > 0) throw new DamageError(faults.join("; "));
}

/** A server of PostgreSQL that follows another one, or that was told to, only reads. @throws StoreError */
export async function requireWritable(db: Db, url: string): Promise<void> {
  if (!isPostgres(db)) return;
  const { rows } = await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(db);
  if (rows[0]?.transaction_read_only === "on") throw new StoreError(onlyReads(url));
}

/**
 * Compares each content pack with its hash: a text that was changed is no damage to SQLite.
 * @throws DamageError when one differs
 */
async function requireSoundContent(db: Db): Promise<void> {
  for (const { id, version, json, hash } of await db.selectFrom("content_pack").select(["id", "version", "json", "hash"]).execute())
    if (createHash("sha256").update(json).digest("hex") !== hash)
      throw new DamageError(`content pack ${id} ${version} differs from its hash`);
}

/** The words for an operator whose database is damaged. */
export async function damaged(url: string, purpose: Purpose, backups: string | undefined, cause: unknown): Promise<StoreError> {
  return new StoreError(
    `The database ${nameOf(url)} is damaged, or is no database. It was left as it is.\n${await wayBack(backups ?? usualFolder(url), purpose)}`,
    {
      cause,
    },
  );
}

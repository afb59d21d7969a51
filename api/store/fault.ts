/** The store cannot be used as it is. The message tells the operator why, and what to do. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** Something stored is not what was written. */
export class DamageError extends Error {
  override name = "DamageError";
}

/** data_corrupted and index_corrupted. */
const POSTGRES_DAMAGE = new Set(["XX001", "XX002"]);

/** Whether an error means damage: our own, PostgreSQL's, or SQLite's for a file that is damaged or not a database. */
export function isDamage(error: unknown): boolean {
  // It has its words already, which may be about another database.
  if (error instanceof StoreError) return false;
  if (error instanceof DamageError || POSTGRES_DAMAGE.has(String((error as { code?: unknown })?.code))) return true;
  const text = error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}` : "";
  return /file is not a database|disk image is malformed|malformed database schema/.test(text);
}

/** Whether there is no room on the disk for what was to be written. */
export function isFull(error: unknown): boolean {
  const code = String((error as { code?: unknown })?.code);
  return code === "SQLITE_FULL" || code === "53100" || (error instanceof Error && /database or disk is full/.test(error.message));
}

/** Whether SQLite refused because another connection is writing. */
export function isBusy(error: unknown): boolean {
  return (error as { code?: unknown })?.code === "SQLITE_BUSY" || (error instanceof Error && /database is locked/.test(error.message));
}

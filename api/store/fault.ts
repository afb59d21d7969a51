/** The store cannot be used as it is. The message tells the operator why, and what to do. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** Whether an error is what SQLite reports for a file that is damaged, or is not a database at all. */
export function isDamage(error: unknown): boolean {
  const text = error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}` : "";
  return /file is not a database|disk image is malformed/.test(text);
}

/** Whether SQLite refused because another connection is writing. */
export function isBusy(error: unknown): boolean {
  return (error as { code?: unknown })?.code === "SQLITE_BUSY" || (error instanceof Error && /database is locked/.test(error.message));
}

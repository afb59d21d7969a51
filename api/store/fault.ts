/** A store that cannot be used as it is; the message tells the operator why and what to do. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** True for what SQLite says of a file that is damaged, or is no database at all. */
export function isDamage(error: unknown): boolean {
  const text = error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}` : "";
  return /file is not a database|disk image is malformed/.test(text);
}

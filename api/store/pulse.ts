import { sql } from "kysely";
import type { Log } from "../log.ts";
import { isPostgres, type Store } from "./open.ts";

const EVERY_MS = 5_000;

/**
 * Asks PostgreSQL for a sign of life every few seconds, and logs when there is none and when there is one again. It also keeps one connection
 * open, by which a restore sees that a server is running (docs/operating.md#back-up).
 * @returns what ends it
 */
export function keepPulse(store: Store, log: Log, everyMs = EVERY_MS): () => void {
  if (!isPostgres(store)) return () => undefined;
  let isAlive = true;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const ask = async () => {
    const fault = await sql`select 1`.execute(store).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (isOver) return;
    if (isAlive && fault) log({ level: "warn", message: "the database does not answer", reason: String(fault) });
    if (!isAlive && !fault) log({ level: "info", message: "the database answers again" });
    isAlive = !fault;
    timer = setTimeout(ask, everyMs).unref();
  };
  timer = setTimeout(ask, everyMs).unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Clears the space of deleted rows, which stay readable in the database's files until then (docs/trust.md#how-it-is-deleted). */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { sqlitePath } from "./open.ts";

/** How long clearing waits for those who are writing. */
const WAITS_MS = 30_000;

// In JavaScript, because the build has no file of its own for it.
const CLEAR = `
const { workerData: { library, path, timeout } } = require("node:worker_threads");
const { DatabaseSync } = require(library);
const database = new DatabaseSync(path, { timeout });
database.exec("vacuum; pragma wal_checkpoint(truncate)");
database.close();`;

/**
 * Clears the space of a SQLite database next to a process that serves it: in a thread, because it reads and writes the whole file. Writers wait
 * meanwhile. PostgreSQL clears its space by itself.
 * @param url of the database
 * @throws Error when somebody was writing all the time, or the disk is full
 */
export async function clearSpaceBeside(url: string): Promise<void> {
  if (!url.startsWith("file:") || sqlitePath(url) === ":memory:") return;
  const library = createRequire(import.meta.url).resolve("@photostructure/sqlite");
  const worker = new Worker(CLEAR, { eval: true, workerData: { library, path: sqlitePath(url), timeout: WAITS_MS } });
  await new Promise<void>((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", () => resolve());
  });
}

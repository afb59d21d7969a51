/** A database with the demo in it, made once, so that no server of a test has to make its own. */
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { openStore } from "#api/store/open.ts";
import { root } from "../../scripts/build.js";
import { startApp } from "./server.ts";

const FILE = join(root, "build/demo-of-tests.db");
/** The demo's dates count from the day on which it was made. */
const LASTS_MS = 60 * 60_000;

const isUsable = () =>
  existsSync(FILE) &&
  statSync(FILE).mtimeMs > statSync(join(root, "build/server/index.js")).mtimeMs &&
  Date.now() - statSync(FILE).mtimeMs < LASTS_MS;

/** Makes the database, unless there is one of this build. Several may do so at a time. */
export async function prepareDemo(): Promise<void> {
  if (isUsable()) return;
  const own = `${FILE}.${process.pid}`;
  const app = await startApp({ env: { DATABASE_URL: `file:${own}` } });
  await app.stop();
  const store = openStore(`file:${own}`);
  await sql`vacuum into ${`${own}.whole`}`.execute(store);
  await store.destroy();
  renameSync(`${own}.whole`, FILE);
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${own}${ending}`, { force: true });
}

/**
 * Copies the database for a server that is to begin with the demo.
 * @param url `file:…`; any other database stays empty, and its server makes the demo itself
 */
export function copyDemo(url: string): void {
  if (url.startsWith("file:") && existsSync(FILE)) copyFileSync(FILE, fileURLToPath(new URL(url)));
}

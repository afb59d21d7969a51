import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { openStore } from "#api/store/open.ts";
import { buildIfStale, root } from "../../scripts/build.js";
import { DEMO_FILE } from "./demo-database.ts";
import { startApp } from "./server.ts";

/** The demo's dates count from the day on which it was made. */
const LASTS_MS = 60 * 60_000;

/** Called once per run, before any test, so that the tests never see an old build. `npm test` builds once for all its runs. */
export default async function buildFirst(): Promise<void> {
  if (process.env.TEST_BUILD === "failed") throw new Error("The web application could not be built.");
  if (process.env.TEST_BUILD !== "ready") buildIfStale();
  await prepareDemo();
}

/** Makes the demo's database, unless there is one of this build. Several processes may do so at a time. */
async function prepareDemo(): Promise<void> {
  if (isUsable()) return;
  const own = `${DEMO_FILE}.${process.pid}`;
  const app = await startApp({ env: { DATABASE_URL: `file:${own}` } });
  await app.stop();
  const store = openStore(`file:${own}`);
  await sql`vacuum into ${`${own}.whole`}`.execute(store);
  await store.destroy();
  renameSync(`${own}.whole`, DEMO_FILE);
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${own}${ending}`, { force: true });
}

/** Whether the database is there, was made by this build, and is fresh. */
const isUsable = () =>
  existsSync(DEMO_FILE) &&
  statSync(DEMO_FILE).mtimeMs > statSync(join(root, "build/server/index.js")).mtimeMs &&
  Date.now() - statSync(DEMO_FILE).mtimeMs < LASTS_MS;

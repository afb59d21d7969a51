import { performance } from "node:perf_hooks";
import { DatabaseSync } from "@photostructure/sqlite";
import { sqlitePath } from "#api/store/open.ts";
import { createOrganization } from "../contract/scenario.ts";
import { freshSqlite } from "../support/api.ts";
import { CLICK, raw } from "../support/raw.ts";
import { apiClient } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const HELD_MS = 6_000;
const WRITERS = 8;
/** Beyond what a busy machine adds; a statement that waited in the serving thread would take two seconds, and eight of them sixteen. */
const LONGEST_MS = 1_900;

/** The longest that `/health` takes until the time is up, milliseconds. */
async function slowestHealth(app: App, until: number): Promise<number> {
  let slowest = 0;
  while (performance.now() < until) {
    const startedAt = performance.now();
    await raw(app.url, "/health");
    slowest = Math.max(slowest, performance.now() - startedAt);
  }
  return slowest;
}

/** What a backup script, or somebody with `sqlite3` open, does by accident. */
export const attack: Attack = {
  title: "Another process holds the write lock of the SQLite file while people save.",
  async run() {
    const database = freshSqlite();
    const app = await startApp({ env: { DATABASE_URL: database.url } });
    const other = new DatabaseSync(sqlitePath(database.url), { timeout: 5_000 });
    try {
      const client = await apiClient(database.url, "kim@client.example");
      await createOrganization(client);
      const [first, link] = [await app.entryLink("kim@client.example"), await app.entryLink("kim@client.example")];
      await raw(app.url, new URL(first).pathname, { headers: CLICK });
      other.exec("begin immediate");
      // Signing in is a write.
      const writers = Array.from({ length: WRITERS }, () => raw(app.url, new URL(link).pathname, { headers: CLICK }));
      const slowest = await slowestHealth(app, performance.now() + HELD_MS);
      other.exec("rollback");
      await Promise.all(writers);
      return {
        held: slowest < LONGEST_MS,
        figures: `the lock was held for ${HELD_MS / 1000} s with ${WRITERS} writes waiting; /health took ${Math.round(slowest)} ms at most`,
      };
    } finally {
      other.close();
      await app.stop();
      await database.drop();
    }
  },
};

/** All that a store holds, for tests that compare it with what it held before. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import { openStore } from "#api/store/open.ts";
import { unpack } from "#api/store/packed.ts";
import { TABLES } from "#api/store/tables.ts";

setFlagsFromString("--expose-gc");
/** Prepared statements that nobody holds any more still keep a SQLite file open; as a process that has ended would not. */
export async function letGo(): Promise<void> {
  runInNewContext("gc")();
  await new Promise((resolve) => setImmediate(resolve));
}

/** A value as people could read it. What is packed is found by no search, so it is unpacked. */
export function readable(value: unknown): unknown {
  if (typeof value !== "string" || !/^[\w+/]{8,}=*$/.test(value)) return value;
  try {
    return unpack(value);
  } catch {
    return value;
  }
}

/** Every row of every table, in an order that does not depend on the database. */
export async function everything(url: string): Promise<Record<string, string[]>> {
  const store = openStore(url);
  try {
    const all: Record<string, string[]> = {};
    for (const table of TABLES) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store);
      all[table] = rows
        .map((row) => Object.entries(row).map(([column, value]) => [column, readable(value)]))
        .map((row) => JSON.stringify(row.sort()))
        .sort();
    }
    return all;
  } finally {
    await store.destroy();
    if (url.startsWith("file:")) await letGo();
  }
}

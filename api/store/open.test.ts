import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "./open.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "open-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a file that can only be read is opened for reading, also one that a restore has just written", async () => {
  const path = join(folder, "a.db");
  const database = new DatabaseSync(path);
  database.exec("create table setting (name, value); insert into setting values ('purpose', 'real')");
  database.close();
  // SQLite never writes to a file whose format it knows only how to read.
  const file = openSync(path, "r+");
  writeSync(file, Buffer.from([3]), 0, 1, 18);
  closeSync(file);
  const store = openStore(`file:${path}`);
  expect(await store.selectFrom("setting").selectAll().execute()).toEqual([{ name: "purpose", value: "real" }]);
  await expect(sql`update setting set value = 'demo'`.execute(store)).rejects.toThrow("readonly");
  await store.destroy();
});

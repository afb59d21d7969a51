import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "./migrate.ts";
import { inTransaction, openStore, type Store, sqlitePath } from "./open.ts";

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "store-"));
  store = openStore(`file:${join(folder, "made/on/demand/test.db")}`);
  await migrate(store);
});

afterEach(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const setting = (name: string, value = "x") => ({ name, value });
const names = async () => (await store.selectFrom("setting").select("name").orderBy("name").execute()).map(({ name }) => name);

describe("a store on SQLite", () => {
  it("writes ahead, synchronously, with foreign keys, and never waits in the thread that serves", async () => {
    const pragma = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(store)).rows[0] ?? {})[0];
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2);
    expect(await pragma("foreign_keys")).toBe(1);
    expect(await pragma("busy_timeout")).toBe(0);
    await expect(
      store.insertInto("user").values({ email: "a@b.example", first_name: null, roles: "[]", team_id: 42 }).execute(),
    ).rejects.toThrow(/FOREIGN KEY/);
  });

  it("is closed without a fault on a disk that has no room for the journal's pages, and loses nothing", async () => {
    const path = sqlitePath(`file:${join(folder, "made/on/demand/test.db")}`);
    await store.destroy();
    const script = `
      import { openStore } from ${JSON.stringify(join(import.meta.dirname, "open.ts"))};
      const store = openStore("file:" + ${JSON.stringify(path)});
      await store.insertInto("setting").values({ name: "long", value: "x".repeat(200_000) }).execute();
      await store.destroy();`;
    // How far a file may grow: the journal has room, and the database would need more.
    const limited = `trap '' XFSZ; ulimit -f ${Math.ceil((statSync(path).size + 20_000) / 512)}; exec "$0" "$@"`;
    const { status, stderr } = spawnSync("sh", ["-c", limited, process.execPath, "--import", "tsx", "--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    store = openStore(`file:${path}`);
    expect(await names()).toContain("long");
  });

  it("is the only writer from the start of a transaction, before anything is written", async () => {
    const other = new DatabaseSync(join(folder, "made/on/demand/test.db"), { timeout: 0 });
    await inTransaction(store, async () => {
      expect(() => other.exec("begin immediate")).toThrow(/locked/);
    });
    other.exec("begin immediate; rollback");
    other.close();
  });

  it("keeps nothing of a transaction that throws", async () => {
    const failing = inTransaction(store, async (db) => {
      await db.insertInto("setting").values(setting("one")).execute();
      throw new Error("stopped");
    });
    await expect(failing).rejects.toThrow("stopped");
    expect(await names()).toEqual([]);
  });

  it("tells the fault itself where SQLite has ended the transaction already", async () => {
    const failing = inTransaction(store, async (db) => {
      await sql`rollback`.execute(db);
      throw new Error("the fault itself");
    });
    await expect(failing).rejects.toThrow("the fault itself");
    await store.insertInto("setting").values(setting("still works")).execute();
    expect(await names()).toEqual(["still works"]);
  });

  it("says that the disk is full, keeps nothing of the write, and works on when there is room", async () => {
    await sql`pragma max_page_count = 60`.execute(store);
    const filling = inTransaction(store, async (db) => {
      await db.insertInto("setting").values(setting("small")).execute();
      await db
        .insertInto("setting")
        .values(setting("large", "x".repeat(1_000_000)))
        .execute();
    });
    await expect(filling).rejects.toThrow(/full/);
    expect(await names()).toEqual([]);
    await sql`pragma max_page_count = 100000`.execute(store);
    await store
      .insertInto("setting")
      .values(setting("large", "x".repeat(1_000_000)))
      .execute();
    expect(await names()).toEqual(["large"]);
  });

  it("refuses its own handle where another store's transaction runs inside its own", async () => {
    const other = openStore("file::memory:");
    await inTransaction(store, () => inTransaction(other, () => expect(names()).rejects.toThrow("use the transaction's handle")));
    expect(await names()).toEqual([]);
    await other.destroy();
  });

  it("refuses its own handle inside a transaction instead of waiting for itself", async () => {
    const message = /use the transaction's handle/;
    await expect(inTransaction(store, () => store.selectFrom("setting").selectAll().execute())).rejects.toThrow(message);
    await expect(inTransaction(store, () => inTransaction(store, async () => undefined))).rejects.toThrow(message);
    const beside = await Promise.all([inTransaction(store, async () => "done"), names()]);
    expect(beside).toEqual(["done", []]);
  });

  it("lets what a transaction started use the store once the transaction has ended", async () => {
    let afterwards: Promise<string[]> | undefined;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    await inTransaction(store, async () => {
      afterwards = ended.then(names);
    });
    end();
    expect(await afterwards).toEqual([]);
  });

  it("is migrated again without harm", async () => {
    await store.insertInto("setting").values(setting("kept")).execute();
    await migrate(store);
    expect(await names()).toEqual(["kept"]);
  });
});

it("a file that can only be read is opened for reading, also one that a restore has just written", async () => {
  const path = join(folder, "readable.db");
  const database = new DatabaseSync(path);
  database.exec("create table setting (name, value); insert into setting values ('purpose', 'real')");
  database.close();
  // SQLite never writes to a file whose format it knows only how to read.
  const file = openSync(path, "r+");
  writeSync(file, Buffer.from([3]), 0, 1, 18);
  closeSync(file);
  const readable = openStore(`file:${path}`);
  expect(await readable.selectFrom("setting").selectAll().execute()).toEqual([{ name: "purpose", value: "real" }]);
  await expect(sql`update setting set value = 'demo'`.execute(readable)).rejects.toThrow("readonly");
  await readable.destroy();
});

describe("the path of a database", () => {
  it("is taken from the working folder, or from the root", () => {
    expect(sqlitePath("file:./data/a.db")).toBe(join(process.cwd(), "data/a.db"));
    expect(sqlitePath("file:/var/a.db")).toBe("/var/a.db");
    expect(sqlitePath("file:///var/a%20b.db")).toBe("/var/a b.db");
  });
});

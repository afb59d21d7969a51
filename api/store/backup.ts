/** Backups: one SQLite file that holds everything, from either kind of database, made while the servers run (docs/operating.md#back-up). */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { VERSION } from "#model/version.ts";
import { copyStore, type Report } from "./copy.ts";
import { isDamage, StoreError } from "./fault.ts";
import { migrate } from "./migrate.ts";
import { mishapOf } from "./mishap.ts";
import { type Db, openStore, type Store, sqlitePath } from "./open.ts";
import { makePrivate } from "./private-files.ts";
import type { Purpose } from "./purpose.ts";

export const isFile = (url: string) => url.startsWith("file:");
export const stamp = (now: Date) => now.toISOString().replace(/[-:]|\.\d+/g, "");

/** The folder where backups of a store go unless the settings or a command name another place. */
export function usualFolder(url: string): string {
  return isFile(url) ? join(dirname(sqlitePath(url)), "backups") : "./data/backups";
}

/** What somebody can read who has the file of a backup. */
export interface Holdings {
  organizations: number;
  assessments: number;
  people: number;
}

/**
 * Writes everything that the store holds at this moment into one file, which only this operating system account may read.
 * @param file the file to write; by default one in the folder, named after the time and the version of this program
 * @returns the file's path, its size in bytes, and what it holds
 * @throws StoreError when the file exists, or the store is missing or damaged
 */
export async function backUp(
  url: string,
  {
    file,
    folder,
    now = new Date(),
    report = () => {},
  }: { file?: string | undefined; folder?: string | undefined; now?: Date; report?: Report } = {},
) {
  const path = file ?? join(folder ?? usualFolder(url), `assessments-${stamp(now)}-${VERSION}.db`);
  if (existsSync(path)) throw new StoreError(`${path} exists already. A backup overwrites nothing.`);
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    if (isFile(url)) {
      report(`Copying ${sqlitePath(url)}`);
      vacuumInto(existingFile(url), unfinished);
    } else
      await readingFrom(url, async (source) => {
        const target = openStore(`file:${unfinished}`);
        try {
          await migrate(target);
          await copyStore(source, target, { report });
          await intoOneFile(target);
        } finally {
          await target.destroy();
        }
      });
    report("Checking the copy");
    checkFile(unfinished);
    forgetOldSecret(unfinished);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return { path, bytes: statSync(path).size, holds: holdingsOf(path) };
}

/**
 * Copies a store into another one, whose tables are created or brought up to date. The source is read as it is at one moment, so servers
 * may keep running.
 * @param check what has to hold of the source, before the target is touched
 * @returns the number of rows
 * @throws StoreError when the source is missing or damaged, when the target is not empty and `replace` is not set, or when the two were
 * made for different purposes
 */
export function copyBetween(
  from: string,
  to: string,
  {
    replace = false,
    report = () => {},
    check,
  }: { replace?: boolean; report?: Report; check?: ((source: Db) => Promise<void>) | undefined } = {},
): Promise<number> {
  return readingFrom(from, async (source) => {
    await check?.(source);
    const target = openStore(to);
    try {
      await migrate(target, { report });
      return await copyStore(source, target, { replace, report });
    } catch (error) {
      throw mishapOf(to, error) ?? error;
    } finally {
      await target.destroy();
    }
  });
}

/** Reads a store as it is at one moment: SQLite from a migrated copy of the file, PostgreSQL in one transaction. */
async function readingFrom<T>(url: string, read: (source: Db) => Promise<T>): Promise<T> {
  if (!isFile(url))
    return reading(url, (store) => store.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read));
  const path = existingFile(url);
  const folder = mkdtempSync(join(tmpdir(), "assessments-copy-"));
  try {
    const copy = join(folder, basename(path));
    vacuumInto(path, copy);
    return await reading(`file:${copy}`, async (store) => {
      await migrate(store);
      return read(store);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function reading<T>(url: string, read: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(url);
  try {
    return await read(store);
  } catch (error) {
    throw mishapOf(url, error) ?? error;
  } finally {
    await store.destroy();
  }
}

/** Turns the journal off, so that the file alone holds everything and may be moved. */
export async function intoOneFile(store: Store): Promise<void> {
  await sql`pragma journal_mode = delete`.execute(store);
}

function existingFile(url: string): string {
  const path = sqlitePath(url);
  if (!existsSync(path)) throw new StoreError(`There is no database at ${path}.`);
  return path;
}

/** SQLite's own way to copy a file that others may be writing to, as it is at one moment. */
export function vacuumInto(path: string, copy: string): void {
  makePrivate(copy);
  onFile(path, (database) => database.prepare("vacuum into ?").run(copy));
}

/** @throws StoreError unless the file is a sound database of this application */
export function checkFile(path: string): void {
  const check = onFile(path, (database) => {
    const faults = database
      .prepare("pragma integrity_check(3)")
      .all()
      .map((row) => String(Object.values(row as object)[0]));
    const known = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").all();
    return { faults: faults.filter((fault) => fault !== "ok"), known: known.length > 0 };
  });
  if (check.faults.length > 0) throw new StoreError(`${path} is damaged: ${check.faults.join("; ")}`);
  if (!check.known) throw new StoreError(`${path} is a database, but not of this application.`);
}

/** A store that no server of this version has opened yet may still hold the secret that signed bearer tokens. */
function forgetOldSecret(path: string): void {
  onFile(path, (database) => database.exec("pragma secure_delete = on; delete from setting where name = 'token-signing-secret'"));
}

function holdingsOf(path: string): Holdings {
  return onFile(path, (database) => {
    const count = (table: string) => Number(Object.values(database.prepare(`select count(*) from "${table}"`).get() as object)[0]);
    return { organizations: count("organization"), assessments: count("assessment"), people: count("user") };
  });
}

/** What a SQLite file was made for; undefined when it is damaged or has no tables. */
export function findPurposeOfFile(path: string): Purpose | undefined {
  try {
    return onFile(path, (database) => {
      if (database.prepare("select 1 from sqlite_master where name = 'setting'").all().length === 0) return undefined;
      return database.prepare("select 1 from setting where name = 'purpose' and value = 'demo'").all().length > 0 ? "demo" : "real";
    });
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** A file that SQLite cannot read. */
export class DamagedFile extends StoreError {}

/** Works on a SQLite file. @throws DamagedFile when it cannot be read */
export function onFile<T>(path: string, work: (database: InstanceType<typeof DatabaseSync>) => T): T {
  let database: InstanceType<typeof DatabaseSync> | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 10_000 });
    return work(database);
  } catch (error) {
    if (isDamage(error)) throw new DamagedFile(`${path} is damaged, or is no database: ${(error as Error).message}`);
    throw error;
  } finally {
    if (database?.isOpen) database.close();
  }
}

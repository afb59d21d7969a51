/** Backups: one SQLite file that holds everything, from either kind of database, made while the servers run (docs/operating.md#back-up). */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { copyStore, type Tell } from "./copy.ts";
import { isDamage, StoreError } from "./fault.ts";
import { migrate } from "./migrate.ts";
import { type Db, openStore, type Store, sqlitePath } from "./open.ts";
import { makePrivate } from "./private-files.ts";
import { findMark, type Purpose, requireSamePurpose } from "./purpose.ts";

const isFile = (url: string) => url.startsWith("file:");
const stamp = (now: Date) => now.toISOString().replace(/[-:]|\.\d+/g, "");

/** The folder where backups of a store go unless a file is named. */
export function backupFolder(url: string): string {
  return isFile(url) ? join(dirname(sqlitePath(url)), "backups") : "./data/backups";
}

/** What somebody can read who has the file of a backup. */
export interface Holdings {
  organizations: number;
  assessments: number;
  people: number;
}

/** The newest backup for a purpose in the usual folder, or undefined. The demo and real data may share the folder. */
export function findNewestBackup(url: string, purpose: Purpose): string | undefined {
  const folder = backupFolder(url);
  if (!existsSync(folder)) return undefined;
  const newestFirst = readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .sort()
    .reverse();
  return newestFirst.map((name) => join(folder, name)).find((path) => findPurposeOfFile(path) === purpose);
}

/**
 * Writes everything that the store holds at this moment into one file, which only this operating system account may read.
 * @param file the file to write; by default one in the usual folder, named after the time
 * @returns the file's path, its size in bytes, and what it holds
 * @throws StoreError when the file exists, or the store is missing or damaged
 */
export async function backUp(
  url: string,
  { file, now = new Date(), tell = () => {} }: { file?: string | undefined; now?: Date; tell?: Tell } = {},
) {
  const path = file ?? join(backupFolder(url), `assessments-${stamp(now)}.db`);
  if (existsSync(path)) throw new StoreError(`${path} exists already. A backup overwrites nothing.`);
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    if (isFile(url)) {
      tell(`Copying ${sqlitePath(url)}`);
      vacuumInto(existingFile(url), unfinished);
    } else
      await readingFrom(url, async (source) => {
        const target = openStore(`file:${unfinished}`);
        try {
          await migrate(target);
          await copyStore(source, target, { tell });
          await intoOneFile(target);
        } finally {
          await target.destroy();
        }
      });
    tell("Checking the copy");
    checkFile(unfinished);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return { path, bytes: statSync(path).size, holds: holdingsOf(path) };
}

/**
 * Puts a backup in the place of the store. With SQLite the former file is kept beside it; PostgreSQL has to be empty, unless `replace`
 * says that its content may be removed. The backup may be from an older version.
 * @returns the path of the former file, if there was one
 * @throws StoreError when the file is not a sound backup or was made for the other purpose, when a server still uses the SQLite file, or
 * when PostgreSQL is not empty
 */
export async function restore(
  url: string,
  file: string,
  { replace = false, now = new Date(), tell = () => {} }: { replace?: boolean; now?: Date; tell?: Tell } = {},
) {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}.`);
  tell("Checking the backup");
  checkFile(file);
  if (!isFile(url)) {
    await copyBetween(`file:${file}`, url, { replace, tell });
    return undefined;
  }
  const path = sqlitePath(url);
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.unfinished`;
  rmSync(fresh, { force: true });
  try {
    tell(`Copying ${file}`);
    vacuumInto(file, fresh);
    const store = openStore(`file:${fresh}`);
    let purpose: Purpose;
    try {
      await migrate(store, { tell });
      purpose = (await findMark(store)) ?? "real";
      await intoOneFile(store);
    } finally {
      await store.destroy();
    }
    const former = existsSync(path) ? `${path}.before-${stamp(now)}` : undefined;
    if (former) {
      leaveAlone(path);
      requireSamePurpose(purpose, findPurposeOfFile(path));
      for (const suffix of ["", "-wal", "-shm"]) if (existsSync(path + suffix)) renameSync(path + suffix, former + suffix);
    }
    renameSync(fresh, path);
    return former;
  } catch (error) {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(fresh + suffix, { force: true });
    throw error;
  }
}

/**
 * Copies a store into another one, whose tables are created or brought up to date. The source is read as it is at one moment, so servers
 * may keep running.
 * @returns the number of rows
 * @throws StoreError when the source is missing or damaged, when the target is not empty and `replace` is not set, or when the two were
 * made for different purposes
 */
export function copyBetween(
  from: string,
  to: string,
  { replace = false, tell = () => {} }: { replace?: boolean; tell?: Tell } = {},
): Promise<number> {
  return readingFrom(from, async (source) => {
    const target = openStore(to);
    try {
      await migrate(target, { tell });
      return await copyStore(source, target, { replace, tell });
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

async function reading<T>(url: string, read: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(url);
  try {
    return await read(store);
  } finally {
    await store.destroy();
  }
}

/** Turns the journal off, so that the file alone holds everything and may be moved. */
async function intoOneFile(store: Store): Promise<void> {
  await sql`pragma journal_mode = delete`.execute(store);
}

function existingFile(url: string): string {
  const path = sqlitePath(url);
  if (!existsSync(path)) throw new StoreError(`There is no database at ${path}.`);
  return path;
}

/** SQLite's own way to copy a file that others may be writing to, as it is at one moment. */
function vacuumInto(path: string, copy: string): void {
  makePrivate(copy);
  onFile(path, (database) => database.prepare("vacuum into ?").run(copy));
}

/** @throws StoreError unless the file is a sound database of this application */
function checkFile(path: string): void {
  const found = onFile(path, (database) => {
    const faults = database
      .prepare("pragma integrity_check(3)")
      .all()
      .map((row) => String(Object.values(row as object)[0]));
    const known = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").all();
    return { faults: faults.filter((fault) => fault !== "ok"), known: known.length > 0 };
  });
  if (found.faults.length > 0) throw new StoreError(`${path} is damaged: ${found.faults.join("; ")}`);
  if (!found.known) throw new StoreError(`${path} is a database, but not of this application.`);
}

function holdingsOf(path: string): Holdings {
  return onFile(path, (database) => {
    const count = (table: string) => Number(Object.values(database.prepare(`select count(*) from "${table}"`).get() as object)[0]);
    return { organizations: count("organization"), assessments: count("assessment"), people: count("user") };
  });
}

/** What a SQLite file was made for; undefined when it is damaged or has no tables. */
function findPurposeOfFile(path: string): Purpose | undefined {
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

function onFile<T>(path: string, work: (database: InstanceType<typeof DatabaseSync>) => T): T {
  let database: InstanceType<typeof DatabaseSync> | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 10_000 });
    return work(database);
  } catch (error) {
    if (isDamage(error)) throw new StoreError(`${path} is damaged, or is no database: ${(error as Error).message}`);
    throw error;
  } finally {
    if (database?.isOpen) database.close();
  }
}

/**
 * Makes sure that nobody has the file open. Only then can its journal be turned off, which also moves everything into the one file.
 * @throws StoreError when somebody has it open
 */
function leaveAlone(path: string): void {
  try {
    onFile(path, (database) => {
      database.exec("pragma busy_timeout = 0");
      database.prepare("pragma journal_mode = delete").all();
    });
  } catch (error) {
    // A damaged file may be moved aside as it is.
    if (error instanceof StoreError) return;
    if (/locked/.test(String(error))) throw new StoreError(`${path} is in use. Stop the servers first.`);
    throw error;
  }
}

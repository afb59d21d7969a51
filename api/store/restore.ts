/** Putting a backup in the place of a store. What was there before is always kept (docs/operating.md#back-up). */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import {
  checkFile,
  copyBetween,
  DamagedFile,
  findPurposeOfFile,
  intoOneFile,
  isFile,
  onFile,
  reading,
  stamp,
  usualFolder,
  vacuumInto,
} from "./backup.ts";
import type { Report } from "./copy.ts";
import { StoreError } from "./fault.ts";
import { migrate } from "./migrate.ts";
import { mishapOf } from "./mishap.ts";
import { wayBack } from "./newest-backup.ts";
import { type Db, openStore, sqlitePath } from "./open.ts";
import { findMark, type Purpose, requireSamePurpose } from "./purpose.ts";
import { findOccupied, replaceTables, requireUnused } from "./replace-tables.ts";
import { TABLES } from "./tables.ts";

interface RestoreOptions {
  /** Whether a database makes way that is not empty. */
  replace?: boolean;
  /** What the database is for, to name another backup where this one is bad. */
  purpose?: Purpose;
  /** Where other backups are looked for. */
  backups?: string | undefined;
  now?: Date;
  report?: Report;
  /** Checks the backup once it is migrated, before anything is replaced. It changes nothing, and throws if something is wrong. */
  check?: ((backup: Db) => Promise<void>) | undefined;
}

/**
 * Puts a backup in the place of the store. The backup may be from an older version. Everybody has to sign in again.
 * @returns where what was there before is kept: a file, or a schema of the same PostgreSQL database; undefined when there was nothing
 * @throws StoreError when the file is not a sound backup or was made for the other purpose
 * @throws StoreError when a server still uses the store, or when it is not empty, or damaged, and `replace` is absent
 */
export async function restore(
  url: string,
  file: string,
  { replace = false, purpose = "real", backups = usualFolder(url), now = new Date(), report = () => {}, check }: RestoreOptions = {},
): Promise<string | undefined> {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}.`);
  report("Checking the backup");
  try {
    checkFile(file);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError(`The backup cannot be used: ${error.message}\nNothing was changed. ${await wayBack(backups, purpose)}`, {
      cause: error,
    });
  }
  try {
    const how = { replace, now, report, check };
    return isFile(url) ? await restoreFile(sqlitePath(url), file, how) : await restorePostgres(url, file, how);
  } catch (error) {
    throw mishapOf(url, error) ?? error;
  }
}

type How = Required<Pick<RestoreOptions, "replace" | "now" | "report">> & Pick<RestoreOptions, "check">;

async function restoreFile(path: string, file: string, { replace, now, report, check }: How): Promise<string | undefined> {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.unfinished`;
  rmSync(fresh, { force: true });
  try {
    report(`Copying ${file}`);
    vacuumInto(file, fresh);
    const store = openStore(`file:${fresh}`);
    let purpose: Purpose;
    try {
      await migrate(store, { report });
      await check?.(store);
      await signEverybodyOut(store);
      purpose = (await findMark(store)) ?? "real";
      await intoOneFile(store);
    } finally {
      await store.destroy();
    }
    report("Checking the copy");
    checkFile(fresh);
    const former = existsSync(path) ? `${path}.before-${stamp(now)}` : undefined;
    if (former) {
      leaveAlone(path, replace);
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
 * Makes sure that a file may make way, and that nobody has it open. Only then can its journal be turned off, which also moves everything into
 * the one file.
 * @throws StoreError when somebody has it open, or when it is not empty, or damaged, and `replace` is absent
 */
function leaveAlone(path: string, replace: boolean): void {
  const refuse = (why: string) => new StoreError(`${path} ${why}. With --replace it is kept beside the restored one.`);
  try {
    // On one connection: statements keep the file open for a while after it is closed.
    onFile(path, (database) => {
      const occupied = replace ? undefined : findOccupiedTable(database);
      if (occupied) throw refuse(`is not empty: its table ${occupied} has rows`);
      database.exec("pragma busy_timeout = 0");
      database.prepare("pragma journal_mode = delete").all();
    });
  } catch (error) {
    // A damaged file may be moved aside as it is.
    if (error instanceof DamagedFile) {
      if (!replace) throw refuse("is damaged, or is no database");
      return;
    }
    if (/locked/.test(String(error))) throw new StoreError(`${path} is in use. Stop the servers first.`);
    throw error;
  }
}

/** A table that has rows, other than the mark of the purpose. */
function findOccupiedTable(database: Parameters<Parameters<typeof onFile>[1]>[0]): string | undefined {
  const made = new Set(
    database
      .prepare("select name from sqlite_master")
      .all()
      .map((row) => String((row as { name: unknown }).name)),
  );
  return TABLES.filter((table) => made.has(table)).find((table) => {
    const counted = table === "setting" ? "where name <> 'purpose'" : "";
    return database.prepare(`select 1 from "${table}" ${counted} limit 1`).all().length > 0;
  });
}

async function restorePostgres(url: string, file: string, { replace, now, report, check }: How): Promise<string | undefined> {
  const occupied = await reading(url, async (store) => {
    const table = await findOccupied(store);
    if (table && !replace)
      throw new StoreError(
        `The database is not empty: its table ${table} has rows. With --replace they are kept in a schema of their own.`,
      );
    await requireUnused(store, url);
    return table;
  });
  if (occupied) return replaceTables(url, now, (fresh) => fill(fresh, file, report, check));
  await fill(url, file, report, check);
  return undefined;
}

async function fill(url: string, file: string, report: Report, check: RestoreOptions["check"]): Promise<void> {
  await copyBetween(`file:${file}`, url, { report, check });
  await reading(url, signEverybodyOut);
}

/** Sessions and links of the time of the backup would open again what was ended since, by log-out or because somebody was suspended. */
async function signEverybodyOut(db: Db): Promise<void> {
  for (const table of ["refresh_token", "session_family", "entry_token"] as const) await db.deleteFrom(table).execute();
}

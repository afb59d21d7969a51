/** Putting a backup in the place of a store. What was there before is always kept (docs/operating.md#back-up). */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { checkFile, copyBetween, findPurposeOfFile, intoOneFile, isFile, onFile, reading, stamp, vacuumInto, wayBack } from "./backup.ts";
import type { Tell } from "./copy.ts";
import { StoreError } from "./fault.ts";
import { migrate } from "./migrate.ts";
import { mishapOf } from "./mishap.ts";
import { type Db, openStore, sqlitePath } from "./open.ts";
import { findMark, type Purpose, requireSamePurpose } from "./purpose.ts";
import { findOccupied, replaceTables, requireUnused } from "./replace-tables.ts";

interface RestoreOptions {
  /** Whether PostgreSQL may be filled that is not empty. A SQLite file always makes way. */
  replace?: boolean;
  /** What the database is for, to name another backup where this one is bad. */
  purpose?: Purpose;
  now?: Date;
  tell?: Tell;
}

/**
 * Puts a backup in the place of the store. The backup may be from an older version. Everybody has to sign in again.
 * @returns where what was there before is kept: a file, or a schema of the same PostgreSQL database; undefined when there was nothing
 * @throws StoreError when the file is not a sound backup or was made for the other purpose
 * @throws StoreError when a server still uses the store, or when PostgreSQL is not empty and `replace` is absent
 */
export async function restore(
  url: string,
  file: string,
  { replace = false, purpose = "real", now = new Date(), tell = () => {} }: RestoreOptions = {},
): Promise<string | undefined> {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}.`);
  tell("Checking the backup");
  try {
    checkFile(file);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError(`The backup cannot be used: ${error.message}\nNothing was changed. ${wayBack(url, purpose)}`, { cause: error });
  }
  try {
    return isFile(url) ? await restoreFile(sqlitePath(url), file, now, tell) : await restorePostgres(url, file, { replace, now, tell });
  } catch (error) {
    throw mishapOf(url, error) ?? error;
  }
}

async function restoreFile(path: string, file: string, now: Date, tell: Tell): Promise<string | undefined> {
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
      await signEverybodyOut(store);
      purpose = (await findMark(store)) ?? "real";
      await intoOneFile(store);
    } finally {
      await store.destroy();
    }
    tell("Checking the copy");
    checkFile(fresh);
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

async function restorePostgres(
  url: string,
  file: string,
  { replace, now, tell }: { replace: boolean; now: Date; tell: Tell },
): Promise<string | undefined> {
  const occupied = await reading(url, async (store) => {
    const found = await findOccupied(store);
    if (found && !replace)
      throw new StoreError(
        `The database is not empty: its table ${found} has rows. With --replace they are kept in a schema of their own.`,
      );
    await requireUnused(store, url);
    return found;
  });
  if (occupied) return replaceTables(url, now, (fresh) => fill(fresh, file, tell));
  await fill(url, file, tell);
  return undefined;
}

async function fill(url: string, file: string, tell: Tell): Promise<void> {
  await copyBetween(`file:${file}`, url, { tell });
  await reading(url, signEverybodyOut);
}

/** Sessions and links of the time of the backup would open again what was ended since, by log-out or because somebody was suspended. */
async function signEverybodyOut(db: Db): Promise<void> {
  for (const table of ["refresh_token", "session_family", "entry_token"] as const) await db.deleteFrom(table).execute();
}

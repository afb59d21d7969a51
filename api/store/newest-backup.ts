/** Which backups there are: how old the newest one is (docs/operating.md#back-up), and which an operator can go back to. */
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ApiConfig, purposeOf } from "../config.ts";
import { checkFile, findPurposeOfFile, isFile, usualFolder } from "./backup.ts";
import { StoreError } from "./fault.ts";
import type { Purpose } from "./purpose.ts";

export interface BackupAge {
  /** The file. */
  path: string;
  /** Since it was written; never negative. */
  seconds: number;
}

type Settings = Pick<ApiConfig, "databaseUrl" | "backupFolder" | "demo">;

/** Where the backups of a store are looked for. */
export const backupFolderOf = ({ databaseUrl, backupFolder }: Pick<Settings, "databaseUrl" | "backupFolder">): string =>
  backupFolder ?? usualFolder(databaseUrl);

/** Whether backups are to be expected in that folder. Those of PostgreSQL may be made by its own tools. */
export const expectsBackups = (settings: Pick<Settings, "databaseUrl" | "backupFolder">): boolean =>
  isFile(settings.databaseUrl) || existsSync(backupFolderOf(settings));

/**
 * The age of the newest backup in the folder of the settings, for the demo or for real data. A file gets its name only after it was checked, and in
 * the nightly script only after it was restored. So nothing is read here but the purpose.
 * @returns undefined where there is none: for example because the disk of the backups is not mounted
 * @throws Error of the file system when the folder cannot be read for any other reason
 */
export async function findBackupAge(settings: Settings, now = new Date()): Promise<BackupAge | undefined> {
  for await (const { path, writtenMs } of newestFirst(backupFolderOf(settings), purposeOf(settings)))
    return { path, seconds: Math.max(0, (now.getTime() - writtenMs) / 1000) };
  return undefined;
}

/** The newest backup in a folder that is sound, for the demo or for real data. The two may share the folder. */
export async function findNewestBackup(folder: string, purpose: Purpose): Promise<string | undefined> {
  for await (const { path } of newestFirst(folder, purpose)) if (isSound(path)) return path;
  return undefined;
}

/** Which backup in a folder an operator can go back to, and how. */
export async function wayBack(folder: string, purpose: Purpose): Promise<string> {
  const backup = await findNewestBackup(folder, purpose);
  return backup
    ? `The newest good backup is ${backup}. To go back to it: npm run db -- restore ${backup} --replace`
    : "There is no good backup in the usual folder. To go back to one from elsewhere: npm run db -- restore FILE --replace";
}

function isSound(path: string): boolean {
  try {
    checkFile(path);
    return true;
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}

/** The purpose of the newest file. It is opened once, and not each time that somebody asks for its age. */
let opened: { path: string; writtenMs: number; purpose: Purpose | undefined } | undefined;

/** The backups in a folder that were made for a purpose, one at a time. */
async function* newestFirst(folder: string, purpose: Purpose): AsyncGenerator<{ path: string; writtenMs: number }> {
  for (const { path, writtenMs } of (await listFiles(folder)).sort((a, b) => b.writtenMs - a.writtenMs)) {
    if (opened?.path !== path || opened.writtenMs !== writtenMs) opened = { path, writtenMs, purpose: findPurposeOfFile(path) };
    if (opened.purpose === purpose) yield { path, writtenMs };
  }
}

async function listFiles(folder: string) {
  const names = await readdir(folder).catch((error) => {
    if ((error as { code?: unknown }).code === "ENOENT") return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith(".db")).map((name) => join(folder, name));
  // One that is deleted in the meantime does not count.
  const times = await Promise.all(
    files.map((path) =>
      stat(path).then(
        ({ mtimeMs }) => ({ path, writtenMs: mtimeMs }),
        () => undefined,
      ),
    ),
  );
  return times.filter((each) => each !== undefined);
}

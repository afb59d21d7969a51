/** How old the newest backup is: what an operator's alarm asks (docs/operating.md#back-up). */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ApiConfig, purposeOf } from "../config.ts";
import { findPurposeOfFile, usualFolder } from "./backup.ts";
import type { Purpose } from "./purpose.ts";

export interface BackupAge {
  /** The file. */
  path: string;
  /** Since it was written; never negative. */
  seconds: number;
}

/** What the newest file was made for. It is opened once, and not each time that somebody asks. */
let opened: { path: string; writtenMs: number; purpose: Purpose | undefined } | undefined;

/**
 * The newest backup in the folder of the settings, for the demo or for real data. A file gets its name only after it was checked, and in the
 * nightly script only after it was restored. So nothing is read here but the purpose.
 * @returns undefined where there is none: for example because the disk of the backups is not mounted
 * @throws Error of the file system when the folder cannot be read for any other reason
 */
export async function findBackupAge(
  { databaseUrl, backupFolder, demo }: Pick<ApiConfig, "databaseUrl" | "backupFolder" | "demo">,
  now = new Date(),
): Promise<BackupAge | undefined> {
  const folder = backupFolder ?? usualFolder(databaseUrl);
  const newestFirst = (await listBackups(folder)).sort((a, b) => b.writtenMs - a.writtenMs);
  for (const { path, writtenMs } of newestFirst) {
    if (opened?.path !== path || opened.writtenMs !== writtenMs) opened = { path, writtenMs, purpose: findPurposeOfFile(path) };
    if (opened.purpose === purposeOf({ demo })) return { path, seconds: Math.max(0, (now.getTime() - writtenMs) / 1000) };
  }
  return undefined;
}

async function listBackups(folder: string) {
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

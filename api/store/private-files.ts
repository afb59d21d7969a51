/** Files that hold people's data are for this operating system account alone. */
import { chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

const OWNER_ONLY = 0o600;

/** Makes all files and folders that this process creates from now on private. For processes, not for modules: it holds for everything. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/** Makes a file private before anything is written to it: an empty one where there is none, with its folder. SQLite's journals follow it. */
export function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL, OWNER_ONLY));
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw error;
    tighten(path);
  }
}

/**
 * Another account's file, or one on a read-only disk, stays as it is. Opening it shows what is allowed. So does a folder that was named by
 * mistake: if nobody could enter it, its files would be lost to everybody.
 */
function tighten(path: string): void {
  try {
    if (statSync(path).isFile()) chmodSync(path, OWNER_ONLY);
  } catch {}
}

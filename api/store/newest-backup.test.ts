import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parseApiConfig } from "../config.ts";
import { findBackupAge } from "./newest-backup.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "age-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOW = new Date("2026-11-05T09:00:00.000Z");
const config = (env: Record<string, string> = {}) => parseApiConfig({ DATABASE_URL: `file:${join(folder, "assessments.db")}`, ...env });

/** A file as a backup leaves it, so many hours old. */
function put(name: string, hours: number, purpose = "real"): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec("create table setting (name, value)");
  database.prepare("insert into setting values ('purpose', ?)").run(purpose);
  database.close();
  const at = NOW.getTime() / 1000 - hours * 3600;
  utimesSync(path, at, at);
  return path;
}

it("is that of the newest file, whatever the files are called", async () => {
  put("backups/zebra.db", 50);
  const path = put("backups/assessments-20261105T070000.db", 2);
  expect(await findBackupAge(config(), NOW)).toEqual({ path, seconds: 7200 });
  const newer = put("backups/assessments-20261105T080000.db", 1);
  expect(await findBackupAge(config(), NOW)).toEqual({ path: newer, seconds: 3600 });
});

it("does not count what is unfinished, untried, no database, or the demo's", async () => {
  const path = put("backups/assessments-20261101T020000.db", 100);
  put("backups/assessments-20261105T020000.db.unfinished", 7);
  put("backups/assessments-20261105T020001.db.untried", 6);
  put("backups/demo.db", 5, "demo");
  writeFileSync(join(folder, "backups/text.db"), "no database at all, but a text that somebody put there");
  expect(await findBackupAge(config(), NOW)).toEqual({ path, seconds: 360_000 });
  expect(await findBackupAge(config({ DEMO: "1" }), NOW)).toMatchObject({ seconds: 5 * 3600 });
});

it("is unknown where there is no backup, as on a disk that is not mounted", async () => {
  expect(await findBackupAge(config(), NOW)).toBeUndefined();
  mkdirSync(join(folder, "backups"));
  expect(await findBackupAge(config(), NOW)).toBeUndefined();
});

it("is looked for where BACKUP_FOLDER says, also with PostgreSQL", async () => {
  put("backups/assessments-20261105T080000.db", 1);
  const path = put("elsewhere/assessments-20261105T060000.db", 3);
  const BACKUP_FOLDER = join(folder, "elsewhere");
  for (const DATABASE_URL of [config().databaseUrl, "postgres://assessments@localhost/assessments"])
    expect(await findBackupAge(config({ BACKUP_FOLDER, DATABASE_URL }), NOW)).toEqual({ path, seconds: 10_800 });
});

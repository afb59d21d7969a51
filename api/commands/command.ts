/** Shared by all commands: private files, and plain lines for faults that an operator can mend. */
import type { KeyObject } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { sql } from "kysely";
import { ConfigurationError, WRONG_SETTINGS_EXIT } from "#model/environment.ts";
import { type ApiConfig, parseApiConfig, purposeOf } from "../config.ts";
import { UnknownOrganization } from "../services/deleting-organizations.ts";
import { getHistoryKey } from "../services/history-key.ts";
import { WallStays } from "../services/lifting-walls.ts";
import { type PeopleContext, UnknownPerson } from "../services/people.ts";
import { isDamage, StoreError } from "../store/fault.ts";
import { mishapOf } from "../store/mishap.ts";
import { type Db, inTransaction, nameOf } from "../store/open.ts";
import { keepFilesPrivate } from "../store/private-files.ts";
import { damaged, openSoundStore } from "../store/soundness.ts";

/** The command was called in a way that it does not know; the message says what is wrong. */
export class UsageError extends Error {}

/** The operator did not confirm. The message says what the command would do. */
export class ConfirmationMissing extends Error {}

/**
 * Asks the person who runs the command.
 * @param streams replaced in tests
 * @throws ConfirmationMissing with the question and what to add instead, where nobody is there to answer, or the answer is not yes
 */
export async function requireYes(
  question: string,
  instead: string,
  { input, output } = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (!input.isTTY) throw new ConfirmationMissing(`${question} If so, add ${instead}.`);
  const prompt = createInterface({ input, output });
  try {
    const answer = await prompt.question(`${question} [y/N] `);
    if (!/^\s*y(es)?\s*$/i.test(answer)) throw new ConfirmationMissing("Nothing was changed.");
  } finally {
    prompt.close();
  }
}

/** What a command has to say once everything is stored. */
interface CommandOutput {
  /** For standard output. */
  out: readonly string[];
  /** For standard error: what a script that reads the output must not find there. */
  aside?: readonly string[];
  /** Runs after the transaction. */
  afterwards?: (store: Db) => Promise<void>;
}

/**
 * Runs a command in one transaction of the store that the settings name, and sets the exit code: 1 for what an operator can mend, 2 when
 * it was misused, 78 when the settings are wrong.
 * @param prepare reads the options, before the store is opened
 * @param confirm asks what has to be asked, outside the transaction
 */
export async function runOnStore<O>(
  usage: string,
  prepare: () => O,
  work: (db: Db, options: O) => Promise<CommandOutput>,
  confirm: (db: Db, options: O) => Promise<void> = async () => {},
): Promise<void> {
  keepFilesPrivate();
  let config: ApiConfig | undefined;
  try {
    const options = prepare();
    config = parseApiConfig(process.env);
    const store = await openSoundStore(config.databaseUrl, purposeOf(config), {
      backups: config.backupFolder,
      onMigrated: reportMigrations(config),
    });
    try {
      await confirm(store, options);
      const { out, aside = [], afterwards } = await inTransaction(store, (db) => work(db, options));
      for (const line of aside) console.error(line);
      for (const line of out) console.log(line);
      await afterwards?.(store);
    } finally {
      await store.destroy();
    }
  } catch (fault) {
    const error = config ? await inWords(fault, config) : fault;
    const misused = error instanceof UsageError || String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
    const isPlain = [StoreError, ConfigurationError, UnknownPerson, UnknownOrganization, WallStays, ConfirmationMissing].some(
      (kind) => error instanceof kind,
    );
    if (!misused && !isPlain) throw error;
    console.error((error as Error).message);
    if (misused) console.error(usage);
    process.exitCode = misused ? 2 : exitCodeFor(error);
  }
}

/** 78 for settings that are wrong, else 1. */
export const exitCodeFor = (error: unknown): number => (error instanceof ConfigurationError ? WRONG_SETTINGS_EXIT : 1);

/** Deleted rows stay readable in the database's files until their space is cleared. */
export async function clearSpace(store: Db): Promise<void> {
  try {
    await sql`vacuum`.execute(store);
  } catch (fault) {
    console.error(`The space of the deleted rows was not cleared (${(fault as Error).message}). Run VACUUM when nobody works.`);
    process.exitCode = 1;
  }
}

/** Prints that a command has made or migrated the database. A server would log this. */
export function reportMigrations({ databaseUrl }: Pick<ApiConfig, "databaseUrl">) {
  return (migrations: readonly string[], isNew: boolean): void =>
    console.error(
      isNew ? `There was no database ${nameOf(databaseUrl)}, so it was made.` : `The database was migrated: ${migrations.join(", ")}.`,
    );
}

/** A fault of the database that an operator can mend, in words; any other error as it is. */
export async function inWords(
  fault: unknown,
  { databaseUrl, backupFolder, demo }: Pick<ApiConfig, "databaseUrl" | "backupFolder" | "demo">,
): Promise<unknown> {
  return isDamage(fault) ? await damaged(databaseUrl, purposeOf({ demo }), backupFolder, fault) : (mishapOf(databaseUrl, fault) ?? fault);
}

/** Rows of texts as lines, their columns below each other. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/**
 * The key that seals the history, from the settings or from the file next to the database.
 * @throws ConfigurationError when it is missing or another one
 */
export const historyKey = (db: Db): Promise<KeyObject> => getHistoryKey(db, parseApiConfig(process.env));

/** The context of a command that the history records, at this moment. @throws ConfigurationError without the key that seals it */
export const operatingOn = async (db: Db): Promise<PeopleContext> => ({
  ...{ db, now: new Date(), historyKey: await historyKey(db) },
  internalAccounts: parseApiConfig(process.env).internalAccounts,
});

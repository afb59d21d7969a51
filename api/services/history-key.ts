/** Holding the history to one key: the store knows which it is sealed with, without knowing the key (docs/rules/history.md#the-key). */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { findHistoryKey, historyKeyFile, historyKeyOf } from "#api/auth/token-secret.ts";
import type { ApiConfig } from "#api/config.ts";
import { StoreError } from "#api/store/fault.ts";
import { type Db, nameOf } from "#api/store/open.ts";
import { ConfigurationError } from "#model/environment.ts";
import { sealOf } from "./history-chain.ts";

const CHECK = "history-key-check";
const ACCEPTED = "history-key-accepted";

const madeBy = (key: KeyObject, words: string) => createHmac("sha256", key).update(words).digest("base64url");
const isEqual = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * The key that seals the history of a store. If the store has no history yet, the key is noted as its key.
 * @throws ConfigurationError when it is another one than before, or is missing
 */
export async function getHistoryKey(db: Db, config: ApiConfig): Promise<KeyObject> {
  // First the store, then the key's file: a process that starts at the same time makes the file before it notes the key in the store.
  const isSealed = ((await findSetting(db, CHECK)) ?? (await findNewest(db))) !== undefined;
  const historyKey = findHistoryKey(config);
  if (historyKey === undefined && isSealed) throw new ConfigurationError(wordsFor(config, true));
  const key = createSecretKey(historyKey ?? historyKeyOf(config), "utf8");
  if (!(await fits(db, key))) throw new ConfigurationError(wordsFor(config, false));
  return key;
}

/**
 * Checks that the history in a backup is sealed with the key of the settings. Nothing is noted. A backup without history passes.
 * @param path of the backup, for the message
 * @throws StoreError when it is sealed with another key, or the key is missing
 */
export async function requireKeyOfBackup(db: Db, config: ApiConfig, path: string): Promise<void> {
  const key = findHistoryKey(config);
  const isOurs = key === undefined ? undefined : await isSealedWith(db, createSecretKey(key, "utf8"));
  const isSealed = ((await findSetting(db, CHECK)) ?? (await findNewest(db))) !== undefined;
  if (!isSealed || isOurs) return;
  throw new StoreError(
    [
      wordsForKey(config, path, key === undefined),
      "Nothing was changed. Set HISTORY_KEY to the key of the time of the backup.",
      "If that is lost for good, restore with --key-lost, and then: npm run history -- accept-key",
    ].join("\n"),
  );
}

function wordsForKey(config: ApiConfig, name: string, isMissing: boolean): string {
  const file = historyKeyFile(config);
  const inFile = config.historyKey === "" && file !== undefined;
  const what = isMissing
    ? `missing: HISTORY_KEY is not set${inFile ? `, and ${file} is not there` : ""}`
    : `another one than ${inFile ? `${file} holds` : "HISTORY_KEY"}`;
  return `The key that the history in ${name} is sealed with is ${what}.`;
}

function wordsFor(config: ApiConfig, isMissing: boolean): string {
  const file = historyKeyFile(config);
  return [
    wordsForKey(config, nameOf(config.databaseUrl), isMissing),
    `Set HISTORY_KEY to it${file ? ", or put its file back" : ""}. If it is lost for good: npm run history -- accept-key`,
  ].join("\n");
}

/** Whether the store's history is sealed with a key; undefined in a store without history, where none has been noted. */
async function isSealedWith(db: Db, key: KeyObject): Promise<boolean | undefined> {
  const noted = await findSetting(db, CHECK);
  if (noted !== undefined) return isEqual(noted, madeBy(key, CHECK));
  // The history of an older version tells, too.
  const newest = await findNewest(db);
  return newest && sealOf(key, newest.previous, newest) === newest.seal;
}

/** Whether the store's history is sealed with a key. Notes the key where none has been noted. */
async function fits(db: Db, key: KeyObject): Promise<boolean> {
  const check = madeBy(key, CHECK);
  if ((await isSealedWith(db, key)) === false) return false;
  if ((await findSetting(db, CHECK)) === undefined) {
    await db
      .insertInto("setting")
      .values({ name: CHECK, value: check })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
  }
  // Of processes that note different keys at the same time one wins.
  return isEqual((await findSetting(db, CHECK)) ?? "", check);
}

async function findNewest(db: Db) {
  const newest = await db.selectFrom("history").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
  if (!newest) return undefined;
  const before = await db
    .selectFrom("history")
    .select("seal")
    .where("chain", "=", newest.chain)
    .where("seq", "=", newest.seq - 1)
    .executeTakeFirst();
  return { ...newest, previous: before?.seal ?? "" };
}

/**
 * Goes on with the present key where the former one is lost. Older entries can no longer be checked.
 * @returns how many entries that are
 */
export async function acceptHistoryKey(db: Db, config: ApiConfig): Promise<number> {
  const key = createSecretKey(historyKeyOf(config), "utf8");
  const newest = (await findNewest(db))?.id ?? 0;
  for (const [name, value] of [
    [CHECK, madeBy(key, CHECK)],
    [ACCEPTED, `${newest} ${madeBy(key, `${ACCEPTED} ${newest}`)}`],
  ] as const)
    await db
      .insertInto("setting")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  const { count } = await db
    .selectFrom("history")
    .select(({ fn }) => fn.countAll<number | string | bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Up to which entry the history was sealed with a key that is lost; 0 when all of it was sealed with this one. Who does not have the key cannot
 * set it.
 */
export async function acceptedUpTo(db: Db, key: KeyObject): Promise<number> {
  const [newest = "", proof = ""] = (await findSetting(db, ACCEPTED))?.split(" ") ?? [];
  return isEqual(proof, madeBy(key, `${ACCEPTED} ${newest}`)) ? Number(newest) : 0;
}

async function findSetting(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst())?.value;
}

/**
 * Secrets that are never in the store. A copy or backup of the store therefore signs nobody in, and somebody who can write to it cannot
 * forge the history (docs/rules/sign-in-and-session.md#session-families, docs/rules/history.md#chains).
 */
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type ApiConfig, needsOwnSecrets, SECRET_MISSING } from "#api/config.ts";
import { sqlitePath } from "#api/store/open.ts";
import { defaultDatabaseUrl } from "#model/contract/demo.ts";
import { ConfigurationError } from "#model/environment.ts";
import { randomToken } from "./secrets.ts";

/**
 * The secrets that sign bearer tokens, from the settings, the one that signs first. Without any, one is generated and kept.
 * @throws ConfigurationError when it is needed and missing
 */
export function tokenSecretsOf(config: ApiConfig): readonly string[] {
  return config.tokenSecrets.length > 0 ? config.tokenSecrets : [keptSecret(config, "TOKEN_SECRET", "token-secret")];
}

/** The key that seals the history, from the settings, or generated and kept. @throws ConfigurationError when it is needed and missing */
export function historyKeyOf(config: ApiConfig): string {
  return config.historyKey || keptSecret(config, "HISTORY_KEY", HISTORY_KEY_FILE);
}

/** The same, where there is one; none is generated. @throws ConfigurationError when it is needed and missing */
export function findHistoryKey(config: ApiConfig): string | undefined {
  const file = historyKeyFile(config);
  return config.historyKey || (file === undefined || existsSync(file) ? historyKeyOf(config) : undefined);
}

/** The file that the history's key is kept in where it is not set; undefined where it has to be set. */
export function historyKeyFile(config: ApiConfig): string | undefined {
  return needsOwnSecrets(config) ? undefined : fileBeside(config, HISTORY_KEY_FILE);
}

const HISTORY_KEY_FILE = "history-key";

/**
 * A secret in a file next to the database, which only this operating system account may read.
 * @throws ConfigurationError where it has to be set
 */
function keptSecret(config: ApiConfig, setting: string, extension: string): string {
  if (needsOwnSecrets(config)) throw new ConfigurationError(`${setting}: ${SECRET_MISSING}`);
  const file = fileBeside(config, extension);
  return file === undefined ? randomToken() : keptIn(file);
}

/** Undefined for a database in memory. */
function fileBeside({ databaseUrl, demo }: ApiConfig, extension: string): string | undefined {
  const path = sqlitePath(databaseUrl.startsWith("file:") ? databaseUrl : defaultDatabaseUrl(demo));
  return path === ":memory:" ? undefined : `${path}.${extension}`;
}

/** The secret in a file, which is made when there is none. Of processes that make it at the same time one wins. */
function keptIn(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, randomToken(), { mode: 0o600 });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}

/**
 * Secrets that are never in the store: a copy or a backup of it signs nobody in, and nobody who can write to it can forge the history
 * (docs/rules/sign-in-and-session.md#session-families, docs/rules/history.md#chains).
 */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ApiConfig } from "#api/config.ts";
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
  return config.historyKey || keptSecret(config, "HISTORY_KEY", "history-key");
}

/**
 * A secret in a file beside the database, which only this operating system account may read. Processes that share a PostgreSQL database
 * may have no disk in common, so in production they need the setting.
 */
function keptSecret(config: ApiConfig, setting: string, extension: string): string {
  const isFile = config.databaseUrl.startsWith("file:");
  if (!isFile && config.production && !config.demo)
    throw new ConfigurationError(`${setting}: required in production with PostgreSQL, at least 32 characters`);
  const path = sqlitePath(isFile ? config.databaseUrl : defaultDatabaseUrl(config.demo));
  return path === ":memory:" ? randomToken() : keptIn(`${path}.${extension}`);
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

/**
 * The secrets that sign bearer tokens. They are never in the store, so that a copy or a backup of it signs nobody in
 * (docs/rules/sign-in-and-session.md#session-families).
 */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ApiConfig } from "#api/config.ts";
import { sqlitePath } from "#api/store/open.ts";
import { defaultDatabaseUrl } from "#model/contract/demo.ts";
import { ConfigurationError } from "#model/environment.ts";
import { randomToken } from "./secrets.ts";

/**
 * The secrets from the settings, the one that signs first. Without any, one is generated and kept in a file beside the database, which
 * only this operating system account may read; processes that share a PostgreSQL database may have no disk in common, so in production
 * they need the setting.
 * @throws ConfigurationError when it is needed and missing
 */
export function tokenSecretsOf(config: ApiConfig): readonly string[] {
  if (config.tokenSecrets.length > 0) return config.tokenSecrets;
  const isFile = config.databaseUrl.startsWith("file:");
  if (!isFile && config.production && !config.demo)
    throw new ConfigurationError("TOKEN_SECRET: required in production with PostgreSQL, at least 32 characters");
  const path = sqlitePath(isFile ? config.databaseUrl : defaultDatabaseUrl(config.demo));
  return [path === ":memory:" ? randomToken() : keptIn(`${path}.token-secret`)];
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

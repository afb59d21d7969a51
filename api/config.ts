/** The settings that the reference API reads from its environment. */
import { z } from "zod";
import { databaseUrlOf, type Environment, internalAccountsOf, parseEnvironment, SHARED_VARIABLES } from "#model/environment.ts";
import { OUTBOX_VARIABLES, type OutboxSettings, outboxSettingsOf } from "./outbox/settings.ts";
import type { Purpose } from "./store/purpose.ts";

export interface ApiConfig {
  /** `file:…` or `postgres://…`. */
  databaseUrl: string;
  /** Milliseconds that PostgreSQL may take for one statement. */
  databaseTimeoutMs: number;
  /** E-mail addresses in lower case that may read the organizations of every team. */
  internalAccounts: readonly string[];
  /** Sign bearer tokens, the first one new ones; empty when they are not set (see `tokenSecretsOf`). */
  tokenSecrets: readonly string[];
  /** Seals the history; empty when it is not set (see `historyKeyOf`). */
  historyKey: string;
  production: boolean;
  /** Seeds demo data and opens the demo's endpoints, on a database that was made for it. */
  demo: boolean;
  /** Where requests for certification and validation are sent. */
  outbox: OutboxSettings;
}

/** The purpose that a database made with these settings has (docs/rules/sign-in-and-session.md#the-demos-mark). */
export function purposeOf({ demo }: Pick<ApiConfig, "demo">): Purpose {
  return demo ? "demo" : "real";
}

const environment = z.object({
  ...SHARED_VARIABLES,
  ...OUTBOX_VARIABLES,
  NODE_ENV: z.string().optional(),
  DATABASE_TIMEOUT_MS: z.coerce.number("must be milliseconds").int().min(100).max(300_000).default(15_000),
  HISTORY_KEY: z
    .string()
    .default("")
    .refine((key) => key === "" || key.length >= 32, "at least 32 characters are needed"),
  TOKEN_SECRET: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((secret) => secret.trim() || []))
    .refine((secrets) => secrets.every((secret) => secret.length >= 32), "each secret needs at least 32 characters"),
});

/** Where the API listens as a process of its own. */
export const listening = z.object({
  API_PORT: z.coerce.number("must be a port number").int().min(0).max(65_535).default(4000),
  API_HOST: z.string().default("127.0.0.1"),
});

/** The names of all variables that the API reads as a process of its own. */
export const API_SETTINGS: readonly string[] = Object.keys({ ...environment.shape, ...listening.shape });

/**
 * Reads the settings.
 * @throws ConfigurationError with one line per variable that is malformed
 */
export function parseApiConfig(env: Environment): ApiConfig {
  const values = parseEnvironment(environment, env);
  const demo = values.DEMO === "1";
  const production = values.NODE_ENV === "production";
  return {
    databaseUrl: databaseUrlOf(values),
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    internalAccounts: internalAccountsOf(values, demo),
    tokenSecrets: values.TOKEN_SECRET,
    historyKey: values.HISTORY_KEY,
    production,
    demo,
    outbox: outboxSettingsOf(values, production),
  };
}

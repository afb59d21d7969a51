/** The settings that the reference API reads from its environment. */
import { z } from "zod";
import {
  databaseUrlOf,
  type Environment,
  Faults,
  internalAccountsOf,
  readVariables,
  SHARED_VARIABLES,
  wholeNumber,
} from "#model/environment.ts";
import { storedAddress } from "#model/mail-address.ts";
import { addressIn } from "#model/people.ts";
import { checkSecrets } from "#model/settings.ts";
import { type MailSettings, mailSettingsOf } from "./mail/settings.ts";
import { OUTBOX_VARIABLES, type OutboxSettings, outboxSettingsOf } from "./outbox/settings.ts";
import type { FirstLead } from "./services/first-lead.ts";
import type { Purpose } from "./store/purpose.ts";

export interface ApiConfig {
  /** `file:…` or `postgres://…`. */
  databaseUrl: string;
  /** Milliseconds that PostgreSQL may take for one statement. */
  databaseTimeoutMs: number;
  /** Where backups are; undefined: in the usual folder (see `usualFolder`). */
  backupFolder?: string | undefined;
  /** E-mail addresses that may read the organizations of every team, each in all its forms. */
  internalAccounts: readonly string[];
  /** Sign bearer tokens, the first one new ones; empty when they are not set (see `tokenSecretsOf`). */
  tokenSecrets: readonly string[];
  /** Seals the history; empty when it is not set (see `historyKeyOf`). */
  historyKey: string;
  production: boolean;
  /** Whose days count (docs/rules/actions.md#days). */
  timeZone: string;
  /** Seeds demo data and opens the demo's endpoints, on a database that was made for it. */
  demo: boolean;
  /** Where requests for certification and validation are sent. */
  outbox: OutboxSettings;
  /** The lead who is created in a store without people. */
  firstLead?: FirstLead;
  /** Lets a home site make entry links; undefined: that call does not exist. */
  entryLinkKey?: string | undefined;
  /** The bearer that opens `/metrics`; undefined: that call does not exist. */
  metricsToken?: string | undefined;
  /** How mails to people are sent; undefined: none are. */
  mail?: MailSettings | undefined;
}

/** The purpose that a database made with these settings has (docs/rules/sign-in-and-session.md#the-demos-mark). */
export function purposeOf({ demo }: Pick<ApiConfig, "demo">): Purpose {
  return demo ? "demo" : "real";
}

const VARIABLES = {
  ...SHARED_VARIABLES,
  ...OUTBOX_VARIABLES,
  NODE_ENV: z.string().optional(),
  BACKUP_FOLDER: z.string().optional(),
  FIRST_LEAD: z
    .string()
    .refine((address) => addressIn(address) !== undefined, "must be an e-mail address")
    .transform((address) => storedAddress(address.trim()))
    .optional(),
  FIRST_TEAM: z.string().trim().min(1).max(200, "must have at most 200 characters").optional(),
  DATABASE_TIMEOUT_MS: wholeNumber(100, 300_000, "milliseconds").default(15_000),
  ENTRY_LINK_KEY: z.string().min(32, "at least 32 characters are needed").regex(/^\S+$/, "must have no spaces").optional(),
  HISTORY_KEY: z
    .string()
    .default("")
    .refine((key) => key === "" || key.length >= 32, "at least 32 characters are needed"),
  TOKEN_SECRET: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((secret) => secret.trim() || []))
    .refine((secrets) => secrets.every((secret) => secret.length >= 32), "each secret needs at least 32 characters"),
};

/** Where the API listens as a process of its own. */
export const LISTENING = {
  API_PORT: wholeNumber(0, 65_535).default(4000),
  API_HOST: z.string().default("127.0.0.1"),
};

/** The names of all variables that the API reads as a process of its own. */
export const API_SETTINGS: readonly string[] = Object.keys({ ...VARIABLES, ...LISTENING });

/**
 * Reads the settings.
 * @param isServer what only a server needs is checked as well; a command does without
 * @throws ConfigurationError with one line per variable that is malformed or missing
 */
export function parseApiConfig(env: Environment, { isServer = false } = {}): ApiConfig {
  const faults = new Faults();
  const values = readVariables(VARIABLES, env, faults);
  const demo = values.DEMO === "1";
  const production = values.NODE_ENV === "production";
  const databaseUrl = databaseUrlOf(values);
  // The demo sends no mails.
  const outbox = outboxSettingsOf(demo ? { ...values, OUTBOX_SMTP_URL: undefined, SMTP_URL: undefined } : values, production, faults);
  const mail = mailSettingsOf(values, production, faults);
  if (isServer && needsOwnSecrets({ databaseUrl, production, demo }))
    for (const secret of ["TOKEN_SECRET", "HISTORY_KEY"] as const) if (values[secret].length === 0) faults.add(secret, SECRET_MISSING);
  if (isServer && production && !demo) checkSecrets(env, faults);
  if (values.FIRST_TEAM && !values.FIRST_LEAD) faults.add("FIRST_LEAD", "required with FIRST_TEAM, the e-mail address of its first lead");
  faults.throwIfAny();
  return {
    databaseUrl,
    backupFolder: values.BACKUP_FOLDER,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    internalAccounts: internalAccountsOf(values, demo),
    tokenSecrets: values.TOKEN_SECRET,
    historyKey: values.HISTORY_KEY,
    production,
    timeZone: values.TIME_ZONE,
    demo,
    outbox,
    ...(values.FIRST_LEAD ? { firstLead: { email: values.FIRST_LEAD, team: values.FIRST_TEAM } } : {}),
    mail,
    entryLinkKey: values.ENTRY_LINK_KEY,
    metricsToken: values.METRICS_TOKEN,
  };
}

/** The message when a secret is needed and missing. */
export const SECRET_MISSING = "required in production with PostgreSQL, at least 32 characters";

/** Whether secrets have to be set. Processes that share a PostgreSQL database may have no disk in common where one could be kept. */
export const needsOwnSecrets = ({ databaseUrl, production, demo }: Pick<ApiConfig, "databaseUrl" | "production" | "demo">): boolean =>
  !databaseUrl.startsWith("file:") && production && !demo;

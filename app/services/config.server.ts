/** The operator's settings, read once from the environment (README.md#run-it). */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { Assessment } from "#model/contract/assessments.ts";
import { defaultDatabaseUrl } from "#model/contract/demo.ts";
import { dayOf } from "#model/days.ts";
import { withoutEndSlashes } from "#model/end-slashes.ts";
import {
  ADDRESS_VARIABLES,
  ConfigurationError,
  databaseUrlOf,
  type Environment,
  Faults,
  flag,
  internalAccountsOf,
  readVariables,
  SHARED_VARIABLES,
  siteAddress,
  wholeNumber,
} from "#model/environment.ts";
import { checkSecrets } from "#model/settings.ts";

const VARIABLES = {
  ...SHARED_VARIABLES,
  NODE_ENV: z.string().default("development"),
  ...ADDRESS_VARIABLES,
  ALLOW_HTTP: flag,
  HOST: z.string().optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  API_URL: siteAddress.optional(),
  HOME_SITE_URL: siteAddress.optional(),
  /** The reference API checks it. */
  SMTP_URL: z.string().optional(),
  CERTIFYING_BODY_URL: siteAddress.optional(),
  SESSION_SECRET: z.string().optional(),
  API_TIMEOUT_MS: wholeNumber(100, 25_000, "milliseconds").default(10_000),
  API_FIRST_PAUSE_MS: wholeNumber(0, 5_000, "milliseconds").default(200),
  REQUEST_TIMEOUT_MS: wholeNumber(200, 300_000, "milliseconds").default(30_000),
  LOG_REQUESTS: flag.unwrap().optional(),
};

/** The names of all variables that the web application reads. */
export const WEB_SETTINGS: readonly string[] = Object.keys(VARIABLES);

/** The settings of the web application. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and checks the environment.
 * @throws ConfigurationError naming every variable that is missing or malformed
 */
export function readConfig(env: Environment) {
  const faults = new Faults();
  const values = readVariables(VARIABLES, env, faults);
  const demo = values.DEMO === "1";
  const production = values.NODE_ENV === "production";
  const hasDemo = demo && !values.API_URL;
  // Whether another upstream has sign-in by mail, it says itself: `checkHomeSite`.
  const mayMail = values.API_URL !== undefined || values.SMTP_URL !== undefined;
  const homeSiteUrl = values.HOME_SITE_URL ?? (hasDemo ? "/demo" : mayMail ? "/sign-in" : "");
  if (!homeSiteUrl)
    faults.add(
      "HOME_SITE_URL",
      "required outside the demo, the address of the external home site; or set SMTP_URL and MAIL_FROM, so that people sign in by mail",
    );
  if (!values.PUBLIC_URL && !demo && production) faults.add("PUBLIC_URL", "required outside the demo, the address that people use");
  if (values.PUBLIC_URL?.startsWith("http:") && values.ALLOW_HTTP !== "1" && !demo && production)
    faults.add(
      "PUBLIC_URL",
      "with http:// anybody on the way can read and take over sessions; use https://, or set ALLOW_HTTP=1 if http is meant",
    );
  const secrets = (values.SESSION_SECRET ?? "")
    .split(",")
    .map((secret) => secret.trim())
    .filter(Boolean);
  if (secrets.some((secret) => secret.length < 32)) faults.add("SESSION_SECRET", "each secret needs at least 32 characters");
  if (secrets.length === 0 && production && !demo) faults.add("SESSION_SECRET", "required in production, at least 32 characters");
  if (production && !demo) checkSecrets(env, faults);
  faults.throwIfAny();
  if (secrets.length === 0) secrets.push(keptSecret(databaseUrlOf(values), demo));
  return {
    production,
    /** Whose days count (docs/rules/actions.md#days). */
    timeZone: values.TIME_ZONE,
    /** The demo with its own users. If `API_URL` is set, there is no demo. */
    demo: hasDemo,
    port: values.PORT,
    host: values.HOST ?? (demo || !production ? "127.0.0.1" : "0.0.0.0"),
    /** The address that people use; undefined: the request's own Host counts. */
    publicUrl: values.PUBLIC_URL ? new URL(values.PUBLIC_URL) : undefined,
    trustProxy: values.TRUST_PROXY,
    /** Undefined: the reference API is embedded. */
    apiUrl: values.API_URL === undefined ? undefined : withoutEndSlashes(values.API_URL),
    apiTimeoutMs: values.API_TIMEOUT_MS,
    /** The longest pause before a failed call is tried again; those after it are longer. */
    apiFirstPauseMs: values.API_FIRST_PAUSE_MS,
    /** Milliseconds that a request may take to arrive. */
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    /** Whether to log a line for each request. */
    logRequests: values.LOG_REQUESTS === undefined ? production && !demo : values.LOG_REQUESTS === "1",
    /** The bearer that opens `/metrics`; undefined: there are no metrics. */
    metricsToken: values.METRICS_TOKEN,
    /** Where people come from and leave to: another site, or the path of a page of ours. */
    homeSiteUrl,
    /** Undefined: no site is known, and our own page for signing in is no place for somebody who is signed in. */
    certifyingBodyUrl: values.CERTIFYING_BODY_URL ?? values.HOME_SITE_URL ?? (hasDemo ? homeSiteUrl : undefined),
    sessionSecrets: secrets,
    allAssessmentsAccounts: internalAccountsOf(values, hasDemo),
  };
}

/** A secret that is generated once and kept next to its database. Each database has its own, so a demo cookie is worthless elsewhere. */
function keptSecret(databaseUrl: string, demo: boolean): string {
  const sibling = databaseUrl.startsWith("file:") ? databaseUrl : defaultDatabaseUrl(demo);
  const file = `${sibling.slice("file:".length)}.session-secret`;
  try {
    if (existsSync(file)) return readFileSync(file, "utf8").trim();
    mkdirSync(dirname(file), { recursive: true });
    const secret = randomBytes(32).toString("base64url");
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw new ConfigurationError(`SESSION_SECRET: not set, and none can be kept in ${file} (${code}). May this account write there?`);
  }
}

let current: Config | undefined;

/** The day that it is now, such as 2026-11-05 (docs/rules/actions.md#days). */
export const today = (): string => dayOf(new Date(), config().timeZone);

/** The day as of which an assessment speaks: that of its completion, or today. */
export const dayAsOf = ({ dateCompleted }: Pick<Assessment, "dateCompleted">): string =>
  dateCompleted ? dayOf(new Date(dateCompleted), config().timeZone) : today();

/** The settings of this process. @throws ConfigurationError */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}

/** How web application and API read their environment, and the variables that they share. Callers pass in the environment. */
import { z } from "zod";
import { DEMO_INTERNAL_ACCOUNT, defaultDatabaseUrl } from "./contract/demo.ts";
import { isTimeZone } from "./days.ts";
import { formsOfAddress } from "./mail-address.ts";
import { addressIn } from "./people.ts";

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables are missing or malformed. The message has one line for each, and none of their values. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

/** How a process ends whose settings are wrong: starting it again would come to the same (docs/operating.md#settings-that-are-wrong). */
export const WRONG_SETTINGS_EXIT = 78;

/** Collects the faults of variables, to report all at once: one line for each variable, with its first fault. */
export class Faults {
  readonly #lines = new Map<string, string>();

  /** @param words what is wrong, and what is expected; never the value */
  add(variable: string, words: string): void {
    if (!this.#lines.has(variable)) this.#lines.set(variable, `${variable}: ${words}`);
  }

  /** Does something that reads variables, and takes over what it found wrong. @returns undefined when it did */
  gather<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      for (const line of error.message.split("\n")) this.add(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2));
      return undefined;
    }
  }

  /** @throws ConfigurationError when anything was found */
  throwIfAny(): void {
    if (this.#lines.size > 0) throw new ConfigurationError([...this.#lines.values()].join("\n"));
  }
}

/** A variable that is 1 or 0; 0 when it is not set. */
export const flag = z.enum(["0", "1"], "must be 1 or 0").default("0");

/** A variable that is a whole number. @param unit of what, such as 'milliseconds' */
export function wholeNumber(least: number, most: number, unit = "") {
  const words = `must be a whole number from ${least} to ${most}${unit && `, in ${unit}`}`;
  return z.coerce.number(words).int(words).min(least, words).max(most, words);
}

/** A variable that is the address of a site. */
export const siteAddress = z.url({ protocol: /^https?$/, error: "must be an address such as https://assess.example.org" });

/** A variable that is the address of a site that has nothing else at it. */
const wholeSite = siteAddress.refine((address) => {
  if (!URL.canParse(address)) return true;
  const { pathname, search, hash, username, password } = new URL(address);
  return /^\/*$/.test(pathname) && search + hash + username + password === "";
}, "must have no path, as in https://assess.example.org: the application needs an address of its own");

/** Whether an address that may have a name and a password is read as it is meant: a `/` or `#` in a password would end them. */
export function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, pathname, hash } = new URL(address);
  return username !== "" || !`${pathname}${hash}`.includes("@");
}

/** The fault of an address that `isPlainAddress` refuses. */
export const NOT_ENCODED = "is no address: what is special in name and password must be percent-encoded, such as %23 for #";

/** The variables that the web application and the reference API share. */
export const SHARED_VARIABLES = {
  DATABASE_URL: z
    .string()
    .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, "must be file:… or postgres://…")
    .refine((url) => !/^postgres/.test(url) || isPlainAddress(url), NOT_ENCODED)
    .optional(),
  ALL_ASSESSMENTS_ACCOUNTS: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((account) => account.trim() || []))
    .refine((accounts) => accounts.every((account) => addressIn(account)), "must be e-mail addresses with commas between them")
    // Somebody may be stored in any form of their address.
    .transform((accounts) => accounts.flatMap(formsOfAddress)),
  DEMO: flag,
  /** The bearer that opens `/metrics`. */
  METRICS_TOKEN: z.string().min(32, "needs at least 32 characters").regex(/^\S+$/, "must have no spaces").optional(),
  /** Whose days count: when something is past its date. */
  TIME_ZONE: z.string().default("UTC").refine(isTimeZone, "must be the name of a time zone, such as Europe/London"),
};

/** The variables that say where people find the web application, for it and for the command that prints links to it. */
export const ADDRESS_VARIABLES = {
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: wholeSite.optional(),
};

/** Why a server cannot listen where its settings say, in one line; undefined for another error. @param names of the two variables */
export function wordsForListening(error: unknown, names: { port: string; host: string }): string | undefined {
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  const at = `${address ?? ""}${port === undefined ? "" : ` port ${port}`}`.trim();
  if (code === "EADDRINUSE") return `${names.port}: another program listens there already (${at})`;
  if (code === "EACCES") return `${names.port}: this account may not listen there (${at}); ports below 1024 need a right of their own`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") return `${names.host}: no address of this machine`;
  return undefined;
}

type SharedVariables = z.output<z.ZodObject<typeof SHARED_VARIABLES>>;

/** The database: `file:…` or `postgres://…`. */
export const databaseUrlOf = ({ DATABASE_URL, DEMO }: SharedVariables): string => DATABASE_URL ?? defaultDatabaseUrl(DEMO === "1");

/**
 * E-mail addresses that may read the organizations of every team, each in all its forms (docs/rules/people.md#international-domains).
 * @param hasDemo adds the demo's own account
 */
export function internalAccountsOf({ ALL_ASSESSMENTS_ACCOUNTS }: SharedVariables, hasDemo: boolean): string[] {
  return hasDemo ? [...ALL_ASSESSMENTS_ACCOUNTS, DEMO_INTERNAL_ACCOUNT] : ALL_ASSESSMENTS_ACCOUNTS;
}

/**
 * Reads variables, each by its schema; an empty one counts as unset. A malformed variable is read as if it were unset, so that the
 * variables that depend on it are checked, too.
 * @param faults receives what is malformed; whoever gives it has to throw
 */
export function readVariables<S extends z.ZodRawShape>(shape: S, env: Environment, faults: Faults): z.output<z.ZodObject<S>> {
  const values = Object.entries(shape).map(([name, schema]) => {
    const result = z.safeParse(schema, env[name] || undefined);
    if (result.success) return [name, result.data];
    faults.add(name, result.error.issues[0]?.message ?? "is malformed");
    return [name, z.safeParse(schema, undefined).data];
  });
  return Object.fromEntries(values);
}

/** Reads variables that do not depend on each other. @throws ConfigurationError with one line per variable */
export function parseEnvironment<S extends z.ZodRawShape>(shape: S, env: Environment): z.output<z.ZodObject<S>> {
  const faults = new Faults();
  const values = readVariables(shape, env, faults);
  faults.throwIfAny();
  return values;
}

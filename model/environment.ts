/** How web application and API read their environment, and the variables that they share. Functions are given the environment. */
import { z } from "zod";
import { DEMO_INTERNAL_ACCOUNT, defaultDatabaseUrl } from "./contract/demo.ts";

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables are missing or malformed. The message has one line for each, and none of their values. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

/** A variable that is 1 or 0; 0 when it is not set. */
export const flag = z.enum(["0", "1"], "must be 1 or 0").default("0");

/** The variables that the web application and the reference API share. */
export const SHARED_VARIABLES = {
  DATABASE_URL: z
    .string()
    .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, "must be file:… or postgres://…")
    .optional(),
  ALL_ASSESSMENTS_ACCOUNTS: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((account) => account.trim().toLowerCase() || []))
    .refine(
      (accounts) => accounts.every((account) => z.email().safeParse(account).success),
      "must be e-mail addresses with commas between them",
    ),
  DEMO: flag,
};

/** The variables that say where people find the web application, for it and for the command that prints links to it. */
export const ADDRESS_VARIABLES = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
};

type SharedVariables = z.output<z.ZodObject<typeof SHARED_VARIABLES>>;

/** The database: `file:…` or `postgres://…`. */
export const databaseUrlOf = ({ DATABASE_URL, DEMO }: SharedVariables): string => DATABASE_URL ?? defaultDatabaseUrl(DEMO === "1");

/**
 * E-mail addresses in lower case that may read the organizations of every team.
 * @param hasDemo adds the demo's own account
 */
export function internalAccountsOf({ ALL_ASSESSMENTS_ACCOUNTS }: SharedVariables, hasDemo: boolean): string[] {
  return hasDemo ? [...ALL_ASSESSMENTS_ACCOUNTS, DEMO_INTERNAL_ACCOUNT] : ALL_ASSESSMENTS_ACCOUNTS;
}

/**
 * Reads variables by a schema; an empty one counts as unset.
 * @throws ConfigurationError with one line per variable
 */
export function parseEnvironment<S extends z.ZodType>(schema: S, env: Environment): z.output<S> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  throw new ConfigurationError(result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
}

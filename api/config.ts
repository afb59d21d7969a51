/** What the reference API takes from its environment. */
import { z } from "zod";
import { DEMO_INTERNAL_ACCOUNT } from "#model/contract/demo.ts";

export interface ApiConfig {
  /** `file:…` or `postgres://…`. */
  databaseUrl: string;
  /** E-mail addresses in lower case that may read the organizations of every team. */
  internalAccounts: readonly string[];
  /** Seeds demo data and opens the demo's endpoints. */
  demo: boolean;
}

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that is missing or malformed; the message holds one line per variable. */
export class ConfigError extends Error {
  override name = "ConfigurationError";
}

const environment = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, "must be file:… or postgres://…")
    .default("file:./data/assessments.db"),
  ALL_ASSESSMENTS_ACCOUNTS: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((account) => account.trim().toLowerCase() || []))
    .refine(
      (accounts) => accounts.every((account) => z.email().safeParse(account).success),
      "must be e-mail addresses with commas between them",
    ),
  DEMO: z.enum(["0", "1"], "must be 1 or 0").default("0"),
});

/**
 * Reads the configuration.
 * @throws ConfigError with one line per variable that is malformed
 */
export function parseApiConfig(env: Environment): ApiConfig {
  const read = parseEnvironment(environment, env);
  return {
    databaseUrl: read.DATABASE_URL,
    internalAccounts: read.DEMO === "1" ? [...read.ALL_ASSESSMENTS_ACCOUNTS, DEMO_INTERNAL_ACCOUNT] : read.ALL_ASSESSMENTS_ACCOUNTS,
    demo: read.DEMO === "1",
  };
}

/**
 * Reads variables by a schema; an empty one counts as unset.
 * @throws ConfigError with one line per variable
 */
export function parseEnvironment<S extends z.ZodType>(schema: S, env: Environment): z.output<S> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
}

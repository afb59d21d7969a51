/** What is looked at in all settings together: names that are none of ours, and secrets that keep nothing secret. */
import type { Environment, Faults } from "./environment.ts";

/** The names of all settings of the web application and of the API, which may share one file (README.md#run-it). */
export const ALL_SETTINGS: readonly string[] = [
  ...["ALL_ASSESSMENTS_ACCOUNTS", "ALLOW_HTTP", "API_FIRST_PAUSE_MS", "API_HOST", "API_PORT", "API_TIMEOUT_MS", "API_URL", "BACKUP_FOLDER"],
  ...["CERTIFYING_BODY_URL", "DATABASE_TIMEOUT_MS", "DATABASE_URL", "DEMO", "ENTRY_LINK_KEY", "FIRST_LEAD", "FIRST_TEAM"],
  ...["HISTORY_KEY", "HOME_SITE_URL", "HOST", "LOG_REQUESTS", "MAIL_FROM", "METRICS_TOKEN", "NODE_ENV"],
  ...["OUTBOX_FROM", "OUTBOX_SMTP_URL", "OUTBOX_TO", "OUTBOX_TO_CERTIFICATION", "OUTBOX_TO_VALIDATION"],
  ...["OUTBOX_WEBHOOK_SECRET", "OUTBOX_WEBHOOK_URL", "PORT", "PUBLIC_URL", "REQUEST_TIMEOUT_MS", "SESSION_SECRET", "SMTP_URL"],
  ...["TIME_ZONE", "TOKEN_SECRET", "TRUST_PROXY"],
];

/** No other program's variables are likely to begin with these words. */
const OUR_BEGINNINGS = /^(CERTIFYING|HOME_SITE|METRICS|OUTBOX|SMTP)_/;
/** A longer name is nobody's mistyped setting. */
const NAME_MAX = 40;

/**
 * Names that look like a setting and are none, such as TRUST_PROXIES: nobody would notice that they do nothing.
 * @returns a line for each variable, without its value
 */
export function strangeSettings(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || name.length > NAME_MAX || ALL_SETTINGS.includes(name)) return [];
    const meant = ALL_SETTINGS.find((setting) => isLike(name, setting));
    if (meant) return [`${name}: there is no such setting; is ${meant} meant?`];
    return OUR_BEGINNINGS.test(name) ? [`${name}: there is no such setting; README.md lists all`] : [];
  });
}

/** Whether a name differs from a setting in one letter, in case and underscores, or as its plural. */
function isLike(name: string, setting: string): boolean {
  // Any program may use a short name such as `host`.
  if (!setting.includes("_") && name !== name.toUpperCase()) return false;
  const [letters, meant] = [name, setting].map((word) => word.toUpperCase().replaceAll("_", "")) as [string, string];
  // Most pairs differ by more than a letter, and need no closer look.
  if (Math.abs(letters.length - meant.length) > 2) return false;
  const rests = withoutOne(meant);
  return letters === `${meant.slice(0, -1)}IES` || withoutOne(letters).some((word) => rests.includes(word));
}

/** A word, and all that is left of it without one of its letters. One that has a letter changed, more, less or swapped shares one of them. */
const withoutOne = (word: string) => [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];

/** In this order, so that a line names the one of two that is easier to change. The key of the history never changes. */
const SECRETS = ["HISTORY_KEY", "TOKEN_SECRET", "SESSION_SECRET", "ENTRY_LINK_KEY", "METRICS_TOKEN", "OUTBOX_WEBHOOK_SECRET"];
const HOW = "make one with: openssl rand -base64 33";
/** Of 32 random hexadecimal digits, fewer are different only once in a million. */
const DIFFERENT_MIN = 8;
const PLACEHOLDER = /change.?(me|this|it)|replace.?(me|this|it)|your.?secret|password/i;
/** The longest piece that is taken for one when it comes over and over. */
const PIECE_MAX = 16;

/** Whether somebody could guess a secret: few different characters, one short piece over and over, or words that wait for a secret. */
function isTrivial(secret: string): boolean {
  const period = `${secret}${secret}`.indexOf(secret, 1);
  return new Set(secret).size < DIFFERENT_MIN || (period <= PIECE_MAX && period < secret.length) || PLACEHOLDER.test(secret);
}

const secretsIn = (value: string | undefined) => (value ?? "").split(",").flatMap((secret) => secret.trim() || []);

/**
 * Finds secrets that two settings share, and those that can be guessed. Of the key of the history, which cannot be changed without
 * loss, `settingWarnings` says that.
 * @param faults receives a line for each setting
 */
export function checkSecrets(env: Environment, faults: Faults): void {
  const settings = new Map<string, string>();
  for (const name of SECRETS)
    for (const secret of secretsIn(env[name])) {
      const other = settings.get(secret) ?? name;
      if (other !== name) faults.add(name, `is the same as ${other}; ${HOW}`);
      if (name !== "HISTORY_KEY" && isTrivial(secret)) faults.add(name, `can be guessed; ${HOW}`);
      settings.set(secret, name);
    }
}

/** What is odd in the settings, but keeps nothing from starting: a line for each, without its value. */
export function settingWarnings(env: Environment): string[] {
  const isReal = env.NODE_ENV === "production" && env.DEMO !== "1";
  const isWeak = isReal && env.HISTORY_KEY !== undefined && env.HISTORY_KEY !== "" && isTrivial(env.HISTORY_KEY);
  return [
    ...strangeSettings(env),
    ...(isWeak ? ["HISTORY_KEY: can be guessed; who guesses it and can write to the database can forge the history"] : []),
  ];
}

/** Log lines, one JSON object each. Callers never pass tokens, bodies or cookies. */
export type LogLevel = "info" | "warn" | "error";

/** The path of an address for the log: without the query, and without the token of an entry link. */
export function pathForLog(url: string): string {
  const [path = ""] = url.replace(/^https?:\/\/[^/]*/i, "").split(/[?#]/);
  return isEntryLink(path) ? "/entry/…" : path;
}

const DECODED_MAX = 5;

/**
 * Whether a path is that of an entry link, however it is written: `/%65ntry/…`, `/x/../entry/…`, `/entry\…`. A path that only looks like
 * one counts too, because it may still hold a token.
 */
export function isEntryLink(path: string): boolean {
  let plain = path;
  for (let round = 0; round < DECODED_MAX && plain.includes("%"); round += 1)
    plain = plain.replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return /[/\\]entry[/\\]/i.test(plain);
}

/** Writes a line: information to stdout, warnings and errors to stderr. */
export function log(level: LogLevel, message: string, facts: Record<string, unknown> = {}): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...facts });
  if (level === "info") process.stdout.write(`${line}\n`);
  else process.stderr.write(`${line}\n`);
}

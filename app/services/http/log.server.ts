/** Log lines, one JSON object each. Callers never pass tokens, bodies or cookies. */
export type LogLevel = "info" | "warn" | "error";

/** The path of an address for the log: without the query, and without the secret of a link. */
export function pathForLog(url: string): string {
  const [path = ""] = url.replace(/^https?:\/\/[^/]*/i, "").split(/[?#]/);
  const link = secretLinkIn(path);
  return link ? `/${link}/…` : path;
}

/** What begins the paths that hold a secret. */
const SECRET_LINKS = /[/\\](entry|sign-in|join|undo|voice)[/\\]/i;

const DECODED_MAX = 5;

/**
 * Which kind of link with a secret a path is of, however it is written: `/%65ntry/…`, `/x/../entry/…`, `/entry\…`; undefined for any other.
 * A path that only looks like one counts too, because it may still hold a token.
 */
export function secretLinkIn(path: string): string | undefined {
  let plain = path;
  for (let round = 0; round < DECODED_MAX && plain.includes("%"); round += 1)
    plain = plain.replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return SECRET_LINKS.exec(plain)?.[1]?.toLowerCase();
}

/** Writes a line: information to stdout, warnings and errors to stderr. */
export function log(level: LogLevel, message: string, facts: Record<string, unknown> = {}): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...facts });
  if (level === "info") process.stdout.write(`${line}\n`);
  else process.stderr.write(`${line}\n`);
}

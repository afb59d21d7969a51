/** Log lines, one JSON object each. Callers never pass tokens, bodies or cookies. */
export type LogLevel = "info" | "warn" | "error";

/** The path of an address for the log: without the query, and without the token of an entry link. */
export function pathForLog(url: string): string {
  const [path = ""] = url.replace(/^https?:\/\/[^/]*/i, "").split(/[?#]/);
  return path.replace(/^(\/+entry\/).*/i, "$1…");
}

/** Writes a line: information to stdout, warnings and errors to stderr. */
export function log(level: LogLevel, message: string, facts: Record<string, unknown> = {}): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...facts });
  if (level === "info") process.stdout.write(`${line}\n`);
  else process.stderr.write(`${line}\n`);
}

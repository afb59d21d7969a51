/** Structured log lines, one JSON object each. Callers pass facts, never tokens, bodies or cookies. */
export type LogLevel = "info" | "warn" | "error";

export function log(level: LogLevel, message: string, facts: Record<string, unknown> = {}): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...facts });
  if (level === "info") process.stdout.write(`${line}\n`);
  else process.stderr.write(`${line}\n`);
}

/** Receives unexpected faults, with what is known about the request but never a token. */
export type Log = (entry: { level: "error" | "warn" | "info"; message: string } & Record<string, unknown>) => void;

/** One line of JSON: information on standard output, warnings and faults on standard error. */
export const logLine: Log = (entry) => {
  const line = JSON.stringify({ time: new Date().toISOString(), ...entry });
  if (entry.level === "info") console.log(line);
  else console.error(line);
};

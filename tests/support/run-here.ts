/** Commands in the process of the test. */
import { join } from "node:path";
import { vi } from "vitest";
import { root } from "../../scripts/build.js";
import { letGo } from "./rows.ts";

export interface Outcome {
  code: number;
  /** What it wrote to standard output and to standard error. */
  out: string;
  err: string;
}

/** Whether a server in the same process logged this line. */
const isLogged = (line: string) => line.startsWith('{"time":');

let runs = 0;

/**
 * Runs a command without a process of its own, which takes a tenth of the time. That it also works as a process is for one test of each
 * command to show.
 * @param source as in `commandOf`
 * @param env all variables that it finds
 */
export async function runHere(source: string, args: readonly string[], env: Record<string, string | undefined>): Promise<Outcome> {
  const before = { argv: process.argv, env: process.env, umask: process.umask(), exitCode: process.exitCode };
  const said = { out: "", err: "" };
  const log = vi.spyOn(console, "log").mockImplementation((line) => {
    if (!isLogged(line)) said.out += `${line}\n`;
  });
  const error = vi.spyOn(console, "error").mockImplementation((line) => {
    if (!isLogged(line)) said.err += `${line}\n`;
  });
  process.argv = [process.execPath, source, ...args];
  process.env = { NODE_ENV: "test", ...env };
  process.exitCode = undefined;
  runs += 1;
  try {
    // A module runs once for each address.
    const address = `${join(root, source)}?run=${runs}`;
    await import(/* @vite-ignore */ address);
    return { code: Number(process.exitCode ?? 0), ...said };
  } finally {
    log.mockRestore();
    error.mockRestore();
    process.umask(before.umask);
    Object.assign(process, { argv: before.argv, env: before.env, exitCode: before.exitCode });
    await letGo();
  }
}

import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { App } from "./server.ts";

/** Makes a server process measure its event loop: a variable for `startApp`. */
export const MEASURED = { NODE_OPTIONS: `--import=${fileURLToPath(new URL("./event-loop.js", import.meta.url))}` };

/** How long the event loop of a process kept others waiting, milliseconds. */
export interface LoopDelay {
  p99: number;
  max: number;
  /** The most work between two looks at the loop, in processor time: without what other processes took from the machine. */
  own: number;
}

const REPORTED = /event loop: p99 (\S+) max (\S+) own (\S+)/g;

/** The delay since the last report, or since the start. @param app started with `MEASURED` */
export async function loopDelayOf(app: App): Promise<LoopDelay> {
  const reports = () => [...app.output().matchAll(REPORTED)];
  const before = reports().length;
  app.process.kill("SIGUSR2");
  while (reports().length === before) {
    const gone = app.process.exitCode !== null || app.process.signalCode !== null;
    if (gone || !app.process.stderr) return { p99: Number.NaN, max: Number.NaN, own: Number.NaN };
    await once(app.process.stderr, "data");
  }
  const [, p99, max, own] = reports().at(-1) ?? [];
  return { p99: Number(p99), max: Number(max), own: Number(own) };
}

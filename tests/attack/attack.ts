import { setTimeout as wait } from "node:timers/promises";
import { MEASURED } from "../support/event-loop.ts";
import { type App, startApp } from "../support/server.ts";

/** What an attack found: whether the product held, and the figures that show it. */
export interface Finding {
  held: boolean;
  /** What was measured, in words and numbers, on one line. */
  figures: string;
}

/** One attack on a built instance, with bounded effort and on loopback only. It starts what it needs and stops it again. */
export interface Attack {
  /** What an attacker would try, as a sentence. */
  title: string;
  run(): Promise<Finding>;
}

/** Until then a server loads what draws charts (`app/entry.server.tsx`), which is one long piece of its own work. */
const LOADED_MS = 4_000;

/** Starts an application that measures its event loop, and waits until nothing of its start is left to measure. */
export async function startMeasured(): Promise<App> {
  const app = await startApp({ env: MEASURED });
  await wait(LOADED_MS);
  return app;
}

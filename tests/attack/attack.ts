import { setTimeout as wait } from "node:timers/promises";
import { loopDelayOf, MEASURED } from "../support/event-loop.ts";
import { mostMemoryOf, workersOf } from "../support/memory.ts";
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

/** Of the serving thread's own work, in one piece. */
const OWN_MS_MAX = 100;
/** A worker that keeps more than 400 MB is ended, and may have taken some more by then. */
const WORKER_MEGABYTES_MAX = 500;
const LOOK_EVERY_MS = 25;

/** Asks for `/health` until something is done, and measures the process and its workers at the same time. @param app of `startMeasured` */
export async function watch(app: App, doing: Promise<unknown>) {
  let isDone = false;
  let [silent, worker, healthy] = [0, 0, true];
  const began = performance.now();
  const done = doing.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const startedAt = performance.now();
    healthy &&= await fetch(`${app.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    silent = Math.max(silent, performance.now() - startedAt);
    worker = Math.max(worker, ...workersOf(app.process.pid).map(mostMemoryOf));
    await wait(LOOK_EVERY_MS);
  }
  await done;
  const seconds = (performance.now() - began) / 1000;
  const { own } = await loopDelayOf(app);
  return {
    held: healthy && !(own > OWN_MS_MAX) && worker < WORKER_MEGABYTES_MAX,
    own,
    worker,
    figures: `${seconds.toFixed(1)} s, ${own.toFixed(0)} ms own work in one piece, /health silent for ${silent.toFixed(0)} ms, worker ${worker.toFixed(0)} MB`,
  };
}

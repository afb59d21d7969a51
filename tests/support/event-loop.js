// @ts-check
// Loaded into a server process before anything else (node --import): measures how long the event loop kept others waiting, and says so
// on standard error when it gets SIGUSR2. Every report starts a new measurement.
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { isMainThread } from "node:worker_threads";

/** Milliseconds between two looks; a look that comes late was kept waiting by the difference. */
const RESOLUTION = 5;

/** Milliseconds that this thread has spent on a processor; NaN where the system does not tell (it is read from /proc). */
function busy() {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const late = (/** @type {number} */ nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
  // The work of the thread between two looks: what other processes take from the machine does not count.
  let own = 0;
  let before = busy();
  setInterval(() => {
    const now = busy();
    own = Math.max(own, now - before);
    before = now;
  }, RESOLUTION).unref();
  process.on("SIGUSR2", () => {
    console.error(`event loop: p99 ${late(delay.percentile(99)).toFixed(1)} max ${late(delay.max).toFixed(1)} own ${own.toFixed(1)}`);
    delay.reset();
    own = 0;
  });
}

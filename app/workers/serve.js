// @ts-check
import { writeFileSync } from "node:fs";

/**
 * The worker's side of `app/services/workers/pool.server.ts`: waits for tasks, does one at a time, and answers each with its result or its
 * error. Its first message says that it takes tasks. The last line of a module of tasks.
 * @param {Record<string, (input: any) => unknown>} tasks by name
 */
export function serve(tasks) {
  sacrifice();
  // A worker ends with the process that it works for, however that one ended.
  process.on("disconnect", () => process.exit());
  // And not before: these come to the whole group (Ctrl+C, systemd) while that process still finishes what it has begun.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
  process.on("message", async (/** @type {{ name: string; input: unknown }} */ { name, input }) => {
    let answer;
    try {
      answer = { result: await tasks[name]?.(input) };
    } catch (error) {
      answer = { error: String(error) };
    }
    process.send?.(answer);
  });
  process.send?.("ready");
}

/** Where the memory of the whole service runs out, Linux ends a worker, and not the process that it works for. */
function sacrifice() {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Another system, or one that forbids it.
  }
}

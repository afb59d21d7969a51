/**
 * Work that would block the web process runs in worker threads, with limits on memory, queue and time. A worker that exceeds a limit is
 * replaced, and all other requests go on (docs/decisions/0018-work-in-workers.md).
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { Piscina } from "piscina";
import { log } from "~/services/http/log.server";
import { countTask, type Load } from "~/services/http/metrics.server";
import type * as tasks from "~/workers/tasks.server";

type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

interface Limits {
  threads: number;
  /** How many tasks may wait for a thread; further ones are refused. */
  queue: number;
  /** For waiting and working together. */
  milliseconds: number;
  /** Of a thread's heap; buffers and native memory do not count. */
  megabytes: number;
}

/** Each kind of work has threads of its own, so that short tasks do not wait behind long ones. */
const LANES = {
  files: { threads: availableParallelism() > 1 ? 2 : 1, queue: 16, milliseconds: 25_000, megabytes: 384 },
  texts: { threads: 1, queue: 100, milliseconds: 15_000, megabytes: 256 },
} satisfies Record<string, Limits>;

const LANE: Record<TaskName, keyof typeof LANES> = { drawPicture: "files", writeWorkbook: "files", purifyTexts: "texts" };

/** Why a task was not done: the queue was full, or its worker ran out of time or memory, failed or did not start. */
export class TaskFailed extends Error {
  override name = "TaskFailed";
  constructor(
    readonly reason: "busy" | "failed",
    task: string,
    options?: ErrorOptions,
  ) {
    super(`${task}: ${reason}`, options);
  }
}

declare global {
  interface ImportMeta {
    /** Set by the build (`scripts/worker-chunk.js`). */
    readonly BUILT_WORKER?: string;
  }
}

const BUILT = import.meta.BUILT_WORKER;
/** Without a build (development, tests, benchmarks) the worker loads its source, and needs a loader for TypeScript. */
const WORKER = BUILT
  ? { filename: fileURLToPath(BUILT) }
  : {
      filename: fileURLToPath(new URL("../../workers/tasks.server.tsx", import.meta.url)),
      execArgv: ["--import", new URL("../../workers/sources.js", import.meta.url).href],
    };
/** An idle thread ends after this time. In development the next one loads changed sources. */
const IDLE_MS = BUILT ? 60_000 : 5_000;

/**
 * Opens a pool. Its threads start with the first task, and end when they have been idle for a while.
 * @param worker the module that exports the tasks by their names
 */
export function openPool(limits: Limits, worker: { filename: string; execArgv?: string[] } = WORKER) {
  const pool = new Piscina({
    ...worker,
    minThreads: 0,
    maxThreads: limits.threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
  });
  // Tasks wait here, not in Piscina: its queue limit ignores tasks with a signal, and tasks queued behind a dying worker would wait for
  // ever.
  const slots = pLimit(limits.threads);
  const open = new Set<AbortController>();
  // A worker failed outside a task, most likely because it could not start. Without a listener this would end the process, and waiting
  // tasks would only end with their time limit.
  pool.on("error", (error) => {
    log("error", "worker failed", { error: String(error) });
    for (const ending of open) ending.abort();
  });
  return {
    /**
     * Runs a task.
     * @param milliseconds for waiting and working together; the pool's own limit unless given
     * @throws TaskFailed for every failure; its reason is logged
     */
    async run(name: string, input: unknown, milliseconds = limits.milliseconds): Promise<unknown> {
      if (slots.activeCount + slots.pendingCount >= limits.threads + limits.queue) {
        log("warn", "task refused, the queue is full", { task: name });
        countTask(name, "busy");
        throw new TaskFailed("busy", name);
      }
      // Not AbortSignal.any or .timeout: Node 20 may garbage-collect both before the time is up.
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(), milliseconds);
      open.add(ending);
      try {
        const { signal } = ending;
        const result = await Promise.race([slots(() => pool.run(input, { name, signal })), rejectOnAbort(signal)]);
        countTask(name, "done");
        return result;
      } catch (error) {
        log("error", "task failed", { task: name, error: String(error) });
        countTask(name, "failed");
        throw new TaskFailed("failed", name, { cause: error });
      } finally {
        clearTimeout(timer);
        open.delete(ending);
      }
    },
    /** How many tasks run, and how many wait for a thread. */
    load: () => ({ running: slots.activeCount, waiting: slots.pendingCount }),
    close: () => pool.destroy(),
  };
}

/** A promise that rejects when the signal is given. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("ended: out of time, or no worker starts")), { once: true });
  });

const lanes = Object.keys(LANES) as (keyof typeof LANES)[];
const pools = new Map<keyof typeof LANES, ReturnType<typeof openPool>>();

function poolOf(lane: keyof typeof LANES) {
  const pool = pools.get(lane) ?? openPool(LANES[lane]);
  pools.set(lane, pool);
  return pool;
}

/** The load of each kind of work at this moment. */
export const workerLoads = (): Load[] => lanes.map((lane) => ({ lane, ...(pools.get(lane)?.load() ?? { running: 0, waiting: 0 }) }));

/** Ends all workers. Their running tasks fail. */
export async function closeWorkers(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map((pool) => pool.close()));
}

/**
 * Runs a task of `app/workers/tasks.server.tsx` in a worker. Its input and result are copied (structured clone).
 * @throws TaskFailed for every failure; its reason is logged
 */
export async function runTask<Name extends TaskName>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  return (await poolOf(LANE[name]).run(name, input)) as Awaited<ReturnType<Tasks[Name]>>;
}

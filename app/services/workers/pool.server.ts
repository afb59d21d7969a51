/**
 * Work that would hold the process that serves everybody is done in worker threads, with limits on memory, queue and time. A worker
 * that runs out of one of them is replaced; the process and everybody else's requests go on.
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { Piscina } from "piscina";
import { log } from "~/services/http/log.server";
import type * as tasks from "~/workers/tasks.server";

type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

interface Limits {
  threads: number;
  /** Tasks that wait for a thread; whoever comes after them is turned away. */
  queue: number;
  /** Of waiting and work together. */
  milliseconds: number;
  /** Of a thread's own heap; buffers and what native code takes do not count. */
  megabytes: number;
}

/** Short work does not wait behind long: each kind has threads of its own. */
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
/** From sources (development, tests, benchmarks) the worker runs as it is, and has to be told how to read TypeScript. */
const WORKER = BUILT
  ? { filename: fileURLToPath(BUILT) }
  : {
      filename: fileURLToPath(new URL("../../workers/tasks.server.tsx", import.meta.url)),
      execArgv: ["--import", new URL("../../workers/sources.js", import.meta.url).href],
    };
/** A thread without work ends after this; changed sources are taken up by the next one. */
const IDLE_MS = BUILT ? 60_000 : 5_000;

/**
 * A pool of its own, whose threads start with the first task and end when there are none.
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
  // Tasks wait here, not in Piscina: its limit does not count tasks that may be aborted, and those that wait behind a worker that dies
  // would wait for ever.
  const slots = pLimit(limits.threads);
  const open = new Set<AbortController>();
  // A worker that ends outside of a task, most likely because it does not start: without a listener this would end the process, and
  // whoever waits for the worker would wait to the end of their time.
  pool.on("error", (error) => {
    log("error", "worker failed", { error: String(error) });
    for (const ending of open) ending.abort();
  });
  return {
    /**
     * @param milliseconds of waiting and work together, where the pool's own limit is not meant
     * @throws TaskFailed, whatever went wrong; the reason is logged
     */
    async run(name: string, input: unknown, milliseconds = limits.milliseconds): Promise<unknown> {
      if (slots.activeCount + slots.pendingCount >= limits.threads + limits.queue) {
        log("warn", "task refused, the queue is full", { task: name });
        throw new TaskFailed("busy", name);
      }
      // Not AbortSignal.any and .timeout: Node 20 may collect both as garbage before the time is over.
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(), milliseconds);
      open.add(ending);
      try {
        const { signal } = ending;
        return await Promise.race([slots(() => pool.run(input, { name, signal })), rejectOnAbort(signal)]);
      } catch (error) {
        log("error", "task failed", { task: name, error: String(error) });
        throw new TaskFailed("failed", name, { cause: error });
      } finally {
        clearTimeout(timer);
        open.delete(ending);
      }
    },
    close: () => pool.destroy(),
  };
}

/** Rejects when the signal is given. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("ended: out of time, or no worker starts")), { once: true });
  });

const pools = new Map<keyof typeof LANES, ReturnType<typeof openPool>>();

function poolOf(lane: keyof typeof LANES) {
  const pool = pools.get(lane) ?? openPool(LANES[lane]);
  pools.set(lane, pool);
  return pool;
}

/** Ends all workers. What they are at fails. */
export async function closeWorkers(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map((pool) => pool.close()));
}

/**
 * Has a task of `app/workers/tasks.server.tsx` done by a worker. What it takes and gives is copied (structured clone).
 * @throws TaskFailed, whatever went wrong; the reason is logged
 */
export async function runTask<Name extends TaskName>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  return (await poolOf(LANE[name]).run(name, input)) as Awaited<ReturnType<Tasks[Name]>>;
}

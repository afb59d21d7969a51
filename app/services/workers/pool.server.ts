/**
 * Work that would block the web process runs in processes of its own, with limits on memory, queue and time. A worker that exceeds a limit
 * is replaced, and all other requests go on (docs/decisions/0018-work-in-workers.md, docs/rules/results-and-files.md#whose-turn-it-is).
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { log } from "~/services/http/log.server";
import { countTask, type Load } from "~/services/http/metrics.server";
import { takeTurns } from "~/services/workers/turns.server";
import type * as tasks from "~/workers/tasks.server";

type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

interface Limits {
  processes: number;
  /** How many tasks may wait for a worker, of everybody and of one person; further ones are refused. */
  queue: number;
  queueOfOne: number;
  /** Milliseconds that a task waits at most for a worker that is ready for it. */
  patience: number;
  /** Milliseconds of the processor that a worker uses for it at most, where the system tells, and milliseconds that it takes at most. */
  work: number;
  time: number;
  /** Of a worker's heap; buffers and native memory do not count. */
  megabytes: number;
  /** All that a worker keeps in memory at most, where the system tells; it is looked at every `LOOK_MS`. */
  resident: number;
  /** A worker that keeps more after a task gets no other: a small task would be blamed for the large one before it. */
  kept: number;
}

/** Megabytes for new objects in a heap. V8 keeps three times as much. With V8's own 16, a worker that fills its heap keeps 50 MB more. */
const YOUNG = 4;

const LOOK_MS = 25;
const resident = 400;

/**
 * Each kind of work has workers of its own, so that short tasks do not wait behind long ones. In each of them people wait longer than the
 * longest tasks of somebody else take.
 */
export const LANES = {
  files: {
    processes: availableParallelism() > 1 ? 2 : 1,
    queue: 48,
    queueOfOne: 16,
    patience: 45_000,
    work: 20_000,
    // On a busy machine a worker gets a part of a processor: that is not the file's fault.
    time: 40_000,
    // With a larger heap garbage stays longer: the largest honest picture then comes close to what a worker may keep.
    megabytes: 256,
    resident,
    // Several pictures keep 150 to 200. The end of a worker costs the next file half a second.
    kept: 230,
  },
  // Uploads have lanes of their own: a hostile file keeps nobody waiting for a picture, and a logo keeps nobody waiting for a workbook.
  uploads: { processes: 1, queue: 24, queueOfOne: 8, patience: 20_000, work: 8_000, time: 8_000, megabytes: 256, resident, kept: 200 },
  // A picture of 25 million pixels takes up to 260 MB.
  logos: { processes: 1, queue: 24, queueOfOne: 8, patience: 15_000, work: 3_000, time: 3_000, megabytes: 256, resident, kept: 130 },
  texts: { processes: 1, queue: 100, queueOfOne: 100, patience: 14_000, work: 6_000, time: 6_000, megabytes: 256, resident, kept: 300 },
} satisfies Record<string, Limits>;

const LANE: Record<TaskName, keyof typeof LANES> = {
  drawPicture: "files",
  writeWorkbook: "files",
  writeSheets: "files",
  writeTeamHistory: "files",
  writeAnswers: "files",
  readAnswers: "uploads",
  makeLogo: "logos",
  writeReportDocument: "files",
  writeReportSlides: "files",
  purifyTexts: "texts",
};

/**
 * Why there is no result. `busy`: the task never began, because too many others were waiting. `too heavy`: it took its worker's time or
 * memory, or ended the worker. `failed`: there was an error, nobody waited any more, or no worker started.
 */
export type FailureReason = "busy" | "too heavy" | "failed";

export class TaskFailure extends Error {
  override name = "TaskFailure";
  constructor(
    readonly reason: FailureReason,
    task: string,
    options?: ErrorOptions,
  ) {
    super(`${task}: ${reason}`, options);
  }
}

/** What ended a task. */
class Ending extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
  }
}

declare global {
  interface ImportMeta {
    /** Set by the build (`scripts/server-chunks.js`). */
    readonly BUILT_WORKER?: string;
  }
}

const BUILT = import.meta.BUILT_WORKER;

interface WorkerModule {
  /** Ends with `serve` of `app/workers/serve.js`. */
  filename: string;
  execArgv?: string[];
  /** An idle worker ends after this time. */
  idleMilliseconds: number;
}

/** Without a build (development, tests, benchmarks) a worker runs from its source, and soon ends, so that the next one has what changed. */
const WORKER: WorkerModule = BUILT
  ? { filename: fileURLToPath(BUILT), idleMilliseconds: 60_000 }
  : {
      filename: fileURLToPath(new URL("../../workers/tasks.server.tsx", import.meta.url)),
      execArgv: ["--import", new URL("../../workers/sources.js", import.meta.url).href],
      idleMilliseconds: 5_000,
    };

/** The variables that a worker gets: where programs, typefaces and temporary files are, and the time zone. No secrets. */
const PASSED_ON = /^(?:NODE_ENV|PATH|HOME|TZ|LANG|LC_.+|TMPDIR|TEMP|TMP|SYSTEMROOT|FONTCONFIG_.+|XDG_.+|LD_.+|MALLOC_.+|VIPS_.+)$/i;
/** Unless the operator says otherwise, glibc keeps what sharp has freed in two arenas: with one for each thread a worker keeps twice as much. */
const MEMORY: Record<string, string> = { MALLOC_ARENA_MAX: "2" };
const environment = () =>
  ({ ...MEMORY, ...Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))) }) as NodeJS.ProcessEnv;

/** Megabytes that a process keeps in memory; NaN where the system does not tell, which is on Linux alone. */
function residentOf(process_: number | undefined): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${process_}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? Number.NaN) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Milliseconds of the processor that a process has used; NaN where the system does not tell. Linux counts in hundredths of a second. */
function processorOf(process_: number | undefined): number {
  try {
    // The name of the program comes before, in brackets, and may hold spaces.
    const [, fields = ""] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${process_}/stat`, "utf8")) ?? [];
    const [user, system] = fields.split(" ").slice(11, 13).map(Number);
    return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10;
  } catch {
    return Number.NaN;
  }
}

/** How much of what a worker writes to its standard error is kept, to say why it ended. */
const LAST_WORDS = 8_000;

/** Starts a worker. It does not keep this process alive. */
function startWorker({ filename, execArgv = [] }: WorkerModule, megabytes: number) {
  const child = fork(filename, {
    execArgv: [...execArgv, `--max-old-space-size=${megabytes}`, `--max-semi-space-size=${YOUNG}`],
    env: environment(),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let words = "";
  child.stderr?.on("data", (chunk) => {
    words = (words + chunk).slice(-LAST_WORDS);
  });
  let begun = false;
  const ended = new Promise<Ending>((resolve) => {
    child.on("error", ({ message }) => resolve(new Ending("failed", message)));
    // V8 and the system end a process without memory by a signal.
    child.once("close", (code, signal) =>
      resolve(
        new Ending(
          begun && signal ? "too heavy" : "failed",
          `its worker ended (${signal ?? code}) ${/^.*error.*$/im.exec(words)?.[0] ?? ""}`,
        ),
      ),
    );
  });
  // The first message of `serve`, which says that it takes tasks.
  const ready = once(child, "message");
  ready.catch(() => {});
  if (child.stderr instanceof Socket) child.stderr.unref();
  child.channel?.unref();
  child.unref();
  return {
    ended,
    isAlive: () => child.connected && child.exitCode === null && child.signalCode === null,
    resident: () => residentOf(child.pid),
    processor: () => processorOf(child.pid),
    /**
     * @param begin called when the worker is ready for the task
     * @throws what the task threw, why the worker ended, or what the signal gives. In the latter two cases the worker has ended
     */
    async run(name: string, input: unknown, { signal, begin }: { signal: AbortSignal; begin: () => void }): Promise<unknown> {
      const unlessEnded = <T>(answer: Promise<T>) =>
        Promise.race([answer, ended.then((why) => Promise.reject(why)), rejectOnAbort(signal)]);
      let answer: { result?: unknown; error?: string };
      try {
        await unlessEnded(ready);
        begun = true;
        begin();
        child.send({ name, input });
        [answer] = await unlessEnded(once(child, "message", { signal }));
      } catch (error) {
        await this.end();
        throw error;
      }
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.result;
    },
    /** Ends it at once: a worker in an endless loop would not hear SIGTERM. */
    async end() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

type Worker = ReturnType<typeof startWorker>;

/** Who asks for a task. */
interface TaskOptions {
  /** Whose task it is, by an address or another name; undefined for what everybody needs. */
  person?: string | undefined;
  /** The signal of a request that alone waits for the result. */
  asker?: AbortSignal | undefined;
}

/** Opens a pool. Its workers start with the first task, and end when they have been idle for a while. */
export function openPool(limits: Limits, module: WorkerModule = WORKER) {
  // Tasks wait here for one of the workers.
  const turns = takeTurns(limits.processes);
  const workers = new Set<Worker>();
  /** The workers without a task, the one used last at the end, each with the timer that ends it. */
  const idle = new Map<Worker, NodeJS.Timeout>();
  let closed = false;
  /** Tasks whose outcome somebody waits for: of everybody, and of each person. */
  let awaited = 0;
  const awaitedOf = new Map<string, number>();
  const isFull = (person: string | undefined) =>
    awaited >= limits.processes + limits.queue ||
    (person !== undefined && (awaitedOf.get(person) ?? 0) >= limits.processes + limits.queueOfOne);
  function countAwaited(person: string | undefined, change: 1 | -1): void {
    awaited += change;
    if (person === undefined) return;
    const count = (awaitedOf.get(person) ?? 0) + change;
    if (count === 0) awaitedOf.delete(person);
    else awaitedOf.set(person, count);
  }

  function start(): Worker {
    const worker = startWorker(module, limits.megabytes);
    workers.add(worker);
    void worker.ended.then(() => {
      workers.delete(worker);
      clearTimeout(idle.get(worker));
      idle.delete(worker);
    });
    return worker;
  }
  /** It gets no task from now on: until it has ended it still looks alive. */
  function endIdle(worker: Worker): void {
    idle.delete(worker);
    void worker.end();
  }
  /** Does a task in a worker, which is watched. @param most milliseconds of the processor */
  async function work(name: string, input: unknown, most: number, ending: AbortController, begin: () => void): Promise<unknown> {
    ending.signal.throwIfAborted();
    if (closed) throw new Error("the pool is closed");
    const worker = [...idle.keys()].findLast(({ isAlive }) => isAlive()) ?? start();
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    let before = Number.NaN;
    const watch = setInterval(() => {
      const megabytes = worker.resident();
      if (megabytes > limits.resident) ending.abort(new Ending("too heavy", `out of memory (${Math.round(megabytes)} MB)`));
      if (worker.processor() - before > most) ending.abort(new Ending("too heavy", "out of time of the processor"));
    }, LOOK_MS).unref();
    const beginWork = () => {
      before = worker.processor();
      begin();
    };
    try {
      return await worker.run(name, input, { signal: ending.signal, begin: beginWork });
    } finally {
      clearInterval(watch);
      if (worker.resident() > limits.kept) endIdle(worker);
      else if (worker.isAlive()) idle.set(worker, setTimeout(() => endIdle(worker), module.idleMilliseconds).unref());
    }
  }
  return {
    /**
     * Runs a task.
     * @param more.patience, more.work, more.time in milliseconds; the pool's own limits unless given
     * @param more.person whose task it is: people take turns
     * @param more.asker gives a signal when whoever asked has given up: the task leaves the queue, or its worker is ended and its place is free
     * @throws TaskFailure for every failure; its reason is logged
     */
    async run(
      name: string,
      input: unknown,
      {
        patience = limits.patience,
        work: most = limits.work,
        time = limits.time,
        person,
        asker,
      }: TaskOptions & Partial<Pick<Limits, "patience" | "work" | "time">> = {},
    ): Promise<unknown> {
      if (isFull(person)) {
        log("warn", "task refused, the queue is full", { task: name });
        countTask(name, "busy");
        throw new TaskFailure("busy", name);
      }
      // Not AbortSignal.any or .timeout: Node 20 may garbage-collect both before the time is up.
      const ending = new AbortController();
      let timer = setTimeout(() => ending.abort(new Ending("busy", "no worker was free in time")), patience);
      const begin = () => {
        clearTimeout(timer);
        timer = setTimeout(() => ending.abort(new Ending("too heavy", "out of time")), time);
      };
      const giveUp = () => ending.abort(new Ending("failed", "nobody waits for it any more"));
      asker?.addEventListener("abort", giveUp, { once: true });
      if (asker?.aborted) giveUp();
      countAwaited(person, 1);
      try {
        const result = await Promise.race([turns.run(person, () => work(name, input, most, ending, begin)), rejectOnAbort(ending.signal)]);
        countTask(name, "done");
        return result;
      } catch (error) {
        const reason = error instanceof Ending && !closed ? error.reason : "failed";
        if (asker?.aborted) {
          log("info", "task given up", { task: name });
          countTask(name, "given up");
        } else {
          log(reason === "busy" ? "warn" : "error", `task ${reason === "busy" ? "refused" : "failed"}`, {
            task: name,
            error: String(error),
          });
          countTask(name, reason);
        }
        throw new TaskFailure(reason, name, { cause: error });
      } finally {
        countAwaited(person, -1);
        clearTimeout(timer);
        asker?.removeEventListener("abort", giveUp);
      }
    },
    /** How many tasks run, and how many wait for a worker. */
    load: () => ({ running: turns.running(), waiting: Math.max(0, awaited - turns.running()) }),
    /** Ends all workers. Running and waiting tasks fail. */
    async close() {
      closed = true;
      await Promise.all([...workers].map((worker) => worker.end()));
    },
  };
}

/** A promise that rejects when the signal fires, or has fired. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
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
 * @throws TaskFailure for every failure; its reason is logged
 */
export async function runTask<Name extends TaskName>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  asking: TaskOptions & Partial<Pick<Limits, "work" | "time">> = {},
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  return (await poolOf(LANE[name]).run(name, input, asking)) as Awaited<ReturnType<Tasks[Name]>>;
}

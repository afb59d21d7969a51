/**
 * What an operator can measure, as `GET /metrics` tells it (docs/operating.md#measure). Nothing is counted, and the package is not loaded,
 * until `startMetrics` is called. Labels are patterns and kinds: never an id, a name or an address of a person.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

/** The routes of the build, by their ids. */
export type RouteTable = Record<string, Pick<ServerBuild["routes"][string], "id" | "parentId" | "path" | "index">>;
type Branch = { id: string; index: true } | { id: string; path?: string; children: Branch[] };

/** Tasks of one kind for the workers. */
export interface Load {
  lane: string;
  running: number;
  waiting: number;
}

interface Options {
  /** The bearer that opens `/metrics`. */
  token: string;
  routes: RouteTable;
  /** Tells the load of the workers at this moment. */
  loads(): Load[];
  /** The figures of the API in this process, in Prometheus' text format. */
  figuresOfApi(): Promise<string>;
}

const METHODS = ["GET", "HEAD", "POST"];
/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

let started: Awaited<ReturnType<typeof makeMeters>> | undefined;

/** Begins to count. Called once, when the process starts. */
export async function startMetrics(options: Options): Promise<void> {
  started = await makeMeters(options);
}

async function makeMeters({ token, routes, loads, figuresOfApi }: Options) {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  // Processor, memory, garbage collection and the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "worker_tasks",
    help: "Tasks for the workers (pictures and Excel files; texts) that run, or wait for a worker.",
    labelNames: ["lane", "state"],
    registers,
    collect() {
      for (const { lane, running, waiting } of loads()) {
        this.set({ lane, state: "running" }, running);
        this.set({ lane, state: "waiting" }, waiting);
      }
    },
  });
  const hash = (text: string) => createHash("sha256").update(text).digest();
  const expected = hash(token);
  return {
    registry,
    figuresOfApi,
    patternOf: patternsOf(routes),
    isToken: (given: string) => timingSafeEqual(hash(given), expected),
    requests: new Histogram({
      name: "http_request_duration_seconds",
      help: "Requests of people, from their arrival to the end of the answer.",
      labelNames: ["method", "route", "status"],
      buckets: BUCKETS,
      registers,
    }),
    calls: new Histogram({
      name: "upstream_call_duration_seconds",
      help: "Calls of the API, all attempts and pauses together.",
      labelNames: ["call", "outcome"],
      buckets: BUCKETS,
      registers,
    }),
    faults: new Counter({
      name: "upstream_faults_total",
      help: "Attempts that the API failed: a status, 'unreachable' or 'malformed'. An attempt may have been repeated with success.",
      labelNames: ["call", "status"],
      registers,
    }),
    saves: new Counter({
      name: "saves_total",
      help: "Changes of answers, marks and notes that were to be saved, and what became of them.",
      labelNames: ["outcome"],
      registers,
    }),
    tasks: new Counter({
      name: "worker_tasks_total",
      help: "Tasks for the workers that ended: done, busy if none began it, too heavy for its limits, failed, or given up.",
      labelNames: ["task", "outcome"],
      registers,
    }),
  };
}

/** Whether there is something to show. */
export const isMeasuring = (): boolean => started !== undefined;

/** The metrics in Prometheus' text format; undefined without the right bearer. */
export async function showMetrics(authorization: string | null): Promise<{ type: string; text: string } | undefined> {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (!started || given === undefined || !started.isToken(given)) return undefined;
  return { type: started.registry.contentType, text: `${await started.registry.metrics()}${await started.figuresOfApi()}` };
}

/** Counts a request. @param seconds from its arrival to the end of the answer */
export function countRequest({ method = "", url, status, seconds }: { method?: string; url: string; status: number; seconds: number }) {
  if (!started) return;
  const kind = METHODS.includes(method) ? method : "other";
  started.requests.observe({ method: kind, route: started.patternOf(url), status }, seconds);
}

/**
 * Makes a call of the API and counts it.
 * @param call method and pattern, such as `GET /assessments/{id}`
 */
export async function countCall<T>(call: string, make: () => Promise<T>): Promise<T> {
  if (!started) return make();
  const { calls } = started;
  const end = calls.startTimer({ call });
  try {
    const answer = await make();
    end({ outcome: "ok" });
    return answer;
  } catch (error) {
    end({ outcome: error instanceof Error && "status" in error ? String(error.status) : "error" });
    throw error;
  }
}

/** Counts an attempt that the API failed. */
export function countFault(call: string, status: number | string): void {
  started?.faults.inc({ call, status });
}

/** Counts a change that was to be saved by what became of it, and returns that. */
export function countSave<const Outcome extends { kind: string }>(outcome: Outcome): Outcome {
  started?.saves.inc({ outcome: outcome.kind });
  return outcome;
}

/** Counts a task of the workers that ended. */
export function countTask(task: string, outcome: "done" | "busy" | "too heavy" | "failed" | "given up"): void {
  started?.tasks.inc({ task, outcome });
}

/** A function that finds the pattern of an address, such as `/assessments/:assessmentId/summary`. */
function patternsOf(routes: RouteTable): (url: string) => string {
  const below = (parent: string | undefined): Branch[] =>
    Object.values(routes)
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index }) => (index ? { id, index } : { id, ...(path === undefined ? {} : { path }), children: below(id) }));
  const tree = below(undefined);
  return (url) => {
    const path = (url.split(/[?#]/)[0] ?? "").replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");
    return `/${(matchRoutes(tree, path) ?? []).flatMap(({ route }) => routes[route.id]?.path || []).join("/")}`;
  };
}

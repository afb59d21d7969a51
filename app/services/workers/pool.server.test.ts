import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { onlyIf } from "../../../tests/support/only-if.ts";
import { LANES, openPool } from "./pool.server";
import { AT_ONCE } from "./turns.server";

const path = (file: string) => fileURLToPath(new URL(`../../../tests/support/workers/${file}`, import.meta.url));
const at = (file: string, idleMilliseconds = 60_000) => ({ filename: path(file), idleMilliseconds });
const LIMITS = {
  processes: 1,
  queue: 1,
  queueOfOne: 1,
  patience: 60_000,
  work: 60_000,
  time: 60_000,
  megabytes: 32,
  resident: 400,
  kept: 300,
};

let pool: ReturnType<typeof openPool>;
let gate: Server | undefined;
afterEach(async () => {
  gate?.close();
  await pool.close();
});

const failed = { name: "TaskFailure", reason: "failed" };
const tooHeavy = { name: "TaskFailure", reason: "too heavy" };
const busy = { name: "TaskFailure", reason: "busy" };

/** A server that holds the tasks `wait`. */
async function openGate() {
  gate = createServer().listen(0, "127.0.0.1");
  const arrived = once(gate, "connection");
  await once(gate, "listening");
  return {
    port: (gate.address() as AddressInfo).port,
    arrived,
    letGo: async () => (await arrived)[0].destroy(),
  };
}

function isAlive(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch {
    return false;
  }
}
const gone = (process_: number) => vi.waitFor(() => expect(isAlive(process_)).toBe(false), 20_000);

/** The process that does the pool's next task. */
const worker = async () => (await pool.run("pid", undefined)) as number;

test.each([
  ["hoard", tooHeavy],
  ["spin", tooHeavy],
  ["abort", tooHeavy],
  ["fail", failed],
  ["exit", failed],
] as const)(
  "a worker that misbehaves fails its task alone; what waits behind it is done, and so is the next one: %s",
  async (task, why) => {
    pool = openPool(LIMITS, at("misbehaving.js"));
    const misbehaving = expect(pool.run(task, undefined, task === "spin" ? { time: 500 } : {})).rejects.toMatchObject(why);
    const behind = pool.run("echo", "behind");
    await misbehaving;
    expect(await behind).toBe("behind");
    expect(await pool.run("echo", "next")).toBe("next");
  },
);

/** Where the memory of a process can be seen, and its place among those that Linux ends first. */
const LINUX = onlyIf(existsSync("/proc/self/oom_score_adj"), "it needs /proc, as Linux has it");

test("a worker that takes memory outside of its heap is ended, and fails its task alone", LINUX, async () => {
  pool = openPool({ ...LIMITS, resident: 200 }, at("misbehaving.js"));
  const process_ = await worker();
  await expect(pool.run("hoardOutside", undefined)).rejects.toMatchObject(tooHeavy);
  await gone(process_);
  expect(await pool.run("echo", "next")).toBe("next");
});

test("a worker that has grown gets no other task", LINUX, async () => {
  pool = openPool({ ...LIMITS, kept: 120 }, at("misbehaving.js"));
  const first = (await pool.run("grow", undefined)) as number;
  expect(await worker()).not.toBe(first);
  await gone(first);
});

test("a worker is ended before the process that it works for, where the system has no memory left", LINUX, async () => {
  pool = openPool(LIMITS, at("misbehaving.js"));
  const score = (process_: number) => Number(readFileSync(`/proc/${process_}/oom_score_adj`, "utf8"));
  expect(score(await worker())).toBeGreaterThan(score(process.pid));
});

test("what waits in vain is told that all are busy, not that it is too heavy; what waits in time has all its time to work", async () => {
  pool = openPool({ ...LIMITS, queue: 2 }, at("misbehaving.js"));
  const { port, letGo } = await openGate();
  const running = pool.run("wait", port);
  const behind = pool.run("echo", "behind", { time: 1_500 });
  await expect(pool.run("echo", "in vain", { patience: 2_000, time: 1_500 })).rejects.toMatchObject(busy);
  await letGo();
  expect(await Promise.all([running, behind])).toEqual(["done", "behind"]);
});

test("the start of a worker is no work, and one that starts too late is busy", async () => {
  pool = openPool(LIMITS, at("slow.js"));
  expect(await pool.run("echo", "done", { time: 2_000 })).toBe("done");
  await pool.close();
  pool = openPool(LIMITS, at("slow.js"));
  await expect(pool.run("echo", "late", { patience: 500 })).rejects.toMatchObject(busy);
});

test.each(Object.entries(LANES))("nobody's tasks take as long as another person waits: %s", (_, { patience, time, processes }) => {
  expect(patience).toBeGreaterThan((time * AT_ONCE) / Math.min(processes, AT_ONCE));
});

test("a task may take longer than its time of the processor, as on a busy machine, but not use more", LINUX, async () => {
  pool = openPool({ ...LIMITS, processes: 2, work: 300 }, at("misbehaving.js"));
  const { port, letGo } = await openGate();
  const starved = pool.run("wait", port);
  await expect(pool.run("spin", undefined)).rejects.toMatchObject(tooHeavy);
  await letGo();
  expect(await starved).toBe("done");
});

test("what does not fit into the queue is turned away at once, and what waits is done", async () => {
  pool = openPool(LIMITS, at("misbehaving.js"));
  const { port, letGo } = await openGate();
  const [running, waiting] = [pool.run("wait", port), pool.run("echo", "waiting")];
  await expect(pool.run("echo", "late")).rejects.toMatchObject(busy);
  await letGo();
  expect(await Promise.all([running, waiting])).toEqual(["done", "waiting"]);
});

test("people take turns, and the many tasks of one turn away no other", async () => {
  pool = openPool({ ...LIMITS, queue: 5, queueOfOne: 4 }, at("misbehaving.js"));
  const { port, letGo } = await openGate();
  const done: string[] = [];
  const ask = (person: string, name: string) => pool.run("echo", name, { person }).then(() => done.push(name));
  const running = pool.run("wait", port, { person: "mallory" });
  const all = [1, 2, 3, 4].map((count) => ask("mallory", `mallory ${count}`));
  await expect(ask("mallory", "one too many")).rejects.toMatchObject(busy);
  all.push(ask("kim", "kim"));
  await expect(ask("lee", "no room for anybody")).rejects.toMatchObject(busy);
  await letGo();
  await Promise.all([running, ...all]);
  expect(done).toEqual(["mallory 1", "kim", "mallory 2", "mallory 3", "mallory 4"]);
});

test("what nobody waits for any more leaves the queue, and a worker that is busy with it is ended", async () => {
  pool = openPool(LIMITS, at("misbehaving.js"));
  const { port, arrived } = await openGate();
  const process_ = await worker();
  const [first, second] = [new AbortController(), new AbortController()];
  const running = expect(pool.run("wait", port, { asker: first.signal })).rejects.toMatchObject(failed);
  const waiting = expect(pool.run("echo", "waiting", { asker: second.signal })).rejects.toMatchObject(failed);
  await arrived;
  second.abort();
  await waiting;
  expect(pool.load()).toEqual({ running: 1, waiting: 0 });
  // Its place is free at once, although the worker is busy.
  const next = pool.run("echo", "next");
  first.abort();
  await running;
  expect(await next).toBe("next");
  await gone(process_);
  await expect(pool.run("echo", "late", { asker: AbortSignal.abort() })).rejects.toMatchObject(failed);
});

test("a worker that cannot be loaded fails what waits for it, each time anew", async () => {
  pool = openPool(LIMITS, at("missing.js"));
  await expect(pool.run("echo", 1)).rejects.toMatchObject(failed);
  await expect(pool.run("echo", 2)).rejects.toMatchObject(failed);
});

test("a task may be given bytes, dates and what is missing, and may answer with them", async () => {
  pool = openPool(LIMITS, at("misbehaving.js"));
  const bytes = new Uint8Array(3_000_000).fill(7);
  const given = { date: new Date(0), missing: undefined };
  const answered = (await pool.run("echo", { ...given, bytes })) as typeof given & { bytes: Uint8Array };
  expect(answered).toMatchObject(given);
  expect(Buffer.compare(answered.bytes, bytes)).toBe(0);
});

test("a worker does one task after another, and ends when there is none for a while", async () => {
  pool = openPool(LIMITS, at("misbehaving.js", 1_000));
  const first = await worker();
  expect(await worker()).toBe(first);
  await gone(first);
  expect(await worker()).not.toBe(first);
});

test("a worker that is killed while it is idle is replaced", async () => {
  pool = openPool(LIMITS, at("misbehaving.js"));
  const first = await worker();
  process.kill(first, "SIGKILL");
  await gone(first);
  expect(await worker()).not.toBe(first);
});

test("a worker finishes its task when the whole group is told to end", async () => {
  pool = openPool(LIMITS, at("misbehaving.js"));
  const { port, arrived, letGo } = await openGate();
  const process_ = await worker();
  const running = pool.run("wait", port);
  await arrived;
  process.kill(process_, "SIGTERM");
  process.kill(process_, "SIGINT");
  await letGo();
  expect(await running).toBe("done");
});

test("a worker ends with the process that it works for, even if that is killed", async () => {
  pool = openPool(LIMITS, at("misbehaving.js"));
  const parent = spawn(process.execPath, ["--import", "tsx", path("parent.ts")], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await once(parent.stdout, "data");
  const process_ = Number(said);
  expect(isAlive(process_)).toBe(true);
  parent.kill("SIGKILL");
  await gone(process_);
});

test("when the pool is closed its workers end, and what runs or waits fails", async () => {
  pool = openPool(LIMITS, at("misbehaving.js"));
  const { port, arrived } = await openGate();
  const process_ = await worker();
  const tasks = [pool.run("wait", port), pool.run("echo", "waiting")].map((task) => expect(task).rejects.toMatchObject(failed));
  await arrived;
  await pool.close();
  expect(isAlive(process_)).toBe(false);
  await Promise.all(tasks);
});

test("a worker is not told the secrets of the environment", async () => {
  vi.stubEnv("SESSION_SECRET", "a secret");
  vi.stubEnv("DATABASE_URL", "postgres://somebody:password@localhost/db");
  vi.stubEnv("FONTCONFIG_PATH", "/etc/fonts");
  try {
    pool = openPool(LIMITS, at("misbehaving.js"));
    const environment = await pool.run("environment", undefined);
    expect(environment).toMatchObject({ PATH: process.env.PATH, FONTCONFIG_PATH: "/etc/fonts" });
    expect(JSON.stringify(environment)).not.toMatch(/secret|password/i);
  } finally {
    vi.unstubAllEnvs();
  }
});

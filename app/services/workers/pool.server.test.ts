import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { openPool } from "./pool.server";

const at = (file: string) => ({ filename: fileURLToPath(new URL(`../../../tests/support/workers/${file}`, import.meta.url)) });
const LIMITS = { threads: 1, queue: 1, milliseconds: 60_000, megabytes: 32 };

let pool: ReturnType<typeof openPool>;
afterEach(() => pool.close());

const failed = { name: "TaskFailed", reason: "failed" };

test.each(["hoard", "fail", "exit", "spin"])(
  "a worker that misbehaves fails its task alone; what waits behind it is done, and so is the next one: %s",
  async (task) => {
    pool = openPool(LIMITS, at("misbehaving.js"));
    const misbehaving = expect(pool.run(task, undefined, task === "spin" ? 500 : undefined)).rejects.toMatchObject(failed);
    const behind = pool.run("echo", "behind");
    await misbehaving;
    expect(await behind).toBe("behind");
    expect(await pool.run("echo", "next")).toBe("next");
  },
);

test("what does not fit into the queue is turned away at once, and what waits is done", async () => {
  pool = openPool(LIMITS, at("misbehaving.js"));
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const [running, waiting] = [pool.run("wait", gate), pool.run("echo", "waiting")];
  await expect(pool.run("echo", "late")).rejects.toMatchObject({ name: "TaskFailed", reason: "busy" });
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  expect(await Promise.all([running, waiting])).toEqual(["done", "waiting"]);
});

test("a worker that cannot be loaded fails what waits for it, each time anew", async () => {
  pool = openPool(LIMITS, at("missing.js"));
  await expect(pool.run("echo", 1)).rejects.toMatchObject(failed);
  await expect(pool.run("echo", 2)).rejects.toMatchObject(failed);
});

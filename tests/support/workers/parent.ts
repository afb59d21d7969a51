/** A process with a worker: says which it is, and goes on until it is ended. */
import { fileURLToPath } from "node:url";
import { openPool } from "~/services/workers/pool.server";

const filename = fileURLToPath(new URL("./misbehaving.js", import.meta.url));
const pool = openPool(
  { processes: 1, queue: 1, queueOfOne: 1, patience: 60_000, work: 60_000, time: 60_000, megabytes: 32, resident: 400, kept: 300 },
  { filename, idleMilliseconds: 60_000 },
);
console.log(await pool.run("pid", undefined));
setInterval(() => {}, 60_000);

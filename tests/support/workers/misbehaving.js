// Tasks that behave as no task should, and some that tell about their worker.
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { serve } from "../../../app/workers/serve.js";

const echo = (value) => value;
const hoard = () => {
  const hoarded = [];
  for (;;) hoarded.push(new Array(1_000).fill(hoarded.length));
};
/** Takes memory that the limit of the heap does not see, up to a bound that spares the machine. */
const hoardOutside = async () => {
  const hoarded = [];
  for (let count = 0; count < 150; count += 1) {
    hoarded.push(Buffer.alloc(4 * 1024 * 1024, 1));
    await pause(5);
  }
  return "hoarded";
};
const grown = [];
/** Keeps memory, and says whose it is. */
const grow = () => {
  grown.push(Buffer.alloc(120 * 1024 * 1024, 1));
  return process.pid;
};
const spin = () => {
  for (;;);
};
const fail = () => {
  throw new Error("A fault in the task.");
};
const exit = () => process.exit(7);
const abort = () => process.abort();
/** Goes on once the connection to this port is closed. */
const wait = (port) => new Promise((resolve) => connect(port, "127.0.0.1").once("close", () => resolve("done")));
/** The worker's process. */
const pid = () => process.pid;
const environment = () => process.env;

serve({ echo, hoard, hoardOutside, grow, spin, fail, exit, abort, wait, pid, environment });

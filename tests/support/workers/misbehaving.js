// Tasks that behave as no task should, and some that tell about their worker.
import { connect } from "node:net";
import { serve } from "../../../app/workers/serve.js";

const echo = (value) => value;
const hoard = () => {
  const hoarded = [];
  for (;;) hoarded.push(new Array(1_000).fill(hoarded.length));
};
const spin = () => {
  for (;;);
};
const fail = () => {
  throw new Error("A fault in the task.");
};
const exit = () => process.exit(7);
/** Goes on once the connection to this port is closed. */
const wait = (port) => new Promise((resolve) => connect(port, "127.0.0.1").once("close", () => resolve("done")));
/** The worker's process. */
const pid = () => process.pid;
const environment = () => process.env;

serve({ echo, hoard, spin, fail, exit, wait, pid, environment });

// Takes a while until it takes tasks.
import { setTimeout as pause } from "node:timers/promises";

await pause(2_500);
await import("./misbehaving.js");

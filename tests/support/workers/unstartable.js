// Loaded into a server by NODE_OPTIONS: its workers cannot start, the server itself can.
import { isMainThread } from "node:worker_threads";

if (!isMainThread) throw new Error("This worker does not start.");

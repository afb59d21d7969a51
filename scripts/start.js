// @ts-check
// npm start: runs the demo on this machine, with a database of its own; builds first if necessary. Containers run server.js itself.
import "./node-version.js";
import process from "node:process";
import { buildIfStale, root } from "./build.js";

process.chdir(root);
process.env.DEMO ??= "1";
process.env.NODE_ENV = "production";
try {
  buildIfStale();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import("../server.js");

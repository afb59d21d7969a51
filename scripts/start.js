// @ts-check
// npm start: the demo on this machine, built when need be. Containers run server.js itself.
import process from "node:process";
import { buildIfStale, root } from "./build.js";

process.chdir(root);
process.env.DEMO ??= "1";
process.env.NODE_ENV = "production";
buildIfStale();
await import("../server.js");

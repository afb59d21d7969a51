// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** What goes into the build. */
const SOURCES = [
  "app",
  "model",
  "api",
  "public",
  "package-lock.json",
  "package.json",
  "remix.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];
/** Written last by the build, so it is only there when the build ended well. */
const RESULT = "build/server/index.js";

/**
 * True when there is no build or one of its sources is newer. Tests are no sources.
 * @param {string} [folder] the project's folder
 */
export function isBuildStale(folder = root) {
  const result = join(folder, RESULT);
  return !existsSync(result) || SOURCES.some((source) => newestChange(join(folder, source)) > statSync(result).mtimeMs);
}

/**
 * When a file, or anything below a folder, was last changed, in milliseconds. A folder's own time counts, because
 * nothing else tells that a file was removed.
 * @param {string} path
 * @returns {number}
 */
function newestChange(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry || /\.test\.tsx?$/.test(path)) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

/**
 * Builds the web application where the build is missing or older than its sources, and says so.
 * @throws Error when it cannot be built; the reason has been printed by then
 */
export function buildIfStale() {
  if (!isBuildStale()) return;
  console.log("Building the web application …");
  const cli = join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const { status } = spawnSync(process.execPath, [cli, "vite:build", "--logLevel", "warn"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error("The web application could not be built; the reason stands above.");
}

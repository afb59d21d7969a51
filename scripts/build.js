// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The files and folders that the build is made from. */
const SOURCES = [
  "app",
  "model",
  "api",
  "tools",
  "public",
  "package-lock.json",
  "package.json",
  "remix.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];
/** Written last, so it exists only after a successful build. */
const RESULT = "build/server/index.js";

/**
 * Whether there is no build, or one of its sources is newer. Tests do not count as sources.
 * @param {string} [folder] the project's folder
 */
export function isBuildStale(folder = root) {
  const result = join(folder, RESULT);
  return !existsSync(result) || SOURCES.some((source) => newestChange(join(folder, source)) > statSync(result).mtimeMs);
}

/**
 * When a file, or anything in a folder, was last changed, in milliseconds. The folder's own time counts too: only it shows that a file
 * was removed.
 * @param {string} path
 * @returns {number}
 */
function newestChange(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry || /\.test\.tsx?$/.test(path)) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

/** How the web application is built: what to say, what Node runs, and in which environment. */
export const BUILD = {
  words: "Building the web application, which takes a minute or two …",
  command: [join(root, "node_modules/@remix-run/dev/dist/cli.js"), "vite:build", "--logLevel", "warn"],
  env: /** @type {NodeJS.ProcessEnv} */ ({ ...process.env, NODE_ENV: "production" }),
};

/**
 * Builds the web application if the build is missing or older than its sources, and prints that it does.
 * @throws Error when the build fails; the reason has been printed
 */
export function buildIfStale() {
  if (!isBuildStale()) return;
  const { words, command, env } = BUILD;
  console.log(words);
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit", env });
  if (status !== 0) throw new Error("The web application could not be built; the reason stands above.");
}

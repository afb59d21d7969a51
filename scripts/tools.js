// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";

/**
 * Where programs of these names are, in the order of the names.
 * @param {readonly string[]} commands
 * @returns {string[]} their paths
 */
export function findOnPath(commands) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).filter((path) => existsSync(path));
}

/**
 * Runs a command and shows what it says.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @returns {boolean} whether it succeeded
 */
export function run(command, parameters) {
  return spawnSync(command, parameters, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status === 0;
}

/** A registry that does not answer must not hold up the tests. */
const SHORT = ["-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=1"];

/**
 * Installs packages of Debian or Ubuntu, where that is allowed: as root only.
 * @param {readonly string[]} packages
 * @returns {boolean} whether they are installed
 */
export function installByApt(packages) {
  if (process.getuid?.() !== 0 || findOnPath(["apt-get"]).length === 0) return false;
  return run("apt-get", [...SHORT, "update"]) && run("apt-get", [...SHORT, "install", "-y", "--no-install-recommends", ...packages]);
}

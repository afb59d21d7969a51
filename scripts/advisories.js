// @ts-check
// npm run advisories: known vulnerabilities of the pinned packages. Fails for those rated high or critical, and, with another exit code,
// when the registry could not be asked.
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { root } from "./build.js";

/**
 * @typedef {{severity: string, via: (string | {title: string, url: string})[], fixAvailable: unknown}} Vulnerability
 * @typedef {{vulnerabilities?: Record<string, Vulnerability>, message?: string}} Report as `npm audit --json` prints it
 */

/** The ratings that stop a release. */
const STOPPING = ["high", "critical"];

/**
 * Judges a report: the lines to print, and the exit code: 0 clean, 1 something that stops a release, 2 the registry could not be asked.
 * @param {Report} report
 * @returns {{lines: string[], code: 0 | 1 | 2}}
 */
export function judge({ vulnerabilities, message }) {
  if (!vulnerabilities) return { lines: [`The registry could not be asked: ${message ?? "its answer is not known."}`], code: 2 };
  const entries = Object.entries(vulnerabilities);
  const lines = entries.map(([name, { severity, via, fixAvailable }]) => {
    const causes = via.map((cause) => (typeof cause === "string" ? `by way of ${cause}` : `${cause.title} (${cause.url})`));
    return `${severity}: ${name}: ${causes.join("; ")}${fixAvailable ? " – a fix is there" : ""}`;
  });
  if (entries.length === 0) lines.push("Nothing is known against the pinned packages.");
  return { lines, code: entries.some(([, { severity }]) => STOPPING.includes(severity)) ? 1 : 0 };
}

/**
 * @param {string} text
 * @returns {Report}
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.trim().split("\n")[0] ?? "" };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--omit=dev"], { cwd: root, encoding: "utf8" });
  const { lines, code } = judge(parse(stdout ?? ""));
  for (const line of lines) console.log(line);
  process.exitCode = code;
}

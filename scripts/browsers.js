// @ts-check
// npm run test:browsers: the main job in Firefox, WebKit and a text browser, and the HTML checker. Installs what is missing where it may.
// Arguments are passed to Vitest. It tries what is there, then fails with a list of what is missing.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { root } from "./build.js";
import { findOnPath, installByApt } from "./tools.js";

/** The programs of the suite: their possible names, and the package of Debian and Ubuntu that installs them. */
const TOOLS = {
  firefox: { commands: ["firefox-esr", "firefox"], from: "firefox-esr", what: "Firefox" },
  webkit: { commands: ["WebKitWebDriver"], from: "webkit2gtk-driver", what: "WebKit with its driver" },
  display: { commands: ["Xvfb"], from: "xvfb", what: "a display for WebKit" },
  text: { commands: ["w3m"], from: "w3m", what: "the text browser" },
  java: { commands: ["java"], from: "default-jre-headless", what: "Java for the HTML checker" },
};

/** @typedef {keyof typeof TOOLS} Tool */

const tools = /** @type {Tool[]} */ (Object.keys(TOOLS));

/**
 * Whether these programs are all here. A test that needs one that is not is skipped.
 * @param {...Tool} wanted
 */
export const hasTools = (...wanted) => wanted.every((tool) => findOnPath(TOOLS[tool].commands).length > 0);

/**
 * Which of these programs are not here, in words.
 * @param {...Tool} wanted
 */
export const lackOf = (...wanted) =>
  `missing: ${wanted
    .filter((tool) => !hasTools(tool))
    .map((tool) => TOOLS[tool].what)
    .join(" and ")}`;

/**
 * @param {Tool} tool
 * @returns {string} its path
 * @throws Error when it is not here
 */
export function findTool(tool) {
  const [path] = findOnPath(TOOLS[tool].commands);
  if (!path) throw new Error(`${TOOLS[tool].what} is missing: ${TOOLS[tool].commands.join(" or ")}`);
  return path;
}

/** What is missing, in words; undefined when nothing is. */
export function missingTools() {
  const missing = tools.filter((tool) => !hasTools(tool));
  if (missing.length === 0) return undefined;
  const lines = missing.map((tool) => `  ${TOOLS[tool].commands.join(" or ")}: ${TOOLS[tool].what}`);
  const command = `apt-get install --no-install-recommends ${missing.map((tool) => TOOLS[tool].from).join(" ")}`;
  return ["The tests in other browsers lack, on the PATH:", ...lines, `On Debian and Ubuntu, as root: ${command}`].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = tools.filter((tool) => !hasTools(tool));
  if (missing.length > 0) installByApt(missing.map((tool) => TOOLS[tool].from));
  const lacking = missingTools();
  if (lacking) console.error(lacking);
  const command = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project=browsers", ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" });
  process.exitCode = lacking ? 1 : (status ?? 1);
}

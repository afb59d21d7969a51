// @ts-check
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { builtPathOf } from "./command.js";

/** What npm runs from the API's sources: the API as a process of its own, and its commands. */
const SCRIPT = /^node scripts\/command\.js (api\/\S+\.ts)$/;

/**
 * The modules that `package.json` runs through `scripts/command.js`, each with the name of the file that it becomes in `build/server`.
 * @returns {{source: string, fileName: string}[]}
 */
export function commandsOfApi() {
  /** @type {{scripts: Record<string, string>}} */
  const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return Object.values(scripts).flatMap((line) => {
    const source = SCRIPT.exec(line)?.[1];
    return source ? [{ source, fileName: builtPathOf(source).replace(/^build\/server\//, "") }] : [];
  });
}

/**
 * Vite plugin: builds the API and its commands beside the web application, so that production needs nothing that reads TypeScript.
 * @returns {import("vite").Plugin}
 */
export function apiChunks() {
  return {
    name: "api-chunks",
    apply: "build",
    buildStart() {
      if (!this.environment.config.build.ssr) return;
      for (const { source, fileName } of commandsOfApi())
        this.emitFile({ type: "chunk", id: fileURLToPath(new URL(`../${source}`, import.meta.url)), fileName });
    },
  };
}

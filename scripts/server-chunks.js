// @ts-check
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { builtPathOf } from "./command.js";

/** What npm runs from sources: the API as a process of its own, its commands, and the tools of authors. */
const SCRIPT = /^node scripts\/command\.js ((?:api|tools)\/\S+\.ts)$/;

/**
 * The modules that `package.json` runs through `scripts/command.js`, each with the name of the file that it becomes in `build/server`.
 * @returns {{source: string, fileName: string}[]}
 */
export function commands() {
  /** @type {{scripts: Record<string, string>}} */
  const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return Object.values(scripts).flatMap((line) => {
    const source = SCRIPT.exec(line)?.[1];
    return source ? [{ source, fileName: builtPathOf(source).replace(/^build\/server\//, "") }] : [];
  });
}

/**
 * Vite plugin: also builds the modules that the web application does not import. These are the commands, so that production does not
 * read TypeScript, and the module of the workers, whose address is in `import.meta.BUILT_WORKER`. Without a build that is undefined.
 * @param {string} worker path of the workers' module
 * @returns {import("vite").Plugin}
 */
export function serverChunks(worker) {
  let reference = "";
  return {
    name: "server-chunks",
    apply: "build",
    buildStart() {
      if (!this.environment.config.build.ssr) return;
      reference = this.emitFile({ type: "chunk", id: worker, fileName: "tasks.worker.js", preserveSignature: "strict" });
      for (const { source, fileName } of commands())
        this.emitFile({ type: "chunk", id: fileURLToPath(new URL(`../${source}`, import.meta.url)), fileName });
    },
    transform(code) {
      if (reference === "" || !code.includes("import.meta.BUILT_WORKER")) return;
      return { code: code.replaceAll("import.meta.BUILT_WORKER", `import.meta.ROLLUP_FILE_URL_${reference}`), map: null };
    },
  };
}

// @ts-check
// npm run api, entry-link, content and db: from the source, or, where the development packages are not installed, from the build.
import "./node-version.js";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Where the build has a command, relative to the project's folder.
 * @param {string} source such as `api/commands/db.ts`
 */
export const builtPathOf = (source) => `build/server/${source.replace(/\.ts$/, ".js")}`;

/**
 * Makes TypeScript importable.
 * @returns {Promise<boolean>} false where the package that does so is not installed
 */
async function canReadSources() {
  try {
    (await import("tsx/esm/api")).register();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return false;
    throw error;
  }
}

const [, self = "", source] = process.argv;
if (source && self === fileURLToPath(import.meta.url)) {
  // The command finds its arguments where they would be without this module.
  process.argv.splice(1, 1);
  const path = (await canReadSources()) ? source : builtPathOf(source);
  await import(pathToFileURL(path).href);
}

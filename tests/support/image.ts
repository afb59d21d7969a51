/** The folder that the Dockerfile makes, laid out on this machine from the same instructions: what runs in it, runs in the container. */
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { root } from "../../scripts/build.js";
import { productionPackages } from "../../scripts/sbom.js";

/**
 * Lays out the last stage of the Dockerfile in a new folder outside the project, where Node finds no other package. In the place of `npm ci
 * --omit=dev` it takes, of the packages that are installed here, those that the lock file needs for production.
 * @returns the folder, and what removes it
 */
export function layOutImage(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "image-"));
  const stages = readFileSync(join(root, "Dockerfile"), "utf8").split(/^FROM .*$/m);
  // The last stage goes on from the first.
  for (const line of [stages[1], stages.at(-1)].join("\n").split("\n")) {
    const [, stage, paths = ""] = /^COPY (?:--from=(\w+) )?(.+)$/.exec(line) ?? [];
    const sources = paths.split(" ").map((path) => path.replace(/^\/app\//, ""));
    const target = sources.pop();
    if (target === undefined || sources.length === 0) continue;
    for (const source of sources) {
      const to = join(folder, target.endsWith("/") ? join(target, basename(source)) : target);
      if (stage === "packages") for (const path of productionPackages().keys()) put(join(root, path), join(folder, path), ["node_modules"]);
      else put(join(root, source), to);
    }
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Puts a file or folder into another place without writing it a second time, where the disk allows. What is not there is left out. */
function put(from: string, to: string, without: string[] = []): void {
  const entry = statSync(from, { throwIfNoEntry: false });
  if (entry?.isDirectory()) {
    for (const name of readdirSync(from)) if (!without.includes(name)) put(join(from, name), join(to, name));
  } else if (entry) {
    mkdirSync(dirname(to), { recursive: true });
    try {
      linkSync(from, to);
    } catch {
      copyFileSync(from, to);
    }
  }
}

// @ts-check
// npm run pack: one archive with everything that runs, for a server of the same kind of system, without a registry (docs/installing.md).
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { buildIfStale, root } from "./build.js";
import { productionPackages } from "./sbom.js";

/** What runs, as in the Dockerfile, and what operators read and install. */
const PARTS = [
  ...["build/client", "build/server", "server.js", "scripts/command.js", "scripts/node-version.js", "api/content/p3m3", "api/content/itil"],
  ...["deploy", "docs", "package.json", "package-lock.json", "README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md"],
];

/** Of the Chinese typeface images use one file for each of two weights, of two hundred. */
const isNeeded = (/** @type {string} */ path) =>
  !/noto-sans-sc\/files\//.test(path) || /-chinese-simplified-[46]00-normal\.woff$/.test(path);

/**
 * The files below a folder, or the file itself.
 * @param {string} path relative to the project's folder; nothing is found where it does not exist
 * @param {string[]} without names of folders that are left out
 * @returns {string[]}
 */
function filesOf(path, without = []) {
  const entry = statSync(join(root, path), { throwIfNoEntry: false });
  if (!entry?.isDirectory()) return entry ? [path] : [];
  return readdirSync(join(root, path)).flatMap((name) => (without.includes(name) ? [] : filesOf(`${path}/${name}`, without)));
}

/** The files that the archive holds, relative to the project's folder. Packages for another kind of system are not installed here. */
export function packedFiles() {
  const packages = [...productionPackages().keys()].flatMap((path) => filesOf(path, ["node_modules"]));
  return [...PARTS.flatMap((path) => filesOf(path)), ...packages.filter(isNeeded)];
}

/**
 * Writes the archive, whose files are all in the folder `assessments`.
 * @returns {string} its path
 * @throws Error with tar's own words when it fails
 */
export function pack() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const archive = join(root, `build/assessments-${version}-${process.platform}-${process.arch}.tar.gz`);
  const folder = mkdtempSync(join(tmpdir(), "pack-"));
  try {
    const list = join(folder, "files");
    writeFileSync(list, packedFiles().join("\n"));
    const how = ["--owner=0", "--group=0", "--mode=u=rwX,go=rX", "--transform=s,^,assessments/,"];
    const { status, stderr } = spawnSync("tar", ["-czf", archive, ...how, "-C", root, "-T", list], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return archive;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(join(root, "node_modules"))) throw new Error("npm ci comes first.");
  buildIfStale();
  const archive = pack();
  console.log(`${archive} (${Math.round(statSync(archive).size / 1024 / 1024)} MB)`);
}

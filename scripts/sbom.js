// @ts-check
// npm run sbom: writes build/sbom.json, the list of all packages that the image may hold (CycloneDX), from the lock file.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { root } from "./build.js";

const FILE = "build/sbom.json";

/**
 * @typedef {{name?: string, version?: string, dev?: true, devOptional?: true}} Locked
 * @typedef {{ref: string, dependsOn?: string[]}} Dependency
 * @typedef {{components: {"bom-ref": string}[], dependencies: Dependency[], metadata: {component: {name: string}}} & Record<string, unknown>} Bom
 */

/**
 * Where the packages lie that production needs, and what they are, by `name@version`. Not among them: packages for development, and what
 * npm installs because another package may want its types.
 * @returns {Map<string, string>} name and version by path, such as `node_modules/zod`
 */
export function productionPackages() {
  /** @type {{packages: Record<string, Locked>}} */
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return new Map(
    Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
      .map(([path, { name, version }]) => [path, `${name ?? path.replace(/^.*node_modules\//, "")}@${version}`]),
  );
}

/**
 * What production is made of. npm's own `--omit=dev` leaves out many packages that production needs, so the choice is made here.
 * @returns {Bom}
 * @throws Error with npm's own words when it cannot tell
 */
export function sbom() {
  const command = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  const { stdout, stderr, status } = spawnSync("npm", command, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(stderr);
  /** @type {Bom} */
  const bom = JSON.parse(stdout);
  const kept = new Set(productionPackages().values());
  /** @type {{name: string, version: string}} */
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // npm takes the name of the folder.
  bom.metadata.component.name = name;
  return {
    ...bom,
    components: bom.components.filter((component) => kept.has(component["bom-ref"])),
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref) || ref === `${name}@${version}`)
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bom = sbom();
  const path = join(root, FILE);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(bom, undefined, 2)}\n`);
  console.log(`${bom.components.length} packages in ${FILE}`);
}

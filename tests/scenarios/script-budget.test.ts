/** How much script a screen loads, and how large the style sheet is (docs/performance.md#budgets). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { root } from "../../scripts/build.js";

/** In kB (1000 bytes) of gzip. Raise one with a line of reason in the commit. */
const BUDGET = { script: 160, styles: 20 };

interface Route {
  id: string;
  parentId?: string;
  module: string;
  imports?: string[];
  css?: string[];
}
interface Manifest {
  url: string;
  entry: { module: string; imports: string[] };
  routes: Record<string, Route>;
}

/** What the build tells browsers of its routes. */
function readManifest(): Manifest {
  const assets = join(root, "build/client/assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  return JSON.parse(/=(\{.*\})/s.exec(readFileSync(join(assets, name), "utf8"))?.[1] ?? "");
}

const manifest = readManifest();

/** A route and those around it. */
function branchOf(id: string): Route[] {
  const route = manifest.routes[id];
  return route ? [route, ...(route.parentId === undefined ? [] : branchOf(route.parentId))] : [];
}

const sizeOf = (file: string) => gzipSync(readFileSync(join(root, "build/client", file))).length / 1000;

/** Checks that files take no more than a budget; a failure lists the largest. */
function expectWithin(budget: number, files: readonly string[]) {
  const sizes = [...new Set(files)].map((file) => ({ file, size: sizeOf(file) })).sort((a, b) => b.size - a.size);
  const listed = sizes.slice(0, 8).map(({ file, size }) => `${size.toFixed(1)} kB ${file}`);
  expect(
    sizes.reduce((sum, { size }) => sum + size, 0),
    `The largest files:\n${listed.join("\n")}`,
  ).toBeLessThanOrEqual(budget);
}

const { url, entry } = manifest;

test(`no screen loads more than ${BUDGET.script} kB of script`, () => {
  for (const id of Object.keys(manifest.routes))
    expectWithin(BUDGET.script, [
      url,
      entry.module,
      ...entry.imports,
      ...branchOf(id).flatMap(({ module, imports = [] }) => [module, ...imports]),
    ]);
});

test(`every screen loads the same style sheet, of at most ${BUDGET.styles} kB`, () => {
  const sheets = [...new Set(Object.values(manifest.routes).flatMap(({ css = [] }) => css))];
  expect(sheets).toEqual(manifest.routes.root?.css);
  expect(sheets).toHaveLength(1);
  expectWithin(BUDGET.styles, sheets);
});

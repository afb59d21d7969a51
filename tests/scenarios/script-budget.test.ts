/** How much script a screen loads, and how large the style sheet is (docs/performance.md#budgets). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/build.js";

/** In kB (1000 bytes) of gzip. Raise one with a line of reason in the commit. */
const BUDGET = { script: 147, styles: 20 };
/** Over HTTP/1.1 a browser asks for six at a time. */
const FILES = 24;

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

describe.each(Object.keys(manifest.routes))("%s", (id) => {
  const branch = branchOf(id);

  const { url, entry } = manifest;
  const scripts = [url, entry.module, ...entry.imports, ...branch.flatMap(({ module, imports = [] }) => [module, ...imports])];

  test(`loads at most ${BUDGET.script} kB of script, in at most ${FILES} files`, () => {
    expectWithin(BUDGET.script, scripts);
    expect(new Set(scripts).size).toBeLessThanOrEqual(FILES);
  });

  test(`loads at most ${BUDGET.styles} kB of styles, in one sheet that every screen shares`, () => {
    const sheets = [...new Set(branch.flatMap(({ css = [] }) => css))];
    expect(sheets).toEqual(manifest.routes.root?.css);
    expect(sheets).toHaveLength(1);
    expectWithin(BUDGET.styles, sheets);
  });
});

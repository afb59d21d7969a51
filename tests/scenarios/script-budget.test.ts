/** How much script a screen loads before it is live (docs/performance.md). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/build.js";
import { buildApp } from "../bench/apps.ts";

/** The aim, in kB (1000 bytes) of gzip above the bare page. */
const BUDGET = 35;

interface Route {
  id: string;
  parentId?: string;
  module: string;
  imports?: string[];
}
interface Manifest {
  url: string;
  entry: { module: string; imports: string[] };
  routes: Record<string, Route>;
}

/** What a build tells browsers of its routes. */
function manifestOf(folder: string): Manifest {
  const assets = join(folder, "build/client/assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  return JSON.parse(/=(\{.*\})/s.exec(readFileSync(join(assets, name), "utf8"))?.[1] ?? "");
}

/** The files that a route loads before it is live, with their sizes in kB. */
function filesOf(folder: string, { url, entry, routes }: Manifest, id: string): Map<string, number> {
  const files = new Set([url, entry.module, ...entry.imports]);
  for (let route = routes[id]; route; route = route.parentId === undefined ? undefined : routes[route.parentId])
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
  return new Map([...files].map((file) => [file, gzipSync(readFileSync(join(folder, "build/client", file))).length / 1000]));
}

const total = (files: Map<string, number>) => [...files.values()].reduce((sum, size) => sum + size, 0);
const product = manifestOf(root);

describe("script of a screen", () => {
  let bare = 0;
  beforeAll(() => {
    const page = buildApp("page");
    const manifest = manifestOf(page);
    bare = Math.max(...Object.keys(manifest.routes).map((id) => total(filesOf(page, manifest, id))));
  });

  test.each(Object.keys(product.routes))(`%s: at most ${BUDGET} kB more than a bare page`, (id) => {
    const files = filesOf(root, product, id);
    const more = total(files) - bare;
    const largest = [...files].sort(([, a], [, b]) => b - a).slice(0, 8);
    const listed = largest.map(([file, size]) => `${size.toFixed(1)} kB ${file}`).join("\n");
    expect(more, `${more.toFixed(1)} kB more than a bare page of ${bare.toFixed(1)} kB. The largest files:\n${listed}`).toBeLessThanOrEqual(
      BUDGET,
    );
  });

  test("a late part is one file: another try asks for no second one, of which the browser may remember that it did not come", () => {
    const text = (file: string) => readFileSync(join(root, "build/client", file), "utf8");
    const named = (file: string, pattern: RegExp) => [...text(file).matchAll(pattern)].map(([, name]) => `/assets/${name}`);
    const lateParts = Object.keys(product.routes).flatMap((id) => {
      const there = new Set(filesOf(root, product, id).keys());
      const parts = [...there].filter((file) => file !== product.url).flatMap((file) => named(file, /import\("\.\/([^"]+)"/g));
      return parts.map((part) => ({ id, part, further: named(part, /(?:from|import)"\.\/([^"]+)"/g).filter((file) => !there.has(file)) }));
    });
    expect(lateParts.length).toBeGreaterThan(0);
    expect(lateParts.filter(({ further }) => further.length > 0)).toEqual([]);
  });
});

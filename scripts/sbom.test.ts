import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./build.js";
import { productionPackages, sbom } from "./sbom.js";

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes: { alg: string; content: string }[];
}

test("the list names every package that production runs, with its version and hash, and none for development", () => {
  const bom = sbom();
  expect(bom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name: "maturity-assessment-tool" } } });
  const components = bom.components as unknown as Component[];
  const names = components.map(({ name }) => name);
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(new Set(components.map(({ name, version }) => `${name}@${version}`))).toEqual(new Set(productionPackages().values()));
  for (const name of ["tsx", "esbuild", "vite", "vitest", "typescript", "@remix-run/dev", "playwright"]) expect(names).not.toContain(name);
  for (const { name, hashes, purl } of components) {
    expect(hashes[0], name).toMatchObject({ alg: "SHA-512" });
    expect(purl, name).toMatch(/^pkg:npm\//);
  }
});

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isBuildStale } from "./build.js";

describe("isBuildStale", () => {
  let project: string;
  const at = (seconds: number, path: string) => utimesSync(join(project, path), seconds, seconds);
  function write(seconds: number, path: string) {
    mkdirSync(join(project, dirname(path)), { recursive: true });
    writeFileSync(join(project, path), "");
    at(seconds, path);
  }

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), "build-"));
    for (const path of [
      "app/routes/home/home.tsx",
      "model/text.ts",
      "api/app.ts",
      "tools/content/texts.ts",
      "public/favicon.svg",
      "package.json",
    ])
      write(1000, path);
    for (const folder of ["app/routes/home", "app/routes", "app", "model", "api", "tools/content", "tools", "public"]) at(1000, folder);
    write(2000, "build/server/index.js");
  });
  afterEach(() => rmSync(project, { recursive: true, force: true }));

  it("keeps a build that is newer than everything it was made of", () => {
    expect(isBuildStale(project)).toBe(false);
  });

  it("misses a build that is not there", () => {
    rmSync(join(project, "build"), { recursive: true });
    expect(isBuildStale(project)).toBe(true);
  });

  it.each([
    "app/routes/home/home.tsx",
    "model/text.ts",
    "api/app.ts",
    "tools/content/texts.ts",
    "public/favicon.svg",
    "package.json",
    "vite.config.ts",
  ])("notices a change of %s", (path) => {
    write(3000, path);
    expect(isBuildStale(project)).toBe(true);
  });

  it("notices that a file was removed", () => {
    rmSync(join(project, "app/routes/home/home.tsx"));
    at(3000, "app/routes");
    expect(isBuildStale(project)).toBe(true);
  });

  it.each(["app/routes/home.test.tsx", "tests/e2e/home.spec.ts", "README.md"])("does not build again for %s", (path) => {
    write(3000, path);
    at(1000, "app/routes");
    expect(isBuildStale(project)).toBe(false);
  });
});

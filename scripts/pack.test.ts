import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./build.js";
import { packedFiles } from "./pack.js";

describe("the archive of npm run pack", () => {
  const files = packedFiles();

  it("holds what the image copies, and deploy/ with its page", () => {
    const copied = [...readFileSync(join(root, "Dockerfile"), "utf8").matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(
      ([, paths = ""]) => paths.split(" ").map((path) => path.replace("/app/", "")),
    );
    expect(copied.length).toBeGreaterThan(3);
    const missing = copied.filter((path) => path !== "build" && !files.some((file) => file === path || file.startsWith(`${path}/`)));
    expect(missing).toEqual([]);
    for (const file of ["deploy/install", "deploy/settings", "docs/installing.md", "package.json"]) expect(files).toContain(file);
  });

  it("holds the packages of production, and none for development", () => {
    for (const name of ["express", "kysely", "sharp", "@photostructure/sqlite"])
      expect(files).toContain(`node_modules/${name}/package.json`);
    for (const name of ["tsx", "vite", "vitest", "typescript", "playwright"])
      expect(files.filter((file) => file.startsWith(`node_modules/${name}/`))).toEqual([]);
  });
});

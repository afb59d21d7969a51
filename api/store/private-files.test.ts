import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makePrivate } from "./private-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "private-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

it("keeps a file for its owner alone, whether it is new or there already", () => {
  const [fresh, old] = [join(folder, "fresh.db"), join(folder, "old.db")];
  writeFileSync(old, "");
  chmodSync(old, 0o644);
  for (const path of [fresh, old]) makePrivate(path);
  expect([modeOf(fresh), modeOf(old)]).toEqual([0o600, 0o600]);
});

it("leaves a folder as it is that was given instead of a file", () => {
  chmodSync(folder, 0o755);
  makePrivate(folder);
  expect(modeOf(folder)).toBe(0o755);
});

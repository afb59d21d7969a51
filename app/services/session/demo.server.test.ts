import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLeftAlone } from "./demo.server.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "demo-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a database where older demos kept theirs is named, unless another one was asked for", () => {
  const env = { NODE_ENV: "production" as const };
  expect(databaseLeftAlone(env, folder)).toEqual([]);
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "data/assessments.db"), "");
  expect(databaseLeftAlone(env, folder)).toEqual([
    "The demo keeps its data in data/demo.db. It did not touch data/assessments.db, where older demos kept theirs.",
  ]);
  expect(databaseLeftAlone({ ...env, DATABASE_URL: "file:./other.db" }, folder)).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { modelBranches } from "./model-branches.ts";

/** What differs between P3M3 and ITIL is in twin objects; a reader should not have to look for it elsewhere. */
const FEWER_THAN = 15;

const files = execFileSync("git", ["ls-files", "app"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && existsSync(path));

describe("branches on the maturity model", () => {
  it(`are fewer than ${FEWER_THAN} in the web application`, () => {
    const places = files.flatMap((file) => modelBranches(file, readFileSync(file, "utf8")));
    expect(places.length, places.join("\n")).toBeLessThan(FEWER_THAN);
  });

  it.each([
    'const words = found.assessmentType === "P3M3" ? "threads" : "practices";',
    'if ("ITIL" !== model) throw new Error();',
    'const is = subject.kind === "thread";',
    'switch (model) { case "ITIL": break; }',
    'const has = models.includes("ITIL");',
    'const isP3m3 = "perspectives" in scores;',
    "const isItil = /\\/itil\\/?$/i.test(path);",
  ])("are found in %s", (source) => {
    expect(modelBranches("app/example.ts", source)).toHaveLength(1);
  });

  it.each([
    "const { unit } = MODELS[found.assessmentType];",
    "const isSame = overview.assessmentType === found.assessmentType;",
    'const model: Role = "ITIL";',
  ])("are not found in %s", (source) => {
    expect(modelBranches("app/example.ts", source)).toEqual([]);
  });
});

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { queriesWithoutRule, WITHOUT_RULE } from "./seen.ts";

/** Whatever answers calls, sends mails, or does what an operator says. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "api"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|^api\/(store|demo|content)\//.test(path) && existsSync(path));

describe("a query on organizations or assessments", () => {
  it("goes through the rule of who may see them, or is listed with its reason", () => {
    const match = files.flatMap((file): [string, number][] => {
      const queries = queriesWithoutRule(readFileSync(file, "utf8"));
      return queries === 0 ? [] : [[file, queries]];
    });
    const listed = Object.entries(WITHOUT_RULE).map(([file, [queries]]): [string, number] => [file, queries]);
    expect(match.toSorted()).toEqual(listed.toSorted());
  });

  it.each([
    ['await work.db.selectFrom("organization").selectAll().execute();', 1],
    ['db\n  .selectFrom("action")\n  .leftJoin("assessment as origin", "origin.id", "action.assessment_id");', 1],
    ["await sql`select name from organization where id = 1`.execute(db);", 1],
    ['db.selectFrom("assessment").innerJoin("organization", "a", "b").where(isSeen(work)).execute();', 0],
    ["await readableOrganizations(work).execute();", 0],
    ['db.selectFrom("assessment_note").execute();', 0],
  ])("%j counts %i", (text, queries) => expect(queriesWithoutRule(text)).toBe(queries));
});

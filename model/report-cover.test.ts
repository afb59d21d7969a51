import { describe, expect, test } from "vitest";
import { coverFieldOf, coverFrom, coverProblem } from "./report-cover.ts";
import { textMessages } from "./text.ts";

describe("a field of the cover", () => {
  test.each(["", "2026-11-24", "2028-02-29"])("may have the date '%s'", (date) => {
    expect(coverProblem("date", date)).toBeUndefined();
  });

  test.each(["2026-02-29", "2026-13-01", "24 Nov 2026", "2026-11-24T10:00", "20261124", "26-11-24"])("has no date such as '%s'", (date) => {
    expect(coverProblem("date", date)).toBe(textMessages.day);
  });

  test("has a length", () => {
    expect(coverProblem("version", "x".repeat(40))).toBeUndefined();
    expect(coverProblem("version", "x".repeat(41))).toBe(textMessages.tooLong(40));
  });
});

test("the cover is read from the texts of the report, without what is empty or wrong", () => {
  const written = { summary: "Ours", "cover-version": " 1.2 ", "cover-date": "soon", "cover-authors": "", "cover-reviewer": "Robin\nVale" };
  expect(coverFrom(written)).toEqual({ version: "1.2", reviewer: "Robin Vale" });
  expect([coverFieldOf("cover-date"), coverFieldOf("cover-other"), coverFieldOf("summary")]).toEqual(["date", undefined, undefined]);
});

import { describe, expect, it } from "vitest";
import { summaryOf, tallyOfPlaywright, tallyOfVitest, total } from "./tally.js";

describe("tallyOfVitest", () => {
  const file = (status: string, tests: number) => ({ status, assertionResults: Array(tests).fill({}) });

  it("takes the counts of the report", () => {
    const report = { numPassedTests: 7, numFailedTests: 2, testResults: [file("passed", 5), file("failed", 4)] };
    expect(tallyOfVitest(report)).toEqual({ passed: 7, failed: 2 });
  });

  it("counts a file that could not be loaded as a failure", () => {
    const report = { numPassedTests: 7, numFailedTests: 0, testResults: [file("passed", 7), file("failed", 0)] };
    expect(tallyOfVitest(report)).toEqual({ passed: 7, failed: 1 });
  });
});

describe("tallyOfPlaywright", () => {
  it("takes only what went as expected at once for passed", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 4 };
    expect(tallyOfPlaywright({ stats, errors: [{ message: "no server" }] })).toEqual({ passed: 5, failed: 4 });
  });
});

describe("summaryOf", () => {
  it("says how long a suite took, in minutes and seconds", () => {
    expect(summaryOf({ suite: "unit", seconds: 65.4, status: 0, tally: { passed: 10, failed: 1 } })).toBe(
      "unit        1 min 05 s   10 passed, 1 failed",
    );
    expect(summaryOf({ suite: "browser", seconds: 719.6, status: 1, tally: undefined })).toBe("browser    12 min 00 s   no report");
  });
});

describe("total", () => {
  it("adds runs up", () => {
    const runs = [
      { status: 0, tally: { passed: 10, failed: 0 } },
      { status: 1, tally: { passed: 5, failed: 2 } },
    ];
    expect(total(runs)).toEqual({ passed: 15, failed: 2 });
  });

  it("never hides a run that ended badly", () => {
    expect(total([{ status: 1, tally: { passed: 3, failed: 0 } }])).toEqual({ passed: 3, failed: 1 });
    expect(total([{ status: 1, tally: undefined }])).toEqual({ passed: 0, failed: 1 });
    expect(total([{ status: null, tally: undefined }])).toEqual({ passed: 0, failed: 1 });
  });
});

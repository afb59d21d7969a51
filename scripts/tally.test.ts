import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./build.js";
import { isEmpty, leftOf, summaryOf, type Tally, tallyOfPlaywright, tallyOfVitest, total } from "./tally.js";

const tally = (parts: Partial<Tally>): Tally => ({ passed: 0, failed: 0, failures: [], skipped: [], notRun: [], ...parts });

describe("tallyOfVitest", () => {
  const file = (name: string, status: string, tests: string[], skipped?: string) => ({
    name: join(root, name),
    status,
    message: status === "failed" && tests.length === 0 ? "Error: no module\n    at once.ts" : "",
    assertionResults: tests.map((each, index) => ({
      status: each,
      ancestorTitles: ["sums"],
      title: `number ${index}`,
      failureMessages: each === "failed" ? ["\u001b[31mAssertionError: 1 is not 2\u001b[39m\n    at sums.test.ts"] : [],
      meta: each === "skipped" && skipped ? { skipped } : {},
    })),
  });

  it("counts what passed and failed", () => {
    const testResults = [file("a", "passed", ["passed", "passed"]), file("b", "failed", ["failed", "passed"])];
    expect(tallyOfVitest({ testResults })).toEqual(
      tally({ passed: 3, failed: 1, failures: ["b › sums › number 0: AssertionError: 1 is not 2"] }),
    );
  });

  it("counts a file that could not be loaded as a failure, and its tests as not run", () => {
    const testResults = [file("a", "passed", ["passed"]), file("b", "failed", [])];
    expect(tallyOfVitest({ testResults })).toEqual(
      tally({ passed: 1, failed: 1, failures: ["b: Error: no module"], notRun: [{ count: undefined, reason: "b could not be loaded" }] }),
    );
  });

  it("tells tests that were skipped from those that something before them kept from running", () => {
    const testResults = [
      file("a", "passed", ["skipped", "skipped", "passed"], "soffice is missing"),
      file("b", "passed", ["skipped"]),
      file("c", "failed", ["skipped", "pending"]),
    ];
    expect(tallyOfVitest({ testResults })).toEqual(
      tally({
        passed: 1,
        skipped: [
          { count: 2, reason: "soffice is missing" },
          { count: 1, reason: "b does not say why" },
        ],
        notRun: [{ count: 2, reason: "something failed before them in c" }],
      }),
    );
  });
});

describe("tallyOfPlaywright", () => {
  const test = (status: string, more = {}) => ({
    projectName: "js",
    expectedStatus: "passed",
    status,
    annotations: [],
    results: [{ errors: status === "unexpected" ? [{ message: "Error: no button\n\nCall log: waited\n    at a.spec.ts" }] : [] }],
    ...more,
  });
  const skipped = test("skipped", { expectedStatus: "skipped", annotations: [{ type: "skip", description: "no camera" }] });
  const lost = test("skipped", { results: [] });
  const suites = (...tests: ReturnType<typeof test>[]) => [
    { title: "a.spec.ts", specs: [], suites: [{ title: "Saving", specs: tests.map((each) => ({ title: "says so", tests: [each] })) }] },
  ];

  it("takes only what went as expected at once for passed", () => {
    const given = suites(test("expected"), test("expected"), test("unexpected"), test("flaky"));
    expect(tallyOfPlaywright({ suites: given, errors: [{ message: "no server" }] })).toEqual(
      tally({
        passed: 2,
        failed: 3,
        failures: [
          "a.spec.ts › Saving › says so › (js): Error: no button | Call log: waited",
          "a.spec.ts › Saving › says so › (js)",
          "outside a test: no server",
        ],
      }),
    );
  });

  it("tells tests that were skipped from those that the run never came to", () => {
    const given = suites(test("expected"), skipped, lost, lost);
    expect(tallyOfPlaywright({ suites: given, errors: [{ message: "The build failed\nbecause of a word" }] })).toEqual(
      tally({
        passed: 1,
        failed: 1,
        failures: ["outside a test: The build failed | because of a word"],
        skipped: [{ count: 1, reason: "no camera" }],
        notRun: [{ count: 2, reason: "browser: The build failed" }],
      }),
    );
  });
});

describe("isEmpty", () => {
  it("tells a suite that could not begin", () => {
    expect(isEmpty(tallyOfVitest({ testResults: [] }))).toBe(true);
    expect(isEmpty(tally({ skipped: [{ count: 1, reason: "no camera" }] }))).toBe(false);
  });
});

describe("summaryOf", () => {
  it("says how long a suite took, in minutes and seconds", () => {
    expect(summaryOf({ suite: "unit", seconds: 65.4, status: 0, tally: tally({ passed: 10, failed: 1 }) })).toBe(
      "unit             1 min 05 s   10 passed, 1 failed",
    );
    expect(summaryOf({ suite: "browser", seconds: 719.6, status: 1, tally: undefined })).toBe("browser         12 min 00 s   no report");
  });
});

describe("total", () => {
  const suite = "unit";

  it("adds runs up", () => {
    const runs = [
      { suite, status: 0, tally: tally({ passed: 10 }) },
      { suite, status: 1, tally: tally({ passed: 5, failed: 1, failures: ["a › b"] }) },
    ];
    expect(total(runs)).toEqual(tally({ passed: 15, failed: 1, failures: ["unit: a › b"] }));
  });

  it("never hides a run that ended badly", () => {
    const failures = ["unit: ended badly and names no test: see its output above"];
    expect(total([{ suite, status: 1, tally: tally({ passed: 3 }) }])).toMatchObject({ passed: 3, failed: 1, failures });
    expect(total([{ suite, status: 1, tally: undefined }])).toMatchObject({ passed: 0, failed: 1 });
    expect(total([{ suite, status: null, tally: undefined }])).toMatchObject({ passed: 0, failed: 1 });
  });

  it("counts the tests of a suite that broke off as not run", () => {
    const runs = [{ suite: "contract", status: 1, tally: undefined, listed: 779 }];
    expect(total(runs)).toMatchObject({ failed: 1, notRun: [{ count: 779, reason: "contract broke off" }] });
  });
});

describe("leftOf", () => {
  it("says that nothing was left", () => {
    expect(leftOf(tally({}))).toBe("0 skipped, 0 did not run");
  });

  it("says how many tests were left, and why", () => {
    const skipped = [
      { count: 2, reason: "soffice is missing" },
      { count: 1, reason: "Java is missing" },
      { count: 3, reason: "soffice is missing" },
    ];
    const notRun = [
      { count: 779, reason: "contract broke off" },
      { count: undefined, reason: "b could not be loaded" },
    ];
    expect(leftOf({ skipped, notRun })).toBe(
      "6 skipped (5: soffice is missing; 1: Java is missing), " +
        "779 or more did not run (779: contract broke off; an unknown number: b could not be loaded)",
    );
  });
});

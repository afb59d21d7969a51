import { describe, expect, it } from "vitest";
import { earlierScoresForm } from "./contract/earlier-scores.ts";
import { assessedDayProblem, EARLIER_SOURCE_MAX, maturityProblem, scoreIn } from "./earlier-scores.ts";

describe("typed fields", () => {
  it.each([
    ["3.25", 3.25],
    [" 0 ", 0],
    ["4,5", 4.5],
    ["5.00", 5],
    ["5.01", undefined],
    ["1e0", undefined],
    ["-1", undefined],
    ["", undefined],
    ["three", undefined],
  ])("a score of %j", (typed, score) => {
    expect(scoreIn(typed)).toBe(score);
  });

  it.each(["6", "2.5", "1e0", "-1", "x"])("a maturity of %j is refused", (typed) => {
    expect(maturityProblem(typed)).toBeDefined();
  });
  it.each(["", "0", " 5 "])("a maturity of %j is not", (typed) => {
    expect(maturityProblem(typed)).toBeUndefined();
  });

  it.each([
    ["2021-11-05", false],
    ["2026-11-05", false],
    ["2026-11-06", true],
    ["2021-02-30", true],
    ["5/11/2021", true],
    ["", true],
  ])("the day %j is wrong: %s", (day, isWrong) => {
    expect(assessedDayProblem(day, "2026-11-05") !== undefined).toBe(isWrong);
  });
});

describe("what is written", () => {
  const form = {
    model: "P3M3",
    scope: "Project",
    date: "2021-11-05",
    source: "Report",
    maturity: 2,
    scores: [{ code: "OG", score: 3.25 }],
  };

  it.each([
    ["as it is", {}, true],
    ["without a maturity", { maturity: null }, true],
    ["without a scope", { scope: null }, false],
    ["with a scope of ITIL", { scope: "Maturity" }, false],
    ["of ITIL with a scope", { model: "ITIL", scores: [{ code: "CI", score: 2 }] }, false],
    ["of ITIL", { model: "ITIL", scope: null, scores: [{ code: "CI", score: 2 }] }, true],
    ["with a code of the other model", { scores: [{ code: "CI", score: 2 }] }, false],
    [
      "with a code twice",
      {
        scores: [
          { code: "OG", score: 2 },
          { code: "OG", score: 2 },
        ],
      },
      false,
    ],
    ["without a score", { scores: [] }, false],
    ["with three decimals", { scores: [{ code: "OG", score: 2.345 }] }, false],
    ["above five", { scores: [{ code: "OG", score: 5.5 }] }, false],
    ["with half a level", { maturity: 2.5 }, false],
    ["without a source", { source: " " }, false],
    ["with a long source", { source: "x".repeat(EARLIER_SOURCE_MAX + 1) }, false],
  ])("%s", (_, changed, isFine) => {
    expect(earlierScoresForm.safeParse({ ...form, ...changed }).success).toBe(isFine);
  });
});

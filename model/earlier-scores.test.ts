import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Role, role } from "./contract/common.ts";
import { earlierScoresForm } from "./contract/earlier-scores.ts";
import { assessedDayProblem, maturityProblem, scoredItems, scoreIn, scoresInLines } from "./earlier-scores.ts";
import { roundHalfAway } from "./rounding.ts";

const read = (text: string, model: Role = "P3M3") => {
  const { scores, wrong } = scoresInLines(text, model);
  return [...[...scores].map(([code, { score }]) => `${code} ${score}`), ...wrong.map(({ line, why }) => `${line} – ${why}`)];
};

describe("pasted lines", () => {
  it.each([
    ["Organizational governance 3.2", ["OG 3.2"]],
    ["Organisational Governance\t3,25", ["OG 3.25"]],
    ["OG;2", ["OG 2"]],
    ["og, 2,5", ["OG 2.5"]],
    ["OG,2.5;", ["OG 2.5"]],
    ["BM Benefits management: 0", ["BM 0"]],
    ["Risk management (RK) = 5", ["RK 5"]],
    ["RK\t1\r\n\r\nSM\t2\rFM 3", ["RK 1", "SM 2", "FM 3"]],
    ["Perspective\tScore", ["Perspective\tScore – It has no score at its end."]],
    ["Change control 3", ["Change control 3 – There is no perspective of this name."]],
    ["OG 3.2 to 4", ["OG 3.2 to 4 – Its score is not from 0 to 5 with at most two decimals."]],
    ["Organisational governance: 3 of 5", ["Organisational governance: 3 of 5 – Its score is not from 0 to 5 with at most two decimals."]],
    ["Risk management office 3", ["Risk management office 3 – There is no perspective of this name."]],
    ["OGX 3", ["OGX 3 – There is no perspective of this name."]],
    ["OG 5.1", ["OG 5.1 – Its score is not from 0 to 5 with at most two decimals."]],
    ["OG -1", ["OG -1 – Its score is not from 0 to 5 with at most two decimals."]],
    ["OG 2.345", ["OG 2.345 – Its score is not from 0 to 5 with at most two decimals."]],
    ["OG 2\nOrganizational governance 3", ["OG 2", "Organizational governance 3 – Organizational governance stands above already."]],
  ])("%j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("are of practices and components for ITIL", () => {
    expect(
      read("Incident management 3\nM-GP 2\nService value chain 4\nContinual improvement 5\nM-CI Continual improvement 4\nOG 3", "ITIL"),
    ).toEqual(["INM 3", "M-GP 2", "M-SVC 4", "CI 5", "M-CI 4", "OG 3 – There is no practice or component of this name."]);
  });

  const separator = fc.constantFrom("\t", " ", "; ", ", ", ": ", " | ");
  const score = fc.integer({ min: 0, max: 500 }).map((hundredths) => roundHalfAway(hundredths / 100, 2));

  it("give every score, however it is written", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...role.options),
        separator,
        fc.boolean(),
        fc.boolean(),
        fc.array(score, { minLength: 40, maxLength: 40 }),
        (model, between, byName, comma, given) => {
          const lines = scoredItems(model).map(({ code, name }, index) => {
            const text = String(given[index]);
            const said = byName && code !== "M-CI" ? name : code;
            return `${said}${between}${comma ? text.replace(".", ",") : text}`;
          });
          const { scores, wrong } = scoresInLines(lines.join("\n"), model);
          expect(wrong).toEqual([]);
          expect([...scores]).toEqual(scoredItems(model).map(({ code }, index) => [code, { score: given[index], line: lines[index] }]));
        },
      ),
    );
  });

  it("are never lost: each gives a score or comes back", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const text = lines.join("\n");
        const { scores, wrong } = scoresInLines(text, "P3M3");
        const held = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
        expect(scores.size + wrong.length).toBe(held.length);
        for (const { line } of wrong) expect(held).toContain(line);
      }),
    );
  });
});

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
    ["with a long source", { source: "x".repeat(201) }, false],
  ])("%s", (_, changed, isFine) => {
    expect(earlierScoresForm.safeParse({ ...form, ...changed }).success).toBe(isFine);
  });
});

import { describe, expect, it } from "vitest";
import type { PracticeChoice } from "#model/itil/scope.ts";
import { countInWords, needInWords } from "./practice-count.ts";

/** Continual improvement as Primary, and so many others: the first Primary, the rest Supporting. */
const withCi = (count: number): PracticeChoice[] => [
  { id: 2, mode: 1 },
  ...Array.from({ length: count }, (_, index): PracticeChoice => ({ id: index + 3, mode: index === 0 ? 1 : 2 })),
];

describe("the running count", () => {
  it.each([
    ["Comprehensive", 0, "0 practices chosen, and Continual improvement"],
    ["Comprehensive", 1, "1 practice chosen (1 Primary, 0 Supporting), and Continual improvement"],
    ["Maturity", 5, "5 practices chosen (1 Primary, 4 Supporting), and Continual improvement"],
    ["Capability", 3, "4 practices chosen (2 Primary, 2 Supporting)"],
  ] as const)("%s, %i and continual improvement: %s", (scope, count, words) => {
    expect(countInWords(scope, withCi(count))).toBe(words);
  });
});

describe("what is still missing", () => {
  it.each([
    ["Comprehensive", 0, false, "6 more needed: Comprehensive needs at least 6"],
    ["Comprehensive", 5, false, "1 more needed: Comprehensive needs at least 6"],
    ["Comprehensive", 6, true, "Enough for Comprehensive"],
    ["Maturity", 0, true, "Maturity allows up to 5"],
    ["Maturity", 5, true, "Maturity allows up to 5"],
    ["Maturity", 6, false, "1 more than Maturity allows: saving asks whether to make the assessment Comprehensive"],
    ["Capability", 0, true, "Enough for Capability"],
  ] as const)("%s with %i practices", (scope, count, isMet, text) => {
    expect(needInWords(scope, withCi(count), false)).toEqual({ isMet, text });
  });

  it("offers no other scope once the assessment has started", () => {
    expect(needInWords("Maturity", withCi(7), true).text).toBe("2 more than Maturity allows: take some out");
    expect(needInWords("Capability", [], false)).toEqual({ isMet: false, text: "1 more needed: Capability needs at least 1" });
  });
});

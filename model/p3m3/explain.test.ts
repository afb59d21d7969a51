import { describe, expect, it } from "vitest";
import { overallFacts, perspectiveFacts, selectionsBehind, selectionsInWords } from "./explain.ts";
import { EMPTY_THREAD, fromThreadLetters, isThreadAnswered, isThreadState, type ThreadSelections, toThreadLetters } from "./gate.ts";
import { threadScore } from "./progress.ts";

const thread = (letters: string) => fromThreadLetters(letters) as ThreadSelections;
const everyAnswered = [..."FPRN"]
  .flatMap((a) => [..."FPRN"].map((b) => a + b))
  .flatMap((ab) => [..."FPRN"].map((c) => ab + c))
  .flatMap((abc) => [..."FPRN"].map((d) => abc + d))
  .flatMap((abcd) => [..."FPRN"].map((e) => abcd + e))
  .filter((letters) => isThreadState(thread(letters)) && isThreadAnswered(thread(letters)));

describe("selectionsBehind", () => {
  it("finds the answers of every answered thread from its score", () => {
    expect(everyAnswered).toHaveLength(11);
    for (const letters of everyAnswered)
      expect(toThreadLetters(selectionsBehind(threadScore(thread(letters))) ?? EMPTY_THREAD)).toBe(letters);
  });
  it("finds none for what is no score of a thread", () => {
    for (const score of [-0.5, 5.5, 1.25, Number.NaN]) expect(selectionsBehind(score)).toBeUndefined();
  });
});

describe("selectionsInWords", () => {
  it.each([
    ["FFPNN", "Levels 1 to 2 Fully, level 3 Partially"],
    ["FFFFF", "Levels 1 to 5 Fully"],
    ["NNRNN", "Level 3 Rarely/Never"],
    ["RNNNN", "Level 1 Rarely/Never"],
    ["NNNNN", "No answers"],
  ])("%s: %s", (letters, words) => {
    expect(selectionsInWords(thread(letters))).toBe(words);
  });
});

describe("the facts behind a score", () => {
  it("leaves descoped threads out and counts unanswered ones as 0", () => {
    const threads = [
      { score: 2.5, answered: true, descoped: false },
      { score: null, answered: false, descoped: true },
      { score: 2, answered: false, descoped: false },
      { score: 3, answered: true, descoped: false },
    ];
    expect(perspectiveFacts(threads, 5.5 / 3)).toEqual({ values: [2.5, 0, 3], decimal: 5.5 / 3, whole: 1 });
  });
  it("names the perspectives that hold the maturity down", () => {
    const perspectives = [
      { name: "A", score: 2.9 },
      { name: "B", score: 1.2 },
      { name: "C", score: 1.9 },
      { name: "without threads", score: null },
    ];
    const facts = overallFacts(perspectives, 2, 1);
    expect(facts.holding.map(({ name }) => name)).toEqual(["B", "C"]);
    expect(facts.values).toEqual([2.9, 1.2, 1.9]);
  });
});

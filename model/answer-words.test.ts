import { describe, expect, test } from "vitest";
import { answerInWords, unansweredWord } from "./answer-words.ts";

describe("what stands where there is no answer", () => {
  test.each([
    ["Not answered", { finished: false, locked: false }],
    ["Locked", { finished: false, locked: true }],
    ["Not assessed", { finished: true, locked: true }],
    ["Not assessed", { finished: true, locked: false }],
    ["Descoped", { descoped: true, finished: false, locked: true }],
    ["Descoped", { descoped: true, finished: true, locked: false }],
  ])("%s: %j", (word, place) => {
    expect(unansweredWord(place)).toBe(word);
  });

  test("is told of a recorded answer, too", () => {
    expect(["Fully", "Partially", "Rarely/Never", "Rarely", "N/A", undefined].map((each) => answerInWords(each))).toEqual([
      "Fully",
      "Partially",
      "Rarely/Never",
      "Rarely/Never",
      "Not answered",
      "Not answered",
    ]);
  });
});

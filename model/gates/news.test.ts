import { describe, expect, test } from "vitest";
import { criteria } from "./criteria.ts";
import { ladder } from "./ladder.ts";
import { newsInWords } from "./news.ts";
import { options } from "./options.ts";

describe("what a change answered or opened besides", () => {
  test.each([
    [3, "NNNNN", "FFFNN", "Levels 1 and 2 are Fully too. Level 4 is open."],
    [2, "NNNNN", "FFNNN", "Level 1 is Fully too. Level 3 is open."],
    [3, "NNNNN", "NNPNN", "Level 2 is open."],
    [3, "FFFNN", "FFFPN", ""],
    [3, "FFFFN", "FFFPN", ""],
  ] as const)("of a thread that starts at level %i: %s, then %s", (level, before, after, words) => {
    expect(newsInWords(ladder(level), before, after)).toBe(words);
  });

  test("of a practice: the level that is open once another is met", () => {
    const gate = criteria([2, 2, 3, 3]);
    expect(newsInWords(gate, "FNNN", "FFNN")).toBe("Level 3 is open.");
    expect(newsInWords(gate, "NNNN", "FNNN")).toBe("");
  });

  test("of a component: nothing", () => {
    const gate = options([{ id: "1" }, { id: "2" }] as never, false);
    expect(newsInWords(gate, "1", "2")).toBe("");
  });
});

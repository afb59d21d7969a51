import { describe, expect, it } from "vitest";
import { nearestPairs } from "./similarity.ts";

const similarity = (first: string, second: string) =>
  nearestPairs([{ text: first }, { text: second }], Number.MIN_VALUE)[0]?.similarity ?? 0;

describe("the similarity of two texts", () => {
  it("is 1 for the same words, whatever their case and punctuation, and 0 for none in common", () => {
    expect(similarity("Boards decide on reserves.", "boards decide: on reserves")).toBe(1);
    expect(similarity("Boards decide on reserves.", "Every supplier reports monthly.")).toBe(0);
  });

  it("does not see the difference between a project, a programme and a portfolio", () => {
    expect(similarity("Each project keeps a register.", "Each programme keeps a register.")).toBe(1);
  });

  it("counts pairs of neighbouring words as well as words, so that order matters", () => {
    // Four words in common; none of the pairs.
    expect(similarity("one two three four", "four three two one")).toBeCloseTo(4 / 10);
    // Of four words three are in common, of the six pairs two.
    expect(similarity("one two three four", "one two three five")).toBeCloseTo((3 + 2) / (5 + 4));
  });

  it("is at least 0.5 for one frame around other nouns", () => {
    const frame = (noun: string, record: string) =>
      `An agreed way of looking after ${noun} is written down, has a named owner, and is used by every initiative, as the ${record} shows.`;
    expect(similarity(frame("supplier contracts", "contract list"), frame("user requests", "request log"))).toBeGreaterThan(0.5);
  });
});

describe("nearest pairs", () => {
  it("come nearest first and leave out what is less alike than asked", () => {
    const texts = ["a b c d e", "a b c d f", "a b x y z", "p q r s t"].map((text) => ({ text }));
    const pairs = nearestPairs(texts, 0.1);
    expect(pairs.map(({ first, second }) => [first.text, second.text])).toEqual([
      ["a b c d e", "a b c d f"],
      ["a b c d e", "a b x y z"],
      ["a b c d f", "a b x y z"],
    ]);
    expect(nearestPairs(texts, 0.5)).toHaveLength(1);
  });
});

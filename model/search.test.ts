import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finds, markFound, searchProblem, searchWords } from "./search.ts";

const marked = (query: string, text: string, longest?: number) =>
  markFound(searchWords(query), text, longest)
    .map(({ text: piece, found }) => (found ? `[${piece}]` : piece))
    .join("");

describe("a search", () => {
  test("takes case and accents for nothing, in the search and in the text", () => {
    expect(marked("resume", "The Résumé of a résume")).toBe("The [Résumé] of a [résume]");
    expect(marked("LODZ strasse", "łódź, Straße")).toBe("[łódź], [Straße]");
    expect(marked("οδοσ", "ΟΔΟΣ οδος")).toBe("[ΟΔΟΣ] [οδος]");
    expect(marked("e", "e\u0301tude")).toBe("[e\u0301]tud[e]");
    expect(marked("fi", "ﬁnd")).toBe("[ﬁ]nd");
  });

  test("wants every word, wherever it stands", () => {
    expect(finds(searchWords("risk plan"), "Planning of risks")).toBe(true);
    expect(finds(searchWords("risk plan"), "Planning")).toBe(false);
    expect(marked("risk plan", "Planning of risks")).toBe("[Plan]ning of [risk]s");
    expect(marked("over lap verl", "overlap")).toBe("[overlap]");
  });

  test("never takes what is written for markup or for a pattern", () => {
    expect(marked("<b>", "a <b> c")).toBe("a [<b>] c");
    expect(marked("a.c", "abc a.c")).toBe("abc [a.c]");
  });

  test("shows of a long text what is around the first word", () => {
    const text = `${"before ".repeat(100)}needle ${"after ".repeat(100)}`;
    const shown = marked("needle", text, 100);
    expect(shown).toContain("[needle]");
    expect(shown.length).toBeLessThan(150);
    expect(shown).toMatch(/^… .* …$/s);
    expect(marked("before", text, 100)).toMatch(/^\[before\]/);
  });

  test.each([
    ["a", "Please use a word of at least 2 characters."],
    ["\u0301", "Please use a word of at least 2 characters."],
    ["a b", "Please use a word of at least 2 characters."],
    ["ab", undefined],
    ["a of", undefined],
    ["x".repeat(201), "Please use at most 200 characters."],
  ])("for '%s' is told: %s", (query, problem) => expect(searchProblem(query)).toBe(problem));

  const texts = fc.string({ unit: fc.constantFrom(..."aAbBéÉßΣςİ<>& \u0301😀가".split("")), maxLength: 60 });

  test("loses nothing of a text, and marks something exactly where it is found", () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: "grapheme" })), texts, (text, query) => {
        const words = searchWords(query);
        const pieces = markFound(words, text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        for (const word of words) if (finds([word], text)) expect(pieces.some(({ found }) => found)).toBe(true);
        for (const { text: piece, found } of pieces) if (found) expect(words.some((word) => finds([word], piece))).toBe(true);
      }),
    );
  });

  test("finds any part of a text, however it is written", () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), fc.boolean(), (text, from, length, upper) => {
        const characters = [...text];
        const part = characters.slice(from % (characters.length + 1), (from % (characters.length + 1)) + (length % 20)).join("");
        fc.pre(searchWords(part).length > 0);
        expect(finds(searchWords(upper ? part.toUpperCase() : part), text)).toBe(true);
      }),
    );
  });

  test("never cuts a character in two", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("😀", "a", " "), minLength: 40, maxLength: 200 }),
        fc.integer({ min: 10, max: 40 }),
        (text, longest) => {
          for (const { text: piece } of markFound(["a"], text, longest)) expect(piece).not.toMatch(/\p{Cs}/u);
        },
      ),
    );
  });

  test("through 3,239 texts takes less than 50 ms", () => {
    const all = Array.from({ length: 3239 }, (_, index) =>
      `Statement ${index}: the résumé of benefits is owned and reviewed at level 3. `.repeat(2),
    );
    const words = searchWords("benefits résumé 3");
    const best = Math.min(
      ...Array.from({ length: 5 }, () => {
        const begun = performance.now();
        for (const text of all.filter((each) => finds(words, each)).slice(0, 100)) markFound(words, text, 300);
        return performance.now() - begun;
      }),
    );
    expect(best).toBeLessThan(50);
  });
});

import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { NOTE_MAX } from "#model/note.ts";
import { textMessages } from "#model/text.ts";
import { findIn, finds, markFound, type Piece, SEARCH_MAX, searchProblem, searchWords } from "./search.ts";

const marked = (query: string, text: string, longest?: number) =>
  markFound(searchWords(query), text, longest)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join("");

describe("a search", () => {
  test("takes case and accents for nothing, in the search and in the text", () => {
    expect(marked("resume", "The Résumé of a résume")).toBe("The [Résumé] of a [résume]");
    expect(marked("LODZ strasse", "łódź, Straße")).toBe("[łódź], [Straße]");
    expect(marked("οδοσ", "ΟΔΟΣ οδος")).toBe("[ΟΔΟΣ] [οδος]");
    expect(marked("e", "e\u0301tude")).toBe("[e\u0301]tud[e]");
    expect(marked("fi", "ﬁnd")).toBe("[ﬁ]nd");
    expect(marked("ﷺ", "a ﷺ b")).toBe("a [ﷺ] b");
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
    ["x".repeat(SEARCH_MAX + 1), textMessages.tooLong(SEARCH_MAX)],
  ])("for '%s' is told: %s", (query, problem) => expect(searchProblem(query)).toBe(problem));

  const texts = fc.string({ unit: fc.constantFrom(..."aAbBéÉßΣςİ<>& \u0301\u0323😀가ﷺ㌖½".split("")), maxLength: 60 });

  test("loses nothing of a text, and marks something exactly where it is found", () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: "grapheme" })), texts, (text, query) => {
        const words = searchWords(query);
        const pieces = markFound(words, text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        for (const word of words) if (finds([word], text)) expect(pieces.some(({ isMatch }) => isMatch)).toBe(true);
        for (const { text: piece, isMatch } of pieces) if (isMatch) expect(words.some((word) => finds([word], piece))).toBe(true);
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

  test("marks at most twenty words of a long text, and shows it up to there", () => {
    const shown = markFound(["20"], "⒇½".repeat(1_000), 300);
    expect(shown.filter(({ isMatch }) => isMatch)).toHaveLength(20);
    expect(shown.at(-1)?.text).toBe(" …");
    expect(markFound(["20"], "⒇½".repeat(30), 300).filter(({ isMatch }) => isMatch)).toHaveLength(30);
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

  test("marks around the first word what it marks in the whole text", () => {
    const marks = (pieces: readonly Piece[]) =>
      pieces.flatMap(({ text, isMatch }) => [...text].map((character) => `${character}${isMatch}`)).join();
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 20 }), texts, fc.integer({ min: 20, max: 200 }), (parts, query, longest) => {
        const text = parts.join(" ");
        const words = searchWords(query);
        const shown = markFound(words, text, longest);
        if (words.some((word) => finds([word], text))) expect(shown.some(({ isMatch }) => isMatch)).toBe(true);
        const inside = shown.filter((piece, index) => ![0, shown.length - 1].includes(index) || !/^(?:… | …)$/.test(piece.text));
        expect(marks(markFound(words, text))).toContain(marks(inside));
      }),
    );
  });
});

describe("what a search costs", () => {
  /** The longest piece that is normalised, and the number of units of all pieces. */
  const normalising = (search: () => unknown) => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    search();
    const [given, made] = [
      normalize.mock.contexts.map((text) => String(text).length),
      normalize.mock.results.map(({ value }) => value.length),
    ];
    normalize.mockRestore();
    return { longest: Math.max(0, ...given), units: made.reduce((sum, length) => sum + length, 0) };
  };
  const notes = ["ﷺ", "ﷻ", "㌖", "é", "각", "⒇", "a\u0301\u0323", "Καλημέρα κόσμε ", "😀"].map((text) =>
    text.repeat(NOTE_MAX / text.length),
  );

  test.each(notes)("is bounded for %.3s…: no long text is normalised at once, and none becomes four times as long", (note) => {
    const { longest, units } = normalising(() => finds(["xy"], note));
    expect(longest).toBeLessThanOrEqual(500);
    expect(units).toBeLessThanOrEqual(4 * NOTE_MAX);
  });

  test("grows little when what was found is marked: positions are mapped around it alone", () => {
    const note = `${"Καλημέρα κόσμε ".repeat(1_000)}needle${" Καλημέρα κόσμε".repeat(300)}`;
    const finding = normalising(() => finds(["needle", "κοσμε"], note)).units;
    const { units } = normalising(() => markFound(["needle", "κοσμε"], note, 300));
    expect(units).toBeLessThan(finding + 2_500);
  });

  test("is spread: others have their turn after each long text, and a text that is given again is not searched again", async () => {
    // Each is long enough for a turn of its own.
    const long = Array.from({ length: 91 }, (_, index) => `${index} ${"é".repeat(20_000)}`);
    const pause = vi.fn(async () => {});
    const normalize = vi.spyOn(String.prototype, "normalize");
    expect(await findIn(["90", "ee", "e"], [...long, ...long], pause)).toEqual(new Set([long[90]]));
    expect(normalize.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0)).toBeLessThanOrEqual(91 * 20_010);
    normalize.mockRestore();
    expect(pause.mock.calls.length).toBeGreaterThanOrEqual(90);
  });

  test("of short texts needs few turns", async () => {
    const pause = vi.fn(async () => {});
    const all = Array.from({ length: 3239 }, (_, index) => `Statement ${index}: benefits are owned and reviewed at level 3. `.repeat(2));
    expect((await findIn(searchWords("benefits level 3"), all, pause)).size).toBe(3239);
    expect(pause.mock.calls.length).toBeLessThan(40);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutSentences, findPart, pictureContent, picturesOf } from "~/services/results/files/picture-content.server";
import type { Exhibit, Result, ResultTable } from "~/views/result";
import { NOTHING_SCORED } from "../../../../tests/support/nothing-scored.ts";

const RESULT: Result = {
  model: "P3M3",
  assessment: { id: "7", name: "Spring review", scope: "Programme", test: false, createdBy: "kim@example.org" },
  organization: { name: "Harbour Authority", location: "Austria", industry: "Transport", size: "1–9" },
  figures: [],
  findings: [],
  comparedWith: "5 other organizations (Austria)",
  scored: NOTHING_SCORED,
  tabs: [],
  sections: [],
  sheets: [],
};
const notes = (...bodies: string[]): ResultTable => ({
  kind: "table",
  id: "notes-bm",
  title: "Notes: Benefits management",
  columns: [
    { title: "Thread", kind: "text", names: true },
    { title: "Note", kind: "text", wide: true },
  ],
  rows: bodies.map((text) => [{ text: "Assurance" }, { text }]),
});
const tableOf = (exhibit: Exhibit) => pictureContent(exhibit, RESULT).exhibit as ResultTable;
const lengthOf = (value: unknown) => JSON.stringify(value).length;

describe("what goes into a picture", () => {
  test("is as it was where it is short", () => {
    const table = notes("Seen in the\nboard papers. Łódź 富士");
    expect(tableOf(table)).toEqual(table);
  });

  test("names a thread once where several rows are about it, and again at the top of a part", () => {
    const table = notes(...Array.from({ length: 16 }, (_, index) => `Note ${index}.`));
    table.rows.push([{ text: "Planning" }, { text: "Last." }]);
    expect(tableOf(table).rows.map(([thread]) => thread?.text)).toEqual(["Assurance", ...Array(15).fill(""), "Planning"]);
    const part = pictureContent(table, RESULT, "png", { number: 2, of: 2 }).exhibit as ResultTable;
    expect(part.rows.map(([thread]) => thread?.text)).toEqual(["Assurance", ...Array(6).fill(""), "Planning"]);
  });

  test("of a long table is split over pictures of at most 14 rows, none of which has a few rows only", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), (count) => {
        const numbered = { ...notes(...Array.from({ length: count }, (_, index) => `Note ${index}.`)), note: "By Kim.", hint: "Why." };
        const total = [{ text: "All" }, { text: String(count) }];
        const pictures = picturesOf([{ ...numbered, total }]);
        const parts = pictures.map(({ exhibit, part }) => pictureContent(exhibit, RESULT, "jpg", part).exhibit as ResultTable);
        const texts = parts.flatMap(({ rows }) => rows.map((row) => row[1]?.text));
        expect(texts).toEqual(numbered.rows.slice(0, 250).map((row) => row[1]?.text));
        for (const [index, { rows, note, hint, total: last }] of parts.entries()) {
          expect(rows.length).toBeLessThanOrEqual(14);
          expect(rows.length).toBeGreaterThanOrEqual(Math.floor(Math.min(count, 250) / parts.length));
          expect([note, last]).toEqual(index === parts.length - 1 ? ["By Kim.", total] : [undefined, undefined]);
          expect(hint).toContain("Why.");
          expect(hint?.includes("in the Excel file")).toBe(count > 250 && index === parts.length - 1);
        }
      }),
    );
  });

  test("finds parts by their numbers, and none that is not there", () => {
    const table = notes(...Array.from({ length: 15 }, () => "Seen."));
    expect([1, 2].map((number) => findPart(table, number))).toEqual([
      { number: 1, of: 2 },
      { number: 2, of: 2 },
    ]);
    for (const number of [0, 3, 1.5, -1, Number.NaN]) expect(findPart(table, number)).toBeUndefined();
    expect(findPart(notes("Seen."), 1)).toBeUndefined();
  });

  test("is bounded, whatever was typed: long texts, many lines, many rows, long names", () => {
    const text = fc.oneof(
      fc.integer({ min: 0, max: 20_000 }).map((length) => "\u{20000}".repeat(length)),
      fc.integer({ min: 0, max: 20_000 }).map((length) => "\n".repeat(length)),
      fc.string({ maxLength: 3_000, unit: "grapheme" }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60 }), text, (bodies, name) => {
        const table = { ...notes(...bodies), title: name, note: name, hint: name };
        const content = pictureContent(table, { ...RESULT, organization: { ...RESULT.organization, name } });
        expect(lengthOf(content)).toBeLessThan(120_000);
        const { rows, note = "" } = content.exhibit as ResultTable;
        for (const shown of [note, ...rows.flat().map((cell) => cell.text)]) {
          expect(shown.length).toBeLessThan(1_250);
          expect(shown.split("\n").length).toBeLessThanOrEqual(40);
          expect(shown).not.toMatch(/\p{Cs}/u);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("is less of what is laborious to draw", () => {
    const shown = (text: string) => tableOf(notes(...Array.from({ length: 40 }, () => text))).rows.length;
    expect(shown("文".repeat(1_000)) * 2).toBe(shown("x".repeat(1_000)));
  });

  test("says where the rest of a text is, and never splits a character", () => {
    expect(cutSentences("x".repeat(1_200))).toBe("x".repeat(1_200));
    expect(cutSentences(`x${"\u{20000}".repeat(8_000)}`)).toBe(`x${"\u{20000}".repeat(599)}… (the Excel file holds the whole text)`);
    expect(cutSentences("a\n".repeat(41))).toBe(`${"a\n".repeat(39)}a… (the Excel file holds the whole text)`);
  });

  test("says how many rows are left out", () => {
    const { rows, hint } = tableOf(notes(...Array.from({ length: 252 }, () => "Seen.")));
    expect([rows.length, hint]).toEqual([250, "2 more rows are in the Excel file."]);
  });

  test("names the benchmark only where it is shown, so that other pictures do not change with it", () => {
    expect(pictureContent(notes("Seen."), RESULT).result).not.toHaveProperty("comparedWith");
    const compared: Exhibit = { ...notes("Seen."), comparesWithOthers: true };
    expect(pictureContent(compared, RESULT).result.comparedWith).toBe("5 other organizations (Austria)");
  });
});

/** Workbooks as other programs write them (docs/rules/workbook.md#what-is-read). */
import { describe, expect, test } from "vitest";
import type { AnswersWorkbook, WorkbookRows } from "~/views/answering/workbook";
import { type PackageFile, partsOf, zipOf } from "../../../../tests/support/package.ts";
import { bytesOf, NOTE_COLUMN, openBook, rowsOf, type } from "../../../../tests/support/workbook.ts";
import { readAnswersWorkbook } from "./read.server";
import { answersWorkbook } from "./write.server";

const PLACE = "thread/1/1";
const thread: WorkbookRows = {
  place: PLACE,
  name: "Sponsor",
  kind: "thread",
  questions: [1, 2, 3, 4, 5].map((level) => ({ id: 100 + level, level, text: `Statement ${level}` })),
  words: [1, 2, 3, 4, 5].map((level) => ({ label: `${level}`, statement: `Statement ${level}`, hint: "Do it" })),
  options: [],
  optionStatements: [],
  answers: "NNNNN",
  note: "",
};
const content: AnswersWorkbook = {
  assessmentId: "7",
  name: "Spring",
  model: "P3M3",
  facts: [],
  groups: [{ name: "Benefits", items: [thread] }],
  howToRate: [],
  levels: [],
  downloaded: "2026-11-22T10:00:00.000Z",
};

/** The workbook with an answer, and a note as somebody left it. */
async function typed(value: number | Date | string, numFmt = "@"): Promise<Uint8Array> {
  const book = await openBook(await answersWorkbook(content));
  const cell = rowsOf(book, PLACE)[0]?.getCell(NOTE_COLUMN);
  if (!cell) throw new Error("no such cell");
  type(book, PLACE, ["Fully"]);
  cell.value = value;
  cell.style = { ...cell.style, numFmt };
  return bytesOf(book);
}

/** What is read of the first row. */
async function firstRow(bytes: Uint8Array): Promise<(string | undefined)[]> {
  const read = await readAnswersWorkbook(bytes);
  if (typeof read === "string") return [read];
  return [read.rows[0]?.answer?.text, read.rows[0]?.note?.text];
}

/** A workbook with some of its XML in other words. */
async function changed(bytes: Uint8Array, change: (part: { name: string; data: string }) => PackageFile): Promise<Uint8Array> {
  const parts = await partsOf(bytes);
  return new Uint8Array(zipOf(...parts.map(({ name, data }) => change({ name, data: String(data) }))));
}

describe("the parts of a workbook", () => {
  const NAMES: readonly [from: string, to: string][] = [
    ["xl/workbook.xml", "xl/workbook2.xml"],
    ["xl/sharedStrings.xml", "xl/sharedStrings2.xml"],
    ["xl/styles.xml", "xl/styles7.xml"],
    ["xl/worksheets/sheet1.xml", "xl/worksheets/first.xml"],
  ];
  const renamed = (bytes: Uint8Array, targetOf: (to: string) => string) =>
    changed(bytes, ({ name, data }) => ({
      name: NAMES.find(([from]) => from === name)?.[1] ?? name.replace("workbook.xml.rels", "workbook2.xml.rels"),
      data: NAMES.reduce(
        (text, [from, to]) =>
          text.replace(new RegExp(`Target="(xl/)?${from.slice(3)}"`), (_, top = "") => `Target="${top}${targetOf(to)}"`),
        data,
      ),
    }));

  test("are found by its relations, whatever they are called", async () => {
    const bytes = await renamed(await typed(0.5, "0%"), (to) => to.slice(3));
    expect((await partsOf(bytes)).map(({ name }) => name)).toEqual(expect.arrayContaining(NAMES.map(([, to]) => to)));
    expect(await firstRow(bytes)).toEqual(["Fully", "50%"]);
  });

  test("are found in any folder, and by addresses from the top", async () => {
    const bytes = await changed(await typed("As text"), ({ name, data }) => {
      if (name === "_rels/.rels") return { name, data: data.replace("xl/workbook.xml", "/content/book/main.xml") };
      if (name === "xl/_rels/workbook.xml.rels")
        return {
          name: "content/book/_rels/main.xml.rels",
          data: data.replaceAll('Target="', 'Target="../../xl/').replace('"../../xl/sharedStrings.xml"', '"/xl/sharedStrings.xml"'),
        };
      return { name: name === "xl/workbook.xml" ? "content/book/main.xml" : name, data };
    });
    expect(await firstRow(bytes)).toEqual(["Fully", "As text"]);
  });

  test("that are elsewhere on the net are not read", async () => {
    const bytes = await changed(await typed("As text"), ({ name, data }) => ({
      name,
      data: data.replace('Target="xl/workbook.xml"', 'Target="https://example.org/xl/workbook.xml" TargetMode="External"'),
    }));
    expect(await firstRow(bytes)).toEqual(["Fully", "As text"]);
  });
});

describe("a number in a note cell is read as the cell shows it", () => {
  const DAY = new Date(Date.UTC(2026, 10, 5));
  const SHOWN: [what: string, value: number | Date, format: string, shows: string][] = [
    ["a date", DAY, "dd/mm/yyyy", "05/11/2026"],
    ["a date of the computer's own order, in words", DAY, "mm-dd-yy", "5 Nov 2026"],
    ["a date in another language", DAY, "[$-407]d. mmmm yyyy", "5. November 2026"],
    // What `/` means, as LibreOffice writes the dates of these languages.
    ["a date of German", DAY, "[$-407]dd/mm/yyyy", "05.11.2026"],
    ["a date of German, by its tag", DAY, "[$-de-DE]dd/mm/yyyy;@", "05.11.2026"],
    ["a date of Austria, with a calendar", DAY, "[$-1000C07]d/m/yy", "5.11.26"],
    ["a date of French", DAY, "[$-40C]dd/mm/yyyy", "05/11/2026"],
    ["a date of Switzerland in French", DAY, "[$-100C]dd/mm/yyyy", "05.11.2026"],
    ["a date of Britain", DAY, "[$-809]dd/mm/yyyy", "05/11/2026"],
    ["a date of the United States", DAY, "[$-409]m/d/yyyy", "11/5/2026"],
    ["a date of Sweden", DAY, "[$-41D]yyyy/mm/dd", "2026-11-05"],
    ["a date of Belgium in Dutch", DAY, "[$-813]d/mm/yyyy", "5/11/2026"],
    ["a date with strokes of its own", DAY, "[$-407]dd\\/mm\\/yyyy", "05/11/2026"],
    ["a fraction in German", 0.5, "[$-407]# ?/?", "1/2"],
    ["a long date of the computer's", DAY, "[$-F800]dddd, mmmm dd, yyyy", "Thursday, November 05, 2026"],
    ["a date and a time", new Date(Date.UTC(2026, 10, 5, 9, 30)), "yyyy-mm-dd hh:mm", "2026-11-05 09:30"],
    ["a percentage", 0.5, "0%", "50%"],
    ["an amount", 1234.5, '#,##0.00 "EUR"', "1,234.50 EUR"],
    ["hours", 1.5, "[h]:mm", "36:00"],
    ["a plain number", 46_331, "General", "46331"],
    ["a number that no machine can hold", 0.1 + 0.2, "General", "0.3"],
    ["a long number", 4_912_345_678_901, "General", "4912345678901"],
    ["what a format hides", 7, ";;;", "7"],
    ["what is no format", 7, "[[[", "7"],
  ];
  test.each(SHOWN)("%s", async (_, value, format, shows) => {
    expect(await firstRow(await typed(value, format))).toEqual(["Fully", shows]);
  });

  test("in a workbook whose dates begin in 1904, too", async () => {
    const bytes = await changed(await typed(46_331 - 1_462, "dd/mm/yyyy"), ({ name, data }) => ({
      name,
      data: data.replace(/<workbookPr/, '<workbookPr date1904="1"'),
    }));
    expect(await firstRow(bytes)).toEqual(["Fully", "05/11/2026"]);
  });

  test("where the file writes the date out", async () => {
    const bytes = await changed(await typed(46_331, "dd/mm/yyyy"), ({ name, data }) => ({
      name,
      data: data.replace(/(<c r="E\d+" s="\d+")><v>46331<\/v>/, '$1 t="d"><v>2026-11-05T00:00:00</v>'),
    }));
    expect(await firstRow(bytes)).toEqual(["Fully", "05/11/2026"]);
  });
});

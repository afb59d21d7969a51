import { Document, Packer, PageBreak, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from "docx";
import { expect, test } from "vitest";
import { estimatePages, numbersOfHeadings } from "~/workers/client-report/estimate-pages";
import { glyphWidths } from "~/workers/client-report/glyph-widths";
import { readFaces } from "~/workers/client-report/typeface";
import { PAGE, stylesWith } from "~/workers/client-report/word-styles";

const faces = await readFaces();

/** How many pages some paragraphs and tables take. */
async function pagesOf(children: (Paragraph | Table)[], foot: readonly string[] = []): Promise<number | undefined> {
  let pages: number | undefined;
  const estimate = estimatePages(faces, foot);
  const pageNumbers = Object.assign(
    (body: Parameters<typeof estimate>[0]) => {
      const numbers = estimate(body);
      pages = numbers.pageCount;
      return numbers;
    },
    { listNumbers: numbersOfHeadings },
  );
  await Packer.toBuffer(new Document({ styles: stylesWith("000000"), pageNumbers, sections: [{ children }] }));
  return pages;
}

const line = (more: object = {}) => new Paragraph({ style: "TOC2", children: [new TextRun("A line")], ...more });
const lines = (count: number) => Array.from({ length: count }, () => line());
/** Lines of 9.5 points, 1.3 times as high, on a page with room for 720 points. */
const FULL = 58;

test("letters have their widths, and characters that the typeface lacks a usual one", () => {
  const width = glyphWidths(faces.regular);
  const of = (text: string) => width(text.codePointAt(0) ?? 0);
  expect(of("i")).toBeLessThan(of("n"));
  expect(of("n")).toBeLessThan(of("M"));
  expect(glyphWidths(faces.bold)("n".charCodeAt(0))).toBeGreaterThan(of("n"));
  expect(of("語")).toBe(1);
  // Tables of scores have many arrows.
  expect(of("→")).toBeGreaterThan(of("m") * 0.9);
});

test("a page holds what its height allows", async () => {
  expect(await pagesOf(lines(FULL))).toBe(1);
  expect(await pagesOf(lines(FULL + 1))).toBe(2);
});

test("a long foot leaves less room", async () => {
  expect(await pagesOf(lines(FULL), Array(4).fill("A foot"))).toBe(2);
});

test("a text takes as many lines as its words need, and a word that is too long is broken", async () => {
  const words = (text: string) => [...lines(FULL - 3), new Paragraph({ style: "TOC2", children: [new TextRun(text)] })];
  expect(await pagesOf(words("word ".repeat(50)))).toBe(1);
  expect(await pagesOf(words("word ".repeat(120)))).toBe(2);
  expect(await pagesOf(words("w".repeat(600)))).toBe(2);
});

test("a page begins where it is asked to", async () => {
  expect(await pagesOf([line(), line({ pageBreakBefore: true }), line()])).toBe(2);
  expect(await pagesOf([line({ children: [new PageBreak()] }), line()])).toBe(2);
});

test("what is kept with the next goes to its page", async () => {
  const kept = Array.from({ length: 10 }, () => line({ keepNext: true }));
  expect(await pagesOf([...lines(FULL - 10), ...kept, ...lines(FULL - 9)])).toBe(3);
  expect(await pagesOf([...lines(FULL - 10), ...lines(10), ...lines(FULL - 9)])).toBe(2);
});

test("a word that just fits into a cell stays on its line, as LibreOffice rounds the room up", async () => {
  const text = "Stakeholder management";
  const width = glyphWidths(faces.regular);
  const room = Math.floor(Array.from(text, (letter) => width(letter.charCodeAt(0)) * 180).reduce((sum, each) => sum + each, 0));
  const table = (size: number) =>
    new Table({
      columnWidths: [size],
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      rows: Array.from({ length: 50 }, () => {
        const children = [new Paragraph({ style: "TableText", children: [new TextRun(text)] })];
        return new TableRow({ children: [new TableCell({ width: { size, type: WidthType.DXA }, children })] });
      }),
    });
  expect(await pagesOf([table(room)])).toBe(1);
  expect(await pagesOf([table(room - 20)])).toBe(2);
});

test("a table repeats its head on each page, and breaks between its rows unless one may be broken", async () => {
  const row = (height: number, tableHeader = false, cantSplit = true) =>
    new TableRow({
      tableHeader,
      cantSplit,
      children: [new TableCell({ width: { size: PAGE.text, type: WidthType.DXA }, children: lines(height) })],
    });
  const table = (head: number, rows: number[], cantSplit = true) =>
    new Table({
      columnWidths: [PAGE.text],
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      rows: [row(head, true), ...rows.map((height) => row(height, false, cantSplit))],
    });
  expect(await pagesOf([table(1, [25, 25])])).toBe(1);
  expect(await pagesOf([table(1, [30, 30])])).toBe(2);
  expect(await pagesOf([table(1, [25, 25, 25, 25])])).toBe(2);
  expect(await pagesOf([table(10, [25, 25, 25, 25])])).toBe(4);
  expect(await pagesOf([table(10, [25, 25, 25, 25], false)])).toBe(3);
});

/** How the workbook of answers is printed (docs/rules/workbook.md#the-sheets). */
import ExcelJS from "exceljs";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { AnswersWorkbook, WorkbookRows } from "~/views/answering/workbook";
import { answersWorkbook } from "./write.server";

const thread = (index: number, statement: string, more: Partial<WorkbookRows> = {}): WorkbookRows => ({
  place: `thread/1/${index}`,
  name: `Thread ${index}`,
  kind: "thread",
  questions: [1, 2, 3, 4, 5].map((level) => ({ id: index * 10 + level, level, text: `Statement ${level}` })),
  words: [1, 2, 3, 4, 5].map((level) => ({ label: `${level} Level`, statement, hint: "Do this next. ".repeat(6) })),
  options: [],
  optionStatements: [],
  answers: "FPNNN",
  note: "",
  ...more,
});

/** The sheet of some threads, and the rows behind which its pages end: exceljs does not read them. */
async function sheetOf(items: WorkbookRows[], before?: string): Promise<{ sheet: ExcelJS.Worksheet; breaks: number[] }> {
  const content: AnswersWorkbook = {
    assessmentId: "7",
    name: "Spring review",
    model: "P3M3",
    before,
    facts: [],
    groups: [{ name: "Benefits management", items }],
    howToRate: [],
    levels: [],
    downloaded: "2026-11-22T10:00:00.000Z",
  };
  const book = new ExcelJS.Workbook();
  const bytes = await answersWorkbook(content);
  await book.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  const sheet = book.getWorksheet("Benefits management");
  if (!sheet) throw new Error("There is no sheet.");
  const xml = strFromU8(unzipSync(new Uint8Array(bytes))["xl/worksheets/sheet2.xml"] ?? new Uint8Array());
  return { sheet, breaks: [...xml.matchAll(/<brk id="(\d+)"/g)].map(([, row]) => Number(row)) };
}
const headingsOf = (sheet: ExcelJS.Worksheet) => {
  const numbers: number[] = [];
  sheet.eachRow((row) => {
    if (/^Thread \d+$/.test(String(row.getCell(2).value ?? ""))) numbers.push(row.number);
  });
  return numbers;
};

describe("on paper, an interview sheet", () => {
  test.each([undefined, "Interview: Sponsor"])("has every column but what to do next, with evidence or without (%s)", async (evidence) => {
    const { sheet } = await sheetOf([thread(1, "A statement.", evidence === undefined ? {} : { evidence })]);
    const heads = (sheet.getRow(3).values as string[]).filter((head) => head);
    expect(heads.at(-1)).toBe("What to do next");
    const letter = String.fromCharCode(64 + heads.length - 1);
    expect(sheet.pageSetup.printArea).toMatch(new RegExp(`^A[$]?1:${letter}[$]?9$`));
    expect(sheet.getRow(5).getCell(heads.length).value).toMatch(/^Do this next\./);
  });

  test("begins a page before a thread that would not fit, and nowhere within one that does", async () => {
    const { sheet, breaks } = await sheetOf(
      Array.from({ length: 9 }, (_, index) => thread(index + 1, "A statement of some words. ".repeat(6))),
    );
    const headings = headingsOf(sheet);
    expect(headings).toHaveLength(9);
    expect(breaks.length).toBeGreaterThan(1);
    for (const row of breaks) expect(headings).toContain(row + 1);
  });

  test("lets a thread begin below another that takes more than a page", async () => {
    const long = thread(1, "A very long statement. ".repeat(90));
    const { breaks } = await sheetOf([long, thread(2, "Short.")]);
    expect(breaks.length).toBeLessThanOrEqual(1);
  });
});

describe("the column of the assessment before", () => {
  const said = ["Fully", "Changed. Before: Partially", "New", "Not assessed", ""];

  test.each([undefined, "Interview: Sponsor"])("is between statement and answer, and protected (evidence: %s)", async (evidence) => {
    const { sheet } = await sheetOf([thread(1, "A statement.", { before: said, evidence })], "Nov 2025");
    const heads = (sheet.getRow(3).values as string[]).slice(1);
    expect(heads).toEqual([
      ...["Row", "Level", "Statement", "Nov 2025", "Answer", "Note"],
      ...(evidence === undefined ? [] : ["Evidence"]),
      "What to do next",
    ]);
    const cells = [5, 6, 7, 8, 9].map((row) => sheet.getRow(row));
    expect(cells.map((row) => row.getCell(4).value)).toEqual(said);
    expect(cells.map((row) => row.getCell(4).protection?.locked ?? true)).toEqual(Array(5).fill(true));
    expect(cells.map((row) => row.getCell(5).value)).toEqual(["Fully", "Partially", "", "", ""]);
    expect(cells[1]?.getCell(5).protection?.locked).toBe(false);
    // The gate colours the column of answers.
    const coloured = (sheet as unknown as { conditionalFormattings: { ref: string }[] }).conditionalFormattings.map(({ ref }) => ref);
    expect(new Set(coloured.map((ref) => ref.charAt(0)))).toEqual(new Set(["E"]));
    expect(sheet.pageSetup.printArea).toMatch(new RegExp(`^A[$]?1:${String.fromCharCode(64 + heads.length - 1)}[$]?9$`));
  });
});

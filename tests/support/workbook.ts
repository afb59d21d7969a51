/** A workbook of answers in the hands of a test: typed into, spoiled, and uploaded. */
import ExcelJS from "exceljs";
import type { Visitor } from "./form-driver.ts";

/** Opens the bytes of an .xlsx file. */
export async function openBook(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  return book;
}

export const bytesOf = async (book: ExcelJS.Workbook) => new Uint8Array(await book.xlsx.writeBuffer());

/** The rows of a place, such as `thread/3/1`, in their order. */
export function rowsOf(book: ExcelJS.Workbook, place: string): ExcelJS.Row[] {
  const rows: ExcelJS.Row[] = [];
  for (const sheet of book.worksheets)
    sheet.eachRow((row) => {
      if (String(row.getCell(1).value ?? "").startsWith(`${place}#`)) rows.push(row);
    });
  return rows;
}

export const ANSWER_COLUMN = 4;
export const NOTE_COLUMN = 5;
export const EVIDENCE_COLUMN = 6;

/** Types answers, as words or empty texts, and a note. */
export function type(book: ExcelJS.Workbook, place: string, answers: readonly string[], note?: string): void {
  const rows = rowsOf(book, place);
  answers.forEach((words, index) => {
    const row = rows[index];
    if (row) row.getCell(ANSWER_COLUMN).value = words === "" ? null : words;
  });
  const [first] = rows;
  if (note !== undefined && first) first.getCell(NOTE_COLUMN).value = note;
}

/** Uploads a file on the page `import` of an assessment, as a browser without script does. */
export async function upload(visitor: Visitor, id: number, bytes: Uint8Array, name = "answers.xlsx"): Promise<Visitor> {
  const body = new FormData();
  body.append("workbook", new File([bytes as Uint8Array<ArrayBuffer>], name));
  return visitor.post(`/assessments/${id}/import`, body);
}

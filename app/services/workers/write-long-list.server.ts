/** Writes an Excel file with one list that may be very long. */
import { Writable } from "node:stream";
import ExcelJS from "exceljs";
import { cellText } from "#model/workbook/cells.ts";
import { LANDSCAPE, TYPEFACE } from "~/services/workers/write-book.server";

interface LongList {
  /** The name of its sheet. */
  name: string;
  title: string;
  /** Below the title. */
  facts: string;
  /** Widths in characters. */
  columns: readonly { title: string; width: number }[];
  rows: Iterable<readonly string[]>;
}

/** Above the rows: the title, the facts, an empty row, the heading. */
const HEADING_ROW = 4;

/**
 * Writes row after row, so that the file needs little memory. Text stays text, whatever it begins with, because exceljs writes no formula by itself.
 * @returns the bytes of an .xlsx file
 */
export async function writeLongList({ name, title, facts, columns, rows }: LongList): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      // exceljs uses its buffers again.
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = book.addWorksheet(name, {
    views: [{ state: "frozen", ySplit: HEADING_ROW }],
    pageSetup: { ...LANDSCAPE, printTitlesRow: `${HEADING_ROW}:${HEADING_ROW}` },
  });
  sheet.columns = columns.map(({ width }) => ({ width, style: { alignment: { vertical: "top", wrapText: true } } }));
  const above = (text: string, style: Partial<ExcelJS.Style>) => {
    const row = sheet.addRow([cellText(text)]);
    row.getCell(1).style = { ...style, alignment: { wrapText: false } };
    row.commit();
  };
  above(title, { font: { ...TYPEFACE, bold: true, size: 14 } });
  above(facts, { font: TYPEFACE });
  sheet.addRow([]).commit();
  const heading = sheet.addRow(columns.map((column) => cellText(column.title)));
  heading.font = { ...TYPEFACE, bold: true };
  heading.commit();
  let last = HEADING_ROW;
  for (const row of rows) {
    sheet.addRow(row.map((text) => (text === "" ? null : cellText(text)))).commit();
    last += 1;
  }
  sheet.autoFilter = { from: { row: HEADING_ROW, column: 1 }, to: { row: last, column: columns.length } };
  sheet.commit();
  await book.commit();
  return Buffer.concat(chunks);
}

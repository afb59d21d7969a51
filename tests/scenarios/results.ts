/** What the scenarios about results have in common. */
import ExcelJS from "exceljs";
import { HTMLElement } from "node-html-parser";
import { expect } from "vitest";
import yauzl from "yauzl";
import type { Visitor } from "../support/form-driver.ts";

/** The heading of the page. */
export const heading = (visitor: Visitor) => visitor.document.querySelector("h1")?.text.trim();

const MAY_BREAK = "\u200b";

/** Rows of the table with this title, as texts; without what is only on screen, such as links to a new action. */
export function rowsOf(visitor: Visitor, title: string): string[][] {
  const table = visitor.document
    .querySelectorAll("table[aria-labelledby]")
    .find((each) => visitor.document.getElementById(each.getAttribute("aria-labelledby") ?? "")?.text.trim() === title);
  if (!table) throw new Error(`no table ${title}: ${visitor.text().slice(0, 200)}`);
  return table.querySelectorAll("tbody tr, tfoot tr").map((row) =>
    row.querySelectorAll("th, td").map((cell) =>
      cell.childNodes
        .filter((node) => !(node instanceof HTMLElement && node.classList.contains("no-print")))
        .map((node) => (node.rawTagName === "wbr" ? MAY_BREAK : node.text.trim()))
        .join(" ")
        // A word that may be broken is still one word.
        .replaceAll(` ${MAY_BREAK} `, "")
        .trim(),
    ),
  );
}

/** The Excel file at this address. */
export async function workbook(visitor: Visitor, path: string): Promise<ExcelJS.Workbook> {
  await visitor.get(path);
  expect(visitor.status).toBe(200);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(visitor.body.buffer as ArrayBuffer);
  return book;
}

/** The files of a zip archive. */
export async function filesIn(archive: Uint8Array): Promise<{ name: string; bytes: Buffer }[]> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(archive), { lazyEntries: true });
  const files: { name: string; bytes: Buffer }[] = [];
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.push({ name: entry.fileName, bytes: Buffer.concat(chunks) });
  }
  return files;
}

/** The rows below the heading of a sheet, by the heading's titles. */
export function recordsOf(book: ExcelJS.Workbook, name: string): Record<string, ExcelJS.CellValue>[] {
  const sheet = book.getWorksheet(name);
  const titles = ((sheet?.getRow(4).values ?? []) as string[]).slice(1);
  const records: Record<string, ExcelJS.CellValue>[] = [];
  sheet?.eachRow((row, number) => {
    if (number > 4) records.push(Object.fromEntries(titles.map((title, index) => [title, row.getCell(index + 1).value])));
  });
  return records;
}

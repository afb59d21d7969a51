/** Writes what exceljs has put together. */
import type ExcelJS from "exceljs";
import zipStream from "exceljs/lib/utils/zip-stream.js";

const { prototype } = (zipStream as { ZipWriter: { prototype: { append(data: unknown, options: { base64?: boolean }): void } } }).ZipWriter;
const { append } = prototype;

/**
 * exceljs passes its parts to JSZip as texts, which JSZip encodes 16,384 units at a time. A character of two units across such a border, an
 * emoji or a rare Chinese sign, is lost. As bytes they arrive whole.
 */
function appendBytes(this: unknown, data: unknown, options: { base64?: boolean }): void {
  append.call(this as typeof prototype, typeof data === "string" && !options.base64 ? Buffer.from(data) : data, options);
}

/** @returns the bytes of an .xlsx file */
export async function writeBook(book: ExcelJS.Workbook): Promise<Buffer> {
  prototype.append = appendBytes;
  return Buffer.from(await book.xlsx.writeBuffer());
}

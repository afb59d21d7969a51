/** Writes what exceljs has put together. */
import type ExcelJS from "exceljs";
import zipStream from "exceljs/lib/utils/zip-stream.js";

const { prototype } = zipStream.ZipWriter;
const { append } = prototype;

/**
 * exceljs passes its parts to JSZip as texts, which JSZip encodes 16,384 units at a time. A character of two units across such a border, an
 * emoji or a rare Chinese sign, is lost. As bytes they arrive whole. exceljs has no option for it, and its other
 * writer, `stream.xlsx.WorkbookWriter`, writes no title, subject and company.
 */
prototype.append = function (data, options) {
  append.call(this, typeof data === "string" && !options.base64 ? Buffer.from(data) : data, options);
};

/** @returns the bytes of an .xlsx file */
export async function writeBook(book: ExcelJS.Workbook): Promise<Buffer> {
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** What the sheets of all Excel files have in common. */
export const TYPEFACE = { name: "Calibri", family: 2, size: 11 };
/** Landscape A4, as wide as the paper. */
export const LANDSCAPE = { paperSize: 9, orientation: "landscape", fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const;

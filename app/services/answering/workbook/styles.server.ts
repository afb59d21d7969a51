/** How the workbook of answers looks, on the screen and on paper. */
import type ExcelJS from "exceljs";
import { safeText } from "#model/workbook/cells.ts";
import { LANDSCAPE, TYPEFACE } from "~/services/workers/write-book.server";

const line = { style: "thin", color: { argb: "FFD0D4E4" } } as const;
const BORDER = { top: line, bottom: line, left: line, right: line };
const solid = (argb: string): ExcelJS.FillPattern => ({ type: "pattern", pattern: "solid", fgColor: { argb }, bgColor: { argb } });
const wrapped = { wrapText: true, vertical: "top", horizontal: "left" } as const;

export const CLOSED_FILL = solid("FFE3E5EA");
export const IMPLIED_FILL = solid("FFDDF3E4");
export const WRONG_FILL = solid("FFFFC9C9");

export const STYLE: Partial<ExcelJS.Style> = { font: TYPEFACE, alignment: wrapped, border: BORDER };
export const TITLE_STYLE: Partial<ExcelJS.Style> = { font: { ...TYPEFACE, bold: true, size: 14 } };
export const LEGEND_STYLE: Partial<ExcelJS.Style> = { font: { ...TYPEFACE, size: 10 } };
export const PLAIN_STYLE: Partial<ExcelJS.Style> = { font: TYPEFACE, alignment: wrapped };
export const STRONG_STYLE: Partial<ExcelJS.Style> = { font: { ...TYPEFACE, bold: true }, alignment: wrapped };
export const HEAD_STYLE: Partial<ExcelJS.Style> = {
  font: { ...TYPEFACE, bold: true },
  alignment: { ...wrapped, vertical: "middle" },
  fill: solid("FFE8EBF9"),
  border: { bottom: { style: "medium", color: { argb: "FF3151C9" } } },
};
/** Above the rows of a thread, practice or component. */
export const BLOCK_STYLE: Partial<ExcelJS.Style> = {
  font: { ...TYPEFACE, bold: true },
  alignment: { ...wrapped, vertical: "middle" },
  fill: solid("FFF3F4FA"),
  border: BORDER,
};
export const ANSWER_STYLE: Partial<ExcelJS.Style> = { ...STYLE, protection: { locked: false } };
export const NOTE_STYLE: Partial<ExcelJS.Style> = { ...STYLE, numFmt: "@", protection: { locked: false } };

export const LINE_HEIGHT = 15;
const HEIGHT_MAX = 4_000;

/** The height of a text in a column, in points. @param width in characters */
export function heightOf(text: string, width: number): number {
  const lines = text.split("\n").reduce((sum, each) => sum + Math.max(1, Math.ceil(each.length / (width - 2))), 0);
  return Math.min(HEIGHT_MAX, lines * LINE_HEIGHT + 3);
}

/** A4 landscape within its margins, in points. */
const PAPER = { width: 784, height: 516 };
/** A character of a column, in points, as Excel measures it. Other programs need more room, and so set a sheet smaller. */
const CHARACTER = 5.25;
/** Programs measure rows a little differently. */
const SPARE = 0.95;

/** The height of rows, in points, for which a page has room while its columns are fitted to its width. */
export function pageHeight(widths: readonly number[]): number {
  const width = widths.reduce((sum, each) => sum + each * CHARACTER, 0);
  return PAPER.height * SPARE * Math.max(1, width / PAPER.width);
}

/** Landscape, as wide as the paper, with the head of the table on every page. */
export function pageOf(
  title: string,
  { headRow }: { headRow?: number } = {},
): Pick<ExcelJS.AddWorksheetOptions, "pageSetup" | "headerFooter"> {
  // An ampersand begins a command there, and the whole may have 255 characters.
  const footer = `&L${[...safeText(title)].slice(0, 100).join("").replaceAll("&", "&&")}&R&P / &N`;
  return {
    pageSetup: {
      ...LANDSCAPE,
      ...(headRow === undefined ? {} : { printTitlesRow: `${headRow}:${headRow}` }),
      margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
    },
    headerFooter: { oddFooter: footer },
  };
}

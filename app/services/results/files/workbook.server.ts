/** The Excel file of a result (docs/rules/results-and-files.md#excel). */
import ExcelJS from "exceljs";
import { UNANSWERED } from "#model/answer-words.ts";
import { safeText } from "#model/workbook/cells.ts";
import { layoutOf, linesIn } from "~/services/results/files/sheet-layout.server";
import { LANDSCAPE, TYPEFACE, writeBook } from "~/services/workers/write-book.server";
import { shortDate } from "~/views/dates";
import type { Sheet, WorkbookContent } from "~/views/result";
import { PRODUCT } from "~/views/shell";

const FORMATS: Record<Sheet["columns"][number]["kind"], string | undefined> = {
  text: undefined,
  mark: undefined,
  whole: "0",
  decimal: "0.00",
  // Like the screen: '+0.4', '−0.3', '- 0' (docs/rules/benchmark.md#difference).
  difference: '"+"0.0;"−"0.0;"- 0"',
};
const TITLE: Partial<ExcelJS.Style> = { font: { ...TYPEFACE, bold: true, size: 14 }, alignment: { wrapText: false } };
const FACTS: Partial<ExcelJS.Style> = { font: TYPEFACE, alignment: { wrapText: false } };
const HEADING: Partial<ExcelJS.Style> = {
  font: { ...TYPEFACE, bold: true },
  fill: { type: "pattern", pattern: "solid", fgColor: { argb: "FFE8EBF9" } },
  border: { bottom: { style: "thin", color: { argb: "FF3151C9" } } },
};
/** The colours of the page: of heat map and answers, and of rows that are not one of many. */
const MARK_FILLS: [word: string, fill: string, ink: string][] = [
  ["Fully", "FF3151C9", "FFFFFFFF"],
  ["Partially", "FFC5D2FB", "FF1C2024"],
  ["Rarely/Never", "FFE9EAEE", "FF1C2024"],
];
const NOT_ASSESSED_INK = "FF60646C";
const ROW_FILLS = { whole: "FFD6DDF7", part: "FFEFF2FC" } as const;

const LINE_HEIGHT = 15;
/** Excel's limit for the height of a row, in points. */
const HEIGHT_MAX = 409;
/** Above the heading: the title, the facts, and a row for a note. */
const HEADING_ROW = 4;

/** Excel's limit for the characters of a cell. */
const CELL_MAX = 32_767;
const safe = (text: string) => safeText(text).slice(0, CELL_MAX);

function addSheet(workbook: ExcelJS.Workbook, { name, columns, rows, emphasis, note }: Sheet, title: string, facts: string): void {
  const sheet = workbook.addWorksheet(name, {
    views: [{ state: "frozen", ySplit: HEADING_ROW }],
    pageSetup: {
      ...LANDSCAPE,
      printTitlesRow: `${HEADING_ROW}:${HEADING_ROW}`,
      margins: { left: 0.5, right: 0.5, top: 0.6, bottom: 0.6, header: 0.3, footer: 0.3 },
    },
    headerFooter: { oddFooter: `&L${PRODUCT}&C&A&R&P / &N` },
  });
  const layout = layoutOf(columns);
  sheet.columns = columns.map(({ kind }, index) => {
    const { width, wraps } = layout[index] ?? { width: 0, wraps: false };
    const numFmt = FORMATS[kind];
    const style: Partial<ExcelJS.Style> = numFmt
      ? { numFmt, alignment: { vertical: "top" } }
      : { alignment: { wrapText: wraps, vertical: "top", horizontal: "left", indent: 1 } };
    return { width, style };
  });
  const heading = columns.map((column) => column.title);
  const values = rows.map((row) => row.map((value) => (typeof value === "string" ? safe(value) : value)));
  sheet.addRows([[title], [facts], note === undefined ? [] : [note], heading, ...values]);
  // Not every program adapts the height of a row to wrapped text.
  values.forEach((row, index) => {
    setHeight(sheet.getRow(HEADING_ROW + 1 + index), row, layout);
  });
  setHeight(
    sheet.getRow(HEADING_ROW),
    heading,
    layout.map((each) => ({ ...each, wraps: true })),
  );
  sheet.getCell(1, 1).style = TITLE;
  sheet.getCell(2, 1).style = FACTS;
  sheet.getCell(3, 1).style = FACTS;
  columns.forEach(({ kind }, index) => {
    const alignment: Partial<ExcelJS.Alignment> =
      kind === "text" || kind === "mark" ? { horizontal: "left", indent: 1 } : { horizontal: "right" };
    sheet.getCell(HEADING_ROW, index + 1).style = { ...HEADING, alignment: { ...alignment, wrapText: true, vertical: "bottom" } };
  });
  colourSheet(sheet, { columns, emphasis, last: HEADING_ROW + Math.max(1, rows.length) });
  sheet.autoFilter = { from: { row: HEADING_ROW, column: 1 }, to: { row: HEADING_ROW + rows.length, column: columns.length } };
}

/** Colours by rules instead of cell by cell, so that they follow when somebody sorts the list. */
function colourSheet(sheet: ExcelJS.Worksheet, { columns, emphasis, last }: Pick<Sheet, "columns" | "emphasis"> & { last: number }): void {
  const first = HEADING_ROW + 1;
  const fill = (argb: string): ExcelJS.Fill => ({ type: "pattern", pattern: "solid", bgColor: { argb } });
  let priority = 1;
  columns.forEach(({ kind }, index) => {
    if (kind !== "mark") return;
    const letter = sheet.getColumn(index + 1).letter;
    const rules: ExcelJS.ConditionalFormattingRule[] = MARK_FILLS.map(([word, background, ink]) => ({
      type: "expression",
      formulae: [`LEFT($${letter}${first},${word.length})="${word}"`],
      priority: priority++,
      style: { fill: fill(background), font: { color: { argb: ink } } },
    }));
    const notAssessed = `ISNUMBER(SEARCH("${UNANSWERED.unasked}",$${letter}${first}))`;
    rules.push({
      type: "expression",
      formulae: [notAssessed],
      priority: priority++,
      style: { font: { italic: true, color: { argb: NOT_ASSESSED_INK } } },
    });
    sheet.addConditionalFormatting({ ref: `${letter}${first}:${letter}${last}`, rules });
  });
  if (!emphasis) return;
  const ref = `A${first}:${sheet.getColumn(columns.length).letter}${last}`;
  for (const which of ["whole", "part"] as const) {
    const isOne = `OR(${emphasis[which].map((word) => `$A${first}="${word}"`).join(",")})`;
    const style = { fill: fill(ROW_FILLS[which]), font: { bold: true } };
    sheet.addConditionalFormatting({ ref, rules: [{ type: "expression", formulae: [isOne], priority: priority++, style }] });
  }
}

/** Makes a row as high as its longest text. */
function setHeight(row: ExcelJS.Row, values: readonly (string | number | null)[], layout: ReturnType<typeof layoutOf>): void {
  const lines = values.map((value, index) => {
    const column = layout[index];
    return typeof value === "string" && column ? linesIn(value, column) : 1;
  });
  const most = Math.max(...lines);
  if (most > 1) row.height = Math.min(HEIGHT_MAX, most * LINE_HEIGHT);
}

/**
 * Makes the workbook of a result. Text stays text, whatever it begins with, because exceljs writes no formula by itself.
 * @returns the bytes of an .xlsx file
 */
export async function workbookOf(result: WorkbookContent): Promise<Buffer> {
  const { assessment, organization, model, comparedWith, draftOf } = result;
  const title = `${model} ${draftOf ? "DRAFT result" : (result.what ?? "result")}: ${assessment.name}`;
  const facts = [
    organization.name,
    assessment.scope,
    ...(assessment.extent === undefined ? [] : [assessment.extent]),
    ...(draftOf ? [`draft of ${shortDate(draftOf)}`] : []),
    ...(assessment.completed ? [`completed ${shortDate(assessment.completed)}`] : []),
    ...(assessment.test ? ["test assessment"] : []),
    ...result.figures.map(({ label, value }) => `${label} ${value}`),
    ...(comparedWith === undefined ? [] : [`benchmark: ${comparedWith}`]),
  ].join("; ");
  const subject = `${model} ${assessment.scope} assessment of ${organization.name}`;
  const made = assessment.completed ? { created: new Date(assessment.completed) } : {};
  return bookOf(
    { title, facts, subject, company: organization.name, keywords: `${model}, maturity assessment`, sheets: result.sheets },
    made,
  );
}

/** Lists that belong to no result, as a workbook. */
export interface BookContent {
  title: string;
  /** Below the title of each sheet. */
  facts: string;
  subject: string;
  company: string;
  keywords: string;
  sheets: Sheet[];
}

/** Makes the workbook of some lists. @returns the bytes of an .xlsx file */
export function bookOf({ sheets, facts, ...about }: BookContent, { created = new Date() }: { created?: Date } = {}): Promise<Buffer> {
  const title = safe(about.title);
  const workbook = new ExcelJS.Workbook();
  Object.assign(workbook, {
    ...{ creator: PRODUCT, lastModifiedBy: PRODUCT, title, created, modified: new Date(), keywords: about.keywords },
    subject: safe(about.subject),
    company: safe(about.company),
  });
  for (const sheet of sheets) addSheet(workbook, sheet, title, safe(facts));
  return writeBook(workbook);
}

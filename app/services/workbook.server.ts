/** The Excel file of a result (specification C9). */
import ExcelJS from "exceljs";
import { shortDate } from "~/dates";
import type { Report, Sheet } from "~/report";

const PRODUCT = "Maturity Assessment Tool";
const FORMATS: Record<Sheet["columns"][number]["kind"], string | undefined> = {
  text: undefined,
  whole: "0",
  decimal: "0.00",
  // As on the screen (specification C9): '+ 0.4', '- 0.3', '- 0'.
  difference: '"+ "0.0;"- "0.0;"- 0"',
};
const TITLE: Partial<ExcelJS.Style> = { font: { bold: true, size: 14 } };
const HEADING: Partial<ExcelJS.Style> = {
  font: { bold: true },
  fill: { type: "pattern", pattern: "solid", fgColor: { argb: "FFE8EBF9" } },
  border: { bottom: { style: "thin", color: { argb: "FF3151C9" } } },
};
/** Above the heading: the title, the facts, and an empty row. */
const HEADING_ROW = 4;

/** Characters that XML cannot hold would spoil the file; an upstream may have let them pass. */
const UNSAFE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
/** What a cell of Excel can hold. */
const CELL_MAX = 32_767;
const safe = (text: string) => text.replace(UNSAFE, "").slice(0, CELL_MAX);

function addSheet(workbook: ExcelJS.Workbook, { name, columns, rows }: Sheet, title: string, facts: string): void {
  const sheet = workbook.addWorksheet(name, {
    views: [{ state: "frozen", ySplit: HEADING_ROW }],
    pageSetup: {
      paperSize: 9,
      orientation: "landscape",
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: `${HEADING_ROW}:${HEADING_ROW}`,
      margins: { left: 0.5, right: 0.5, top: 0.6, bottom: 0.6, header: 0.3, footer: 0.3 },
    },
    headerFooter: { oddFooter: `&L${PRODUCT}&R&P / &N` },
  });
  sheet.columns = columns.map(({ width, kind }) => {
    const numFmt = FORMATS[kind];
    return {
      width,
      style: numFmt === undefined ? { alignment: { wrapText: width > 30, vertical: "top" } } : { numFmt, alignment: { vertical: "top" } },
    };
  });
  const heading = columns.map((column) => column.title);
  sheet.addRows([
    [title],
    [facts],
    [],
    heading,
    ...rows.map((row) => row.map((value) => (typeof value === "string" ? safe(value) : value))),
  ]);
  sheet.getCell(1, 1).style = TITLE;
  sheet.getCell(2, 1).style = {};
  columns.forEach(({ kind }, index) => {
    sheet.getCell(HEADING_ROW, index + 1).style = {
      ...HEADING,
      alignment: { horizontal: kind === "text" ? "left" : "right", wrapText: true },
    };
  });
  sheet.autoFilter = { from: { row: HEADING_ROW, column: 1 }, to: { row: HEADING_ROW + rows.length, column: columns.length } };
}

/**
 * A workbook of a report's sheets. Text stays text, whatever it begins with: exceljs writes no formula unless told to.
 */
export async function workbookOf(report: Report): Promise<Buffer> {
  const { assessment, organization, model, comparedWith } = report;
  const title = safe(`${model} result: ${assessment.name}`);
  const facts = [
    organization.name,
    assessment.scope,
    ...(assessment.completed ? [`completed ${shortDate(assessment.completed)}`] : []),
    ...(assessment.test ? ["test assessment"] : []),
    ...report.figures.map(({ label, value }) => `${label} ${value}`),
    ...(comparedWith === undefined ? [] : [`benchmark: ${comparedWith}`]),
  ].join("; ");
  const workbook = new ExcelJS.Workbook();
  Object.assign(workbook, {
    creator: PRODUCT,
    lastModifiedBy: PRODUCT,
    title,
    subject: safe(`${model} ${assessment.scope} assessment of ${organization.name}`),
    company: safe(organization.name),
    keywords: `${model}, maturity assessment`,
    created: assessment.completed ? new Date(assessment.completed) : new Date(),
    modified: new Date(),
  });
  for (const sheet of report.sheets) addSheet(workbook, sheet, title, safe(facts));
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

/** The Excel file of a result (specification C9). */
import ExcelJS from "exceljs";
import { roundHalfAway } from "#model/rounding.ts";
import type { ResultPage } from "~/services/results.server";

const HEADER: Partial<ExcelJS.Style> = { font: { bold: true }, fill: { type: "pattern", pattern: "solid", fgColor: { argb: "FFE8EBF9" } } };

interface Column {
  header: string;
  width: number;
  /** Shown with two decimals. */
  decimal?: boolean;
}

function addSheet(workbook: ExcelJS.Workbook, name: string, columns: Column[], rows: (string | number | null)[][]): void {
  const sheet = workbook.addWorksheet(name, {
    views: [{ state: "frozen", ySplit: 1 }],
    pageSetup: { paperSize: 9, orientation: "landscape", fitToPage: true, fitToWidth: 1, fitToHeight: 0, printTitlesRow: "1:1" },
  });
  sheet.columns = columns.map(({ header, width, decimal }) => ({
    header,
    width,
    style: decimal ? { numFmt: "0.00" } : { alignment: { wrapText: true, vertical: "top" } },
  }));
  sheet.addRows(rows);
  sheet.getRow(1).eachCell((cell) => {
    cell.style = HEADER;
  });
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows.length + 1, column: columns.length } };
}

/** A workbook with the sheets Scores and Diagnostics. Text stays text: exceljs writes no formula unless told to. */
export async function p3m3Workbook(result: ResultPage): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = "Maturity Assessment Tool";
  workbook.title = result.assessment.name;
  workbook.subject = `P3M3 ${result.assessment.scope} assessment of ${result.organization.name}`;
  workbook.created = result.assessment.completed ? new Date(result.assessment.completed) : new Date(0);
  addSheet(
    workbook,
    "Scores",
    [
      { header: "Perspective", width: 30 },
      { header: "Thread", width: 40 },
      { header: "Score", width: 12, decimal: true },
      { header: "Rank", width: 10 },
    ],
    [
      ["Overall maturity", "", result.overall.maturity, null],
      ["Overall score", "", roundHalfAway(result.overall.decimal, 2), null],
      ...result.perspectives.flatMap((perspective, column): (string | number | null)[][] => [
        [perspective.name, "All threads", roundHalfAway(perspective.decimal, 2), perspective.rank],
        ...result.threads.map((thread): (string | number | null)[] => [
          perspective.name,
          thread.name,
          thread.scores[column] ?? "Descoped",
          null,
        ]),
      ]),
    ],
  );
  addSheet(
    workbook,
    "Diagnostics",
    [
      { header: "Perspective", width: 30 },
      { header: "Thread", width: 40 },
      { header: "Level", width: 8 },
      { header: "Kind", width: 14 },
      { header: "Statement", width: 90 },
    ],
    (["positive", "improvement"] as const).flatMap((kind) =>
      result.diagnostics[kind].flatMap((perspective) =>
        perspective.threads.flatMap((thread) =>
          thread.items.map((item): (string | number | null)[] => [
            perspective.name,
            thread.name,
            item.level ?? null,
            kind === "positive" ? "Positive" : "Improvement",
            item.statement,
          ]),
        ),
      ),
    ),
  );
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

/** Name of the file: date, model, assessment name with spaces as underscores (specification C9). */
export function workbookName(date: Date, model: "P3M3" | "ITIL", assessmentName: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a file name
  const safe = assessmentName.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, "-").replace(/ /g, "_");
  return `${date.toISOString().slice(0, 10)}_${model}_${safe}.xlsx`;
}

/** `Content-Disposition` for any file name (RFC 6266): a plain fallback and the full name in UTF-8. */
export function attachment(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\%]/g, "-");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

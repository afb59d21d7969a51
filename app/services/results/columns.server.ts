/**
 * Columns of a result. Each is defined once. A table (screen, paper, images) and a sheet of the Excel file take their headings and cells
 * from the same column, so they cannot differ (docs/rules/results-and-files.md#one-report).
 */
import type { Cell, Column, ResultTable, Sheet, SheetColumn } from "~/views/result";

type Kind = "text" | "code" | "mark" | "whole" | "decimal" | "difference";

const KIND_IN_TABLE: Record<Kind, Column["kind"]> = {
  text: "text",
  code: "code",
  mark: "mark",
  whole: "number",
  decimal: "number",
  difference: "number",
};
const KIND_IN_SHEET: Record<Kind, SheetColumn["kind"]> = {
  text: "text",
  code: "text",
  mark: "mark",
  whole: "whole",
  decimal: "decimal",
  difference: "difference",
};

/** A column of a table, and how to get its cell for a row. */
export interface TableColumn<Row> {
  title: string;
  kind: Kind;
  /** The column that names its row. */
  names?: boolean;
  /** Holds sentences, so it gets the remaining width. */
  wide?: boolean;
  cell: (row: Row) => Cell;
}

/** A column that the Excel file has as well. */
export interface SharedColumn<Row> extends TableColumn<Row> {
  /** In the Excel file, in characters. */
  width: number;
  /** The heading in the Excel file, if it differs. */
  sheetTitle?: string;
}

interface TableParts<Row> extends Pick<ResultTable, "id" | "title" | "total" | "hint" | "note" | "comparesWithOthers"> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
}

/** Makes a table with a row of cells for each of the given rows. */
export function tableOf<Row>({ id, title, columns, rows, total, hint, note, comparesWithOthers }: TableParts<Row>): ResultTable {
  return {
    kind: "table",
    id,
    title,
    columns: columns.map(({ title, kind, names, wide }) => ({
      title,
      kind: KIND_IN_TABLE[kind],
      ...(names ? { names } : {}),
      ...(wide ? { wide } : {}),
    })),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
    ...(total ? { total } : {}),
    ...(hint ? { hint } : {}),
    ...(note ? { note } : {}),
    ...(comparesWithOthers ? { comparesWithOthers } : {}),
  };
}

/**
 * Makes a sheet of the Excel file: columns of numbers get the number of each cell, all others its text; an empty cell stays empty
 * (docs/rules/results-and-files.md#excel).
 * @param emphasis the rows that look different
 */
export function sheetOf<Row>(
  name: string,
  columns: readonly SharedColumn<Row>[],
  rows: readonly Row[],
  emphasis?: Sheet["emphasis"],
): Sheet {
  return {
    name,
    ...(emphasis ? { emphasis } : {}),
    columns: columns.map(({ title, sheetTitle = title, width, kind }) => ({ title: sheetTitle, width, kind: KIND_IN_SHEET[kind] })),
    rows: rows.map((row) => columns.map(({ kind, cell }) => excelValue(cell(row), KIND_IN_SHEET[kind]))),
  };
}

function excelValue(cell: Cell, kind: SheetColumn["kind"]): string | number | null {
  if (cell.missing) return null;
  if (kind !== "text" && kind !== "mark") return cell.value ?? null;
  return cell.aside ? `${cell.text} (${cell.aside.toLowerCase()})` : cell.text;
}

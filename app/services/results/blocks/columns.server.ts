/**
 * Columns of a result. Each is defined once. A table (screen, paper, images) and a sheet of the Excel file take their headings and cells
 * from the same column, so they cannot differ (docs/rules/results-and-files.md#one-report).
 */
import { scoreOrNone, textCell, wholeOrNone } from "~/services/results/blocks/cells.server";
import type { Cell, Column, ResultTable, Sheet, SheetColumn } from "~/views/result";

type Kind = "text" | "code" | "mark" | "whole" | "decimal" | "difference";

const kindInTable = (kind: Kind): Column["kind"] => (kind === "whole" || kind === "decimal" || kind === "difference" ? "number" : kind);
const kindInSheet = (kind: Kind): SheetColumn["kind"] => (kind === "code" ? "text" : kind);

/** A column of a table, and how to get its cell for a row. */
export interface TableColumn<Row> {
  title: string;
  kind: Kind;
  /** The column that names its row. */
  names?: boolean;
  /** Holds sentences, so it gets the remaining width. */
  wide?: boolean;
  /** As of `Column`. */
  even?: boolean;
  narrow?: boolean;
  yields?: boolean;
  cell: (row: Row) => Cell;
}

/** A column that the Excel file has as well. */
export interface SharedColumn<Row> extends TableColumn<Row> {
  /** In the Excel file, in characters. */
  width: number;
  /** The heading in the Excel file, if it differs. */
  sheetTitle?: string;
}

type More<Row> = Partial<Pick<SharedColumn<Row>, "names" | "wide" | "even" | "narrow" | "yields" | "sheetTitle">>;

/** A column of texts. @param width in the Excel file, in characters */
export const textColumn = <Row>(title: string, width: number, text: (row: Row) => string, more: More<Row> = {}): SharedColumn<Row> => ({
  title,
  kind: "text",
  width,
  ...more,
  cell: (row) => textCell(text(row)),
});

/** A column of scores with two decimals; `–` where there is none. */
export const scoreColumn = <Row>(title: string, width: number, value: (row: Row) => number | null | undefined): SharedColumn<Row> => ({
  title,
  kind: "decimal",
  width,
  cell: (row) => scoreOrNone(value(row)),
});

/** A column of whole numbers; `–` where there is none. */
export const wholeColumn = <Row>(
  title: string,
  width: number,
  value: (row: Row) => number | null | undefined,
  more: More<Row> = {},
): SharedColumn<Row> => ({
  title,
  kind: "whole",
  width,
  ...more,
  cell: (row) => wholeOrNone(value(row)),
});

interface TableParts<Row> extends Pick<ResultTable, "id" | "title" | "total" | "hint" | "note" | "stacks" | "comparesWithOthers"> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
}

/** Makes a table with a row of cells for each of the given rows. */
export function tableOf<Row>({ columns, rows, ...parts }: TableParts<Row>): ResultTable {
  return {
    kind: "table",
    ...parts,
    columns: columns.map(({ title, kind, names, wide, even, narrow, yields }) => ({
      title,
      kind: kindInTable(kind),
      ...(names ? { names } : {}),
      ...(wide ? { wide } : {}),
      ...(even ? { even } : {}),
      ...(narrow ? { narrow } : {}),
      ...(yields ? { yields } : {}),
    })),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
  };
}

/**
 * Makes a sheet of the Excel file: columns of numbers get the number of each cell, all others its text; an empty cell stays empty
 * (docs/rules/results-and-files.md#excel).
 * @param more the rows that look different, and what to know to read the list
 */
export function sheetOf<Row>(
  name: string,
  columns: readonly SharedColumn<Row>[],
  rows: readonly Row[],
  more: Pick<Sheet, "emphasis" | "note"> = {},
): Sheet {
  return {
    name,
    ...more,
    columns: columns.map(({ title, sheetTitle = title, width, kind }) => ({ title: sheetTitle, width, kind: kindInSheet(kind) })),
    rows: rows.map((row) => columns.map(({ kind, cell }) => excelValue(cell(row), kindInSheet(kind)))),
  };
}

function excelValue(cell: Cell, kind: SheetColumn["kind"]): string | number | null {
  if (cell.missing) return null;
  if (kind !== "text" && kind !== "mark") return cell.value ?? null;
  return cell.aside ? `${cell.text} (${cell.aside.toLowerCase().replaceAll("\n", ", ")})` : cell.text;
}

/** Rows of a pasted text, as the web tier reads them, and the headings of their columns (docs/rules/pasted-lines.md#what-is-read). */

/** A row of a pasted text. */
export interface PastedRow {
  /** Trimmed; empty ones at the end are left out. At least one is not empty. */
  cells: readonly string[];
  /** The row as it was pasted. */
  line: string;
  /** Its place among all rows. */
  at: number;
  /** What separates its cells. */
  separator: string;
}

/** A row that is not taken, and why. */
export interface WrongRow {
  line: string;
  why: string;
  at: number;
}

/** The words of headings, by column. */
export type Headings<Column extends string> = Readonly<Record<Column, readonly string[]>>;

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The column that a cell heads; undefined where it is no heading. */
function headedBy<Column extends string>(cell: string, headings: Headings<Column>): Column | undefined {
  const word = plain(cell);
  return (Object.keys(headings) as Column[]).find((column) => headings[column].includes(word));
}

/** Rows without a row of headings, and the column of each cell where there was one. */
export interface HeadedRows<Column extends string> {
  columns: readonly (Column | undefined)[] | undefined;
  rows: readonly PastedRow[];
}

/**
 * Takes a row of headings off. The first row is one if some of its cells are words of headings, and none holds an address or a digit.
 * @param least how many cells have to be such words
 */
export function withoutHeadings<Column extends string>(
  rows: readonly PastedRow[],
  headings: Headings<Column>,
  least = 1,
): HeadedRows<Column> {
  const [first] = rows;
  const columns = first?.cells.map((cell) => headedBy(cell, headings)) ?? [];
  const isHeading =
    columns.filter((column) => column !== undefined).length >= least && !first?.cells.some((cell) => /[@\p{Nd}]/u.test(cell));
  return isHeading ? { columns, rows: rows.slice(1) } : { columns: undefined, rows };
}

/** The first cell of a column that is not empty; undefined without one. */
export const cellIn = <Column extends string>(
  { cells }: PastedRow,
  columns: readonly (Column | undefined)[],
  wanted: Column,
): string | undefined => cells.find((cell, index) => columns[index] === wanted && cell !== "");

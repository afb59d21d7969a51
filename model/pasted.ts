/** Rows of a pasted text, as the web tier reads them, and the headings of their columns (docs/rules/pasted-lines.md#what-is-read). */
import { textMessages } from "./text.ts";

/** The most lines of a list that are read at once. It is more than any form takes, because a cell and the head of a mail have several lines. */
export const READ_LINES_MAX = 1000;

/** The most addresses in a list of people: one line may have all of them. */
export const READ_ADDRESSES_MAX = 1000;

const tooMany = (what: string, max: number) => (count: number) =>
  `A list has at most ${max.toLocaleString("en-GB")} ${what}, and this one has ${count.toLocaleString("en-GB")}. Nothing in it was read. Please divide it.`;

/** What a form says about a list with too many lines, or too many addresses. */
export const listMessages = { lines: tooMany("lines", READ_LINES_MAX), addresses: tooMany("addresses", READ_ADDRESSES_MAX) };

/**
 * The problem of a list that is too long to be read, in words; undefined for any other (docs/rules/pasted-lines.md#how-long).
 * @param text with line feeds, without empty lines at its end
 * @param max the most characters
 * @param isOfPeople whether addresses count
 */
export function listProblem(text: string, max: number, isOfPeople: boolean): string | undefined {
  const lines = text.split("\n").length;
  if (lines > READ_LINES_MAX) return listMessages.lines(lines);
  const addresses = isOfPeople ? text.split("@").length - 1 : 0;
  if (addresses > READ_ADDRESSES_MAX) return listMessages.addresses(addresses);
  return text.length > max ? textMessages.tooLong(max) : undefined;
}

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
  /** Whether it began with `To:`, as the head of a mail does: then each cell is a person. */
  isOfMail?: boolean;
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

/** A row, and the columns of its cells where a row of headings names them. */
export interface HeadedRow<Column extends string> {
  row: PastedRow;
  columns: readonly (Column | undefined)[] | undefined;
}

/** Rows without those of headings, and the rows of headings that name the columns of others. */
export interface HeadedRows<Column extends string> {
  rows: HeadedRow<Column>[];
  headings: PastedRow[];
}

/**
 * Takes rows of headings off. The first row is one if some of its cells are words of headings, and none holds an address or a digit. Any other
 * is one if it has several cells and all of them are such words. The headings apply to the rows below that have the same separator, or one cell.
 * @param least how many cells of the first row have to be such words
 */
export function withoutHeadings<Column extends string>(rows: readonly PastedRow[], words: Headings<Column>, least = 1): HeadedRows<Column> {
  const headed: HeadedRow<Column>[] = [];
  const headings = new Set<PastedRow>();
  let above: { row: PastedRow; columns: readonly (Column | undefined)[] } | undefined;
  for (const row of rows) {
    const columns = row.cells.map((cell) => headedBy(cell, words));
    const known = columns.filter((column) => column !== undefined).length;
    const isFirst = row === rows[0] && known >= least && !row.cells.some((cell) => /[@\p{Nd}]/u.test(cell));
    if (isFirst || (known > 1 && known === row.cells.filter((cell) => cell !== "").length)) above = { row, columns };
    else {
      const isUnder = above !== undefined && (row.cells.length === 1 || row.separator === above.row.separator);
      if (above && isUnder) headings.add(above.row);
      headed.push({ row, columns: isUnder ? above?.columns : undefined });
    }
  }
  return { rows: headed, headings: [...headings] };
}

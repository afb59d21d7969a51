/**
 * The widths of a sheet's columns and the heights of its rows, so that people can read it on paper too
 * (docs/rules/results-and-files.md#excel).
 */
import type { Sheet } from "~/views/result";

type SheetColumns = Sheet["columns"];

/** Columns from this width on hold sentences, which wrap. */
const SENTENCES = 30;
/** Characters side by side that can still be read when they are printed across A4, landscape. */
const ON_PAPER = 180;
/** A list without a column of at least this width has names alone, which stay on one line. */
const LONG = 40;
/** A column of texts keeps this width, and half of its own. */
const TEXT_LEAST = 16;
/** What a column loses to its indent and its borders, in characters. */
const EDGE = 1;

/** A column as it is laid out. */
interface SheetLayout {
  /** In characters. */
  width: number;
  wraps: boolean;
}

/**
 * Widths for paper as wide as the list: where the columns together are too wide, those of texts become narrower and wrap.
 * @returns in the order of the columns
 */
export function layoutOf(columns: SheetColumns): SheetLayout[] {
  const leastOf = ({ width, kind }: SheetColumns[number]) => (kind === "text" ? Math.min(width, Math.max(TEXT_LEAST, width / 2)) : width);
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const spare = columns.reduce((sum, column) => sum + column.width - leastOf(column), 0);
  const tooWide = total > ON_PAPER && columns.some(({ width }) => width >= LONG);
  const given = tooWide && spare > 0 ? Math.min(1, (total - ON_PAPER) / spare) : 0;
  return columns.map((column) => {
    const width = Math.ceil(column.width - (column.width - leastOf(column)) * given);
    return { width, wraps: column.kind === "mark" || column.width >= SENTENCES || width < column.width };
  });
}

/** How many lines a text takes in a column, broken between words and within those that are longer. */
export function linesIn(text: string, { width, wraps }: SheetLayout): number {
  if (!wraps) return 1;
  const room = Math.max(1, width - EDGE);
  return text.split("\n").reduce((lines, line) => {
    let [used, count] = [0, 1];
    for (const word of line.split(" ")) {
      if (used > 0 && used + 1 + word.length > room) [used, count] = [0, count + 1];
      used += (used > 0 ? 1 : 0) + word.length;
      if (used > room) [used, count] = [used % room, count + Math.floor((used - 1) / room)];
    }
    return lines + count;
  }, 0);
}

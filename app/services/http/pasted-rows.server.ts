/** Reads what people paste from spreadsheets, mail programs and documents, as rows of cells (docs/rules/pasted-lines.md#what-is-read). */
import { isDeepStrictEqual } from "node:util";
import Papa from "papaparse";
import { withoutControls } from "#model/characters.ts";
import { wholeCells } from "#model/invitation-lines.ts";
import { withLineFeeds } from "#model/note.ts";
import { listProblem, type PastedRow, type WrongRow } from "#model/pasted.ts";
import { withoutInvisible } from "#model/text.ts";

/** What a form takes: people, as mail programs list them too; entries, which may be sentences with commas; scores, with decimal commas. */
export type PastedKind = "people" | "entries" | "scores";

const TAB = "\t";
/** What separates the cells of a line: the first of these that it has. */
const SEPARATORS = [TAB, "|", ";", ","] as const;

/** What lists and documents put before a line. */
const BULLET = /^(?:(?:[-–—*•·▪◦‣●○■□➢]|\d{1,3}[.)])(?:\s+|$))+/;
/** Word's second bullet is a letter, with a tab behind it. */
const WORD_BULLET = "o";
const WORD_BULLETS = new RegExp(`^(?:${WORD_BULLET}\t+)+`);
/** The fields of a mail that have people. */
const ADDRESSED_TO = /^(?:(?:to|cc|bcc|from|reply-to|an|von|kopie|blindkopie|à|de|para|aan|van)\s*:\s*)+/i;

/** A line of a text, and its reading: what stands before the line is left out, and a quoted name is one cell with its address. */
interface Line {
  line: string;
  text: string;
  /** Whether it is the head of a mail. */
  isOfMail?: boolean;
}

/** A row before its cells are trimmed. */
interface RawRow extends Line {
  cells: string[];
  separator: string;
}

const hasOpenMark = (text: string) => text.split('"').length % 2 === 0;

/** The cells of one row; undefined where its quotation marks do not fit. */
function cellsOf(text: string, separator: string): string[] | undefined {
  if (!text.includes('"')) return text.split(separator);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator, newline: "\n" });
  return errors.length === 0 && data.length === 1 ? data[0] : undefined;
}

/** What separates people stands neither in a name in quotation marks nor in brackets. */
const withoutAsides = (text: string) =>
  text
    .replace(/"[^"]*"/g, "")
    .replace(/\([^()]*\)/g, "")
    .replace(/<[^<>]*>/g, "");

const isInMarks = (text: string) => /^"(?:[^"]|"")*"[;,]/.test(text);

/** Whether a separator of a kind of lines can be told from a character of a sentence, or of a number, in the line alone. */
function mayCut(text: string, separator: string, kind: PastedKind): boolean {
  if (kind === "people") return withoutAsides(text).includes(separator);
  const isOfText = separator === "," || (kind === "entries" && separator === ";");
  return text.includes(separator) && (!isOfText || isInMarks(text));
}

/** A row by the first separator that fits; undefined where quotation marks do not fit any. @param mayBeCut whether a separator of these may cut it */
function rowOf({ text, ...about }: Line, mayBeCut: (separator: string) => boolean): RawRow | undefined {
  for (const separator of SEPARATORS) {
    const cells = mayBeCut(separator) ? cellsOf(text, separator) : undefined;
    if (cells) return { ...about, text, cells, separator };
  }
  const cells = cellsOf(text, TAB);
  return cells?.length === 1 ? { ...about, text, cells, separator: TAB } : undefined;
}

/** A row whose quotation marks are ordinary characters. */
function rowWithMarks({ text, ...about }: Line, kind: PastedKind): RawRow {
  const separator = SEPARATORS.find((each) => text.includes(each) && (kind === "people" || each === TAB || each === "|")) ?? TAB;
  return { ...about, text, cells: text.split(separator), separator };
}

/** The lines of a text. A line of a mail's head goes on in the next that begins with a space. */
function linesOf(clean: string, kind: PastedKind): Line[] {
  const lines = clean.split("\n");
  if (kind !== "people") return lines.map((line) => ({ line, text: line }));
  const whole: string[] = [];
  let isHead = false;
  for (const line of lines) {
    if (isHead && /^[ \t]+\S/.test(line)) whole[whole.length - 1] += `\n${line}`;
    else {
      isHead = ADDRESSED_TO.test(line);
      whole.push(line);
    }
  }
  return whole.map((line) => ({ line, text: withNamesInMarks(line.replace(/\n[ \t]*/g, " ")) }));
}

/** A quoted name and its address, as mail programs write them, become one quoted cell. */
const withNamesInMarks = (line: string) =>
  line
    .replace(/[“”„‟]/g, '"')
    .replaceAll('\\"', "")
    .replace(/(?<!")"([^"]+)"[ \t]*(<[^<>"]*>)/g, '"$1 $2"')
    .replace(/([,;|\t]) +(?=")/g, "$1");

/** A line without what stands before it in a list or a mail. */
function begun({ line, text }: Line, kind: PastedKind): Line {
  // A tab at the beginning leaves the first column empty.
  const bare = text.replace(/^ +/, "").replace(WORD_BULLETS, "").replace(BULLET, "");
  const own = kind === "people" ? bare.replace(ADDRESSED_TO, "") : bare;
  return { line, text: own.trim() === "" ? text : own, isOfMail: own !== bare };
}

const joined = (lines: readonly Line[]): Line => ({
  line: lines.map(({ line }) => line).join("\n"),
  text: lines.map(({ text }) => text).join("\n"),
});

/** The rows of some lines. A cell in quotation marks may go on in the next lines. */
function rowsOf(lines: readonly Line[], kind: PastedKind): RawRow[] {
  const rows: RawRow[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const first = begun(lines[at] as Line, kind);
    let end = hasOpenMark(first.text) ? at + 1 : lines.length;
    while (end < lines.length && !hasOpenMark((lines[end] as Line).text)) end += 1;
    const whole = end < lines.length ? joined([first, ...lines.slice(at + 1, end + 1)]) : undefined;
    const long = whole && rowOf(whole, (separator) => whole.text.includes(separator));
    if (long) at = end;
    rows.push(long ?? rowOf(first, (separator) => mayCut(first.text, separator, kind)) ?? rowWithMarks(first, kind));
  }
  return rows;
}

/** Whether sentences would not be cut by a separator: rows of a table have the same number of cells. */
function isTable(rows: readonly (readonly string[] | undefined)[], separator: string): boolean {
  const filled = rows.filter((cells) => cells?.some((cell) => cell.trim() !== "") ?? true);
  // A comma in a sentence has a space behind it.
  if (separator === "," && filled.some((cells) => cells?.slice(1).some((cell) => cell.startsWith(" ")))) return false;
  const length = filled[0]?.length ?? 0;
  return length >= (filled.length > 1 ? 2 : 3) && filled.every((cells) => cells?.length === length);
}

/** Rows of sentences, or of a table with semicolons or commas. */
function asTable(rows: readonly RawRow[]): readonly RawRow[] {
  for (const separator of [";", ","]) {
    const split = rows.flatMap((row): [RawRow, string[] | undefined][] => {
      if (row.cells.length > 1) return row.separator === separator ? [[row, row.cells]] : [];
      return [[row, row.text.trim() === "" ? [""] : cellsOf(row.text, separator)]];
    });
    const table = new Map(split);
    if (isTable([...table.values()], separator))
      return rows.map((row) => (table.has(row) ? { ...row, cells: table.get(row) ?? row.cells, separator } : row));
  }
  return rows;
}

/** The cells of a row without what stands before a line of a list, and without empty ones at its end. */
function bare(cells: readonly string[], kind: PastedKind): string[] {
  const trimmed = cells.map((cell) => cell.trim());
  const isBullet = (cell = "") => cell === WORD_BULLET || (cell !== "" && cell.replace(BULLET, "") === "");
  const last = trimmed.findLastIndex((cell) => cell !== "");
  let from = 0;
  while (from < last && isBullet(trimmed[from])) from += 1;
  const [first = "", ...others] = trimmed.slice(from, last + 1);
  const rest = first.replace(BULLET, "") || first;
  const own = kind === "people" ? rest.replace(ADDRESSED_TO, "") : rest;
  return own === "" && others.length === 0 ? [] : [own, ...others];
}

/**
 * Reads the list of a form, unless it is too long (docs/rules/pasted-lines.md#how-long).
 * @param max the most characters
 * @returns no rows and the problem, in words, where it is too long
 */
export function readList(text: string, kind: PastedKind, max: number): { rows: PastedRow[]; problem: string | undefined } {
  const lines = withLineFeeds(withoutControls(text)).split("\n");
  const list = lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1).join("\n");
  const problem = listProblem(list, max, kind === "people");
  return { rows: problem === undefined ? readRows(list, kind) : [], problem };
}

/**
 * Reads a pasted text. Tabs, `|`, semicolons and commas separate cells, in each line the first of them that it has. A cell in quotation marks may
 * hold line breaks and doubled marks. Marks without a partner are ordinary characters.
 * @param text one that is not too long: see `readList`
 * @returns every row that holds something, in order
 */
export function readRows(text: string, kind: PastedKind): PastedRow[] {
  const clean = withoutInvisible(withLineFeeds(withoutControls(text)));
  const rows = rowsOf(linesOf(clean, kind), kind);
  return (kind === "entries" ? asTable(rows) : rows)
    .map(({ cells, line, separator, isOfMail = false }) => ({
      cells: bare(cells, kind),
      line: line.replace(/^ +/, "").trimEnd(),
      separator,
      ...(isOfMail ? { isOfMail } : {}),
    }))
    .filter(({ cells }) => cells.some((cell) => (kind === "people" ? /[^\s,;|]/ : /[^\s;|]/).test(cell)))
    .map((row, at) => ({ ...row, at }));
}

const inMarks = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/**
 * The text of lines that are left in a form, below the headings that they stood under. They stay as they were pasted, unless they would be read
 * in another way without the lines that are gone: then each cell is in quotation marks.
 * @param left rows, or parts of rows
 * @param among all rows, and those of headings
 */
export function textAgain(
  left: readonly Pick<WrongRow, "line" | "at">[],
  { rows, headings }: { rows: readonly PastedRow[]; headings: readonly PastedRow[] },
  kind: PastedKind,
): string {
  const above = (at: number) => headings.findLast((each) => each.at < at);
  const inOrder = [...left].sort((one, other) => one.at - other.at);
  const kept = inOrder.flatMap((each, index) => {
    const before = inOrder[index - 1];
    const heading = above(each.at);
    return heading === undefined || (before && above(before.at) === heading) ? [each] : [heading, each];
  });
  const exact = kept.map(({ line, at }) => {
    const row = rows[at];
    return row?.line === line ? row.cells.map(inMarks).join(row.separator) : inMarks(line);
  });
  const cellsIn = (text: string) => readRows(text, kind).map((row) => (kind === "people" ? wholeCells(row) : row.cells));
  const [pasted, marked] = [kept.map(({ line }) => line).join("\n"), exact.join("\n")];
  return isDeepStrictEqual(cellsIn(pasted), cellsIn(marked)) ? pasted : marked;
}

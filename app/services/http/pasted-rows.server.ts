/** Reads what people paste from spreadsheets, mail programs and documents, as rows of cells (docs/rules/pasted-lines.md#what-is-read). */
import Papa from "papaparse";
import { withoutControls } from "#model/characters.ts";
import { withLineFeeds } from "#model/note.ts";
import type { PastedRow } from "#model/pasted.ts";
import { withoutInvisible } from "#model/text.ts";

/** What a form takes: people, as mail programs list them too; entries, which may be sentences with commas; scores, with decimal commas. */
export type PastedKind = "people" | "entries" | "scores";

/** What lists and documents put before a line. */
const BULLET = /^(?:[-–—*•·▪◦‣●○■□➢]|\d{1,3}[.)])(?:\s+|$)/;
/** Word's second bullet is a letter, with a tab behind it. */
const WORD_BULLET = "o";
const ADDRESSED_TO = /^(?:to|cc|bcc|an|kopie)\s*:\s*/i;

/** A quoted name before its address, as mail programs write it, becomes one quoted cell. */
const asCells = (text: string) => text.replace(/[“”„‟]/g, '"').replace(/"([^"\n]*)"[ \t]*(<[^<>"\n]*>)/g, '"$1 $2"');

/** The rows of a text with one separator; undefined where its quotation marks do not fit. */
function parsed(text: string, separator: string, ignoresMarks = false): { cells: string[]; line: string }[] | undefined {
  const rows: { cells: string[]; line: string }[] = [];
  let from = 0;
  let fits = true;
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: "\n",
    // A mark that no text has: it was taken out.
    quoteChar: ignoresMarks ? "\u0001" : '"',
    step({ data, errors, meta }) {
      if (errors.length > 0) fits = false;
      rows.push({ cells: data, line: text.slice(from, meta.cursor).replace(/\n$/, "") });
      from = meta.cursor;
    },
  });
  return fits ? rows : undefined;
}

/** Whether sentences would be cut by a separator: rows of a table have the same number of cells. */
function isTable(rows: readonly { cells: readonly string[] }[], separator: string): boolean {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  // A comma in a sentence has a space behind it.
  if (separator === "," && filled.some(({ cells }) => cells.slice(1).some((cell) => cell.startsWith(" ")))) return false;
  const [least, most] = [Math.min(...filled.map(({ cells }) => cells.length)), Math.max(...filled.map(({ cells }) => cells.length))];
  return least === most && least >= (filled.length > 1 ? 2 : 3);
}

/** A row of a text with tabs that has none, but other separators. */
const again = (row: { cells: string[]; line: string }, separator: string, kind: PastedKind) =>
  separator === "\t" && row.cells.length === 1 && row.line.includes("|") && !row.line.includes('"')
    ? split(row.line, kind)
    : [{ ...row, separator }];

/** The rows of a text, with the first separator that fits. */
function split(text: string, kind: PastedKind): { cells: string[]; line: string; separator: string }[] {
  for (const separator of ["\t", "|", ";", ","]) {
    if (!text.includes(separator)) continue;
    // A comma of a score may be a decimal one, so it separates only cells in quotation marks.
    if (kind === "scores" && separator === "," && !/^"[^"\n]*",/m.test(text)) continue;
    const rows = parsed(text, separator);
    const mayBeSentence = kind === "entries" && (separator === ";" || separator === ",");
    if (rows && (!mayBeSentence || isTable(rows, separator))) return rows.flatMap((row) => again(row, separator, kind));
  }
  const whole = parsed(text, "\t");
  if (whole) return whole.map((row) => ({ ...row, separator: "\t" }));
  if (text.includes("\n")) return text.split("\n").flatMap((line) => split(line, kind));
  const separator =
    ["\t", "|", ";", ","].find((each) => text.includes(each) && (kind === "people" || each === "\t" || each === "|")) ?? "\t";
  return (parsed(text, separator, true) ?? []).map((row) => ({ ...row, separator }));
}

/** The cells of a row without what stands before a line of a list, and without empty ones at its end. */
function bare(cells: readonly string[], kind: PastedKind): string[] {
  const trimmed = cells.map((cell) => cell.trim());
  const [first = ""] = trimmed;
  const rest = first.replace(BULLET, "");
  const isBullet = first === WORD_BULLET || (rest === "" && first !== "");
  if (isBullet && trimmed.slice(1).some((cell) => cell !== "")) trimmed.shift();
  else if (rest !== "") trimmed[0] = kind === "people" ? rest.replace(ADDRESSED_TO, "") : rest;
  while (trimmed.length > 0 && trimmed.at(-1) === "") trimmed.pop();
  return trimmed;
}

/**
 * Reads a pasted text. Tabs, `|`, semicolons and commas separate cells. A cell in quotation marks may hold line breaks and doubled marks. Marks
 * that do not fit stand for themselves.
 * @param text at most some ten thousand characters: the caller has checked
 * @returns every row that holds something, in order
 */
export function readRows(text: string, kind: PastedKind): PastedRow[] {
  const clean = withoutInvisible(withLineFeeds(withoutControls(text)));
  return split(kind === "people" ? asCells(clean) : clean, kind)
    .map(({ cells, line, separator }) => ({ cells: bare(cells, kind), line: line.trim(), separator }))
    .filter(({ cells }) => cells.some((cell) => (kind === "people" ? /[^\s,;]/ : /\S/).test(cell)))
    .map((row, at) => ({ ...row, at }));
}

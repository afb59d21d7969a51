/** Evidence as pasted lines: one entry on each, as a spreadsheet copies it (docs/rules/evidence.md#several-at-once). */

import { type Headings, type PastedRow, type WrongRow, withoutHeadings } from "./pasted.ts";

/** The most lines that are taken at once. */
export const LINES_MAX = 100;
/** The most characters that are pasted at once. */
export const LINES_TEXT_MAX = 100_000;

/** The parts of a line in their order. All but the first may be missing. */
export const LINE_PARTS = ["what", "where", "who", "date", "goodUntil", "remark"] as const;
export type LineEntry = Record<Exclude<(typeof LINE_PARTS)[number], "date" | "goodUntil">, string> &
  Record<"date" | "goodUntil", string | null>;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const two = (number: string | number) => String(number).padStart(2, "0");

/**
 * A day as people write it in British English: 2026-11-05, 5/11/2026, 5.11.2026 or 5 Nov 2026. It returns any other text as it is, for the
 * form's own rule to refuse.
 * @returns null for an empty text
 */
export function dayFrom(text: string): string | null {
  if (text === "") return null;
  const [, day, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? [];
  if (day && month && year) return `${year}-${two(month)}-${two(day)}`;
  const [, dayOfName, name, yearOfName] = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})$/i.exec(text) ?? [];
  const index = name === undefined ? -1 : MONTHS.indexOf(name.toLowerCase());
  return index >= 0 && dayOfName ? `${yearOfName}-${two(index + 1)}-${two(dayOfName)}` : text;
}

const HEADINGS = {
  what: ["what", "what it is", "evidence", "document", "title", "name", "description", "item"],
  where: ["where", "where it is found", "link", "url", "location", "place", "address"],
  who: ["who", "owner", "author", "person", "responsible"],
  date: ["date", "day", "of", "dated"],
  goodUntil: ["good until", "valid until", "until", "expires", "expiry"],
  remark: ["remark", "remarks", "comment", "comments", "note", "notes"],
} as const satisfies Headings<(typeof LINE_PARTS)[number]>;

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(dayFrom(text) ?? "");
const isLink = (text: string) => /^https?:\/\/\S+$/i.test(text);

/** Whether no day and no link stands where the order has none. */
const isInOrder = (cells: readonly string[]) =>
  cells.every((cell, index) => {
    const part = LINE_PARTS[index];
    if (isDay(cell)) return part === "date" || part === "goodUntil";
    return !isLink(cell) || part === "where" || part === "remark" || index >= LINE_PARTS.length;
  });

/** The column of each cell, told by what it holds: a link, days, then texts in their order. */
function columnsByContent(cells: readonly string[]): (keyof LineEntry | undefined)[] {
  const days: (keyof LineEntry)[] = ["date", "goodUntil"];
  const texts: (keyof LineEntry)[] = cells.some(isLink) ? ["what", "who", "remark"] : ["what", "where", "who", "remark"];
  let hasLink = false;
  return cells.map((cell) => {
    if (cell === "") return undefined;
    if (isDay(cell)) return days.shift();
    if (!hasLink && isLink(cell)) {
      hasLink = true;
      return "where";
    }
    return texts.shift();
  });
}

/** An entry, and the line that says so. */
export interface EntryLine {
  entry: LineEntry;
  line: string;
  /** The place of the row among all. */
  at: number;
  /** What the reader should look at, in sentences. */
  doubts: string[];
}

export const TOO_MANY_PARTS = `It has more than ${LINE_PARTS.length} parts.`;
export const LINE_TWICE = "The same line stands above, and is added once. Take this one out, or make it differ.";

/**
 * Reads entries of evidence. `readRows` has read the rows. Cells stand in the order of `LINE_PARTS`, in that of a row of headings, or are told
 * apart by what they hold.
 * @returns the entries, and the lines that are none, each with the reason; both in their order. With them the rows of headings
 */
export function entriesInRows(pasted: readonly PastedRow[]): { entries: EntryLine[]; wrong: WrongRow[]; headings: PastedRow[] } {
  const { rows, headings } = withoutHeadings(pasted, HEADINGS, 2);
  const entries: EntryLine[] = [];
  const wrong: WrongRow[] = [];
  const lines = new Set<string>();
  const names = new Map<string, number>();
  for (const {
    row: { cells, line, at },
    columns,
  } of rows) {
    const inOrder = columns ?? (isInOrder(cells) ? LINE_PARTS : undefined);
    const under = inOrder ?? columnsByContent(cells);
    const lost = cells.some((cell, index) => cell !== "" && under[index] === undefined);
    if (lines.has(line)) wrong.push({ line, why: LINE_TWICE, at });
    else if (lost && columns === undefined) wrong.push({ line, why: TOO_MANY_PARTS, at });
    else {
      const text = (part: keyof LineEntry) => cells.find((_, index) => under[index] === part) ?? "";
      const entry = {
        ...{ what: text("what"), where: text("where"), who: text("who") },
        date: dayFrom(text("date")),
        goodUntil: dayFrom(text("goodUntil")),
        remark: text("remark"),
      };
      names.set(entry.what.toLowerCase(), (names.get(entry.what.toLowerCase()) ?? 0) + 1);
      const notTaken = cells.filter((cell, index) => cell !== "" && under[index] === undefined);
      const doubts = [
        ...(inOrder ? [] : ["Its columns are told apart by what they hold."]),
        ...(notTaken.length > 0 ? [`Not taken: ${notTaken.map((cell) => `‘${cell}’`).join(", ")}.`] : []),
      ];
      entries.push({ entry, line, at, doubts });
    }
    lines.add(line);
  }
  for (const { entry, doubts } of entries)
    if ((names.get(entry.what.toLowerCase()) ?? 0) > 1) doubts.push("Another line is called the same.");
  return { entries, wrong, headings };
}

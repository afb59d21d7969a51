/** Evidence as pasted lines: one entry on each, as a spreadsheet copies it (docs/rules/evidence.md#several-at-once). */

/** The most lines that are taken at once. */
export const LINES_MAX = 100;

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

/**
 * Reads a line. Its parts are separated by tabs, or by `|` where it has no tab.
 * @returns the entry; undefined when it has more parts than there are
 */
export function entryOfLine(line: string): LineEntry | undefined {
  const parts = line.split(line.includes("\t") ? "\t" : "|").map((part) => part.trim());
  // Empty cells at the end of a copied row say nothing.
  while (parts.length > LINE_PARTS.length && parts.at(-1) === "") parts.pop();
  if (parts.length > LINE_PARTS.length) return undefined;
  const [what = "", where = "", who = "", date = "", goodUntil = "", remark = ""] = parts;
  return { what, where, who, date: dayFrom(date), goodUntil: dayFrom(goodUntil), remark };
}

/** The lines of a pasted text that hold something. */
export const linesIn = (text: string): string[] => text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");

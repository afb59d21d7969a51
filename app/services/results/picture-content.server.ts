/**
 * Limits what of a table or chart goes into a picture. Texts are cut by length before anything looks at their characters, so that laying
 * them out is bounded, whatever was typed (docs/rules/results-and-files.md#very-long-notes).
 */
import type { Cell, Exhibit, Report, ReportTable } from "~/views/report";

/** What a picture shows besides its exhibit. */
type About = Pick<Report, "model" | "assessment" | "organization" | "comparedWith">;

export interface PictureContent {
  exhibit: Exhibit;
  report: About;
}

/** Sentences of a table, in UTF-16 units; the Excel file holds the rest. */
const SENTENCES_MAX = 1_200;
const LINES_MAX = 40;
/** Names and other short texts. */
const NAME_MAX = 300;
/** Rows of a table, more than any catalogue leads to; and the UTF-16 units of its cells together. */
const ROWS_MAX = 250;
const TABLE_MAX = 25_000;
const ELSEWHERE = "… (the Excel file holds the whole text)";

/** The content of a picture: the exhibit and its surroundings, cut to the limits. Equal pictures have equal content. */
export function pictureContent(exhibit: Exhibit, { model, assessment, organization, comparedWith }: Report): PictureContent {
  const about = comparedWith === undefined || !comparesWithOthers(exhibit) ? {} : { comparedWith };
  const cut = cutNames({ model, assessment, organization, ...about });
  return { exhibit: exhibit.kind === "table" ? cutTable(exhibit) : cutNames(exhibit), report: cut };
}

function comparesWithOthers(exhibit: Exhibit): boolean {
  if (exhibit.kind === "table") return exhibit.id === "benchmark-figures" || exhibit.columns.some(({ title }) => title === "Benchmark");
  return exhibit.kind === "spread" || exhibit.series.some(({ role }) => role === "benchmark");
}

function cutTable(table: ReportTable): ReportTable {
  const rows: Cell[][] = [];
  let length = 0;
  for (const row of table.rows.slice(0, ROWS_MAX)) {
    const cells = row.map((cell, index) => ({
      ...cutNames(cell),
      text: table.columns[index]?.wide ? cutSentences(cell.text) : cutName(cell.text),
    }));
    length += cells.reduce((sum, { text }) => sum + text.length, 0);
    if (length > TABLE_MAX) break;
    rows.push(cells);
  }
  const { note, hint, rows: all, ...rest } = table;
  const left = all.length - rows.length;
  const more = left === 0 ? "" : `${left === 1 ? "One more row is" : `${left} more rows are`} in the Excel file.`;
  const hints = [hint === undefined ? "" : cutName(hint), more].filter(Boolean).join(" ");
  return {
    ...cutNames(rest),
    rows,
    ...(hints === "" ? {} : { hint: hints }),
    ...(note === undefined ? {} : { note: cutSentences(note) }),
  };
}

/** The start of a long text, with a hint where to find the rest. */
export function cutSentences(text: string): string {
  const start = text.slice(0, SENTENCES_MAX);
  let end = -1;
  for (let line = 0; line < LINES_MAX; line += 1) {
    end = start.indexOf("\n", end + 1);
    if (end === -1) break;
  }
  return cutText(text, end === -1 ? SENTENCES_MAX : end);
}

/** A text cut to a number of UTF-16 units, with a hint where to find the rest. */
export const cutText = (text: string, most: number) => (text.length > most ? `${whole(text.slice(0, most))}${ELSEWHERE}` : text);

const cutName = (text: string) => (text.length > NAME_MAX ? `${whole(text.slice(0, NAME_MAX))}…` : text);

/** Removes half a character (a lone surrogate) that was left by a cut. */
const whole = (text: string) => text.replace(/[\ud800-\udbff]$/, "");

/** Cuts every text in a value like a name. */
function cutNames<T>(value: T): T {
  if (typeof value === "string") return cutName(value) as T;
  if (Array.isArray(value)) return value.map(cutNames) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutNames(item)])) as T;
}

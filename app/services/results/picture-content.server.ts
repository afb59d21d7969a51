/**
 * What of a table or chart goes into a picture. Texts are cut here, by their length alone, before anything looks at their characters:
 * what is laid out later is bounded, whatever was typed (docs/rules/results-and-files.md#very-long-notes).
 */
import type { Cell, Exhibit, Report, ReportTable } from "~/views/report";

/** What a picture says beside its exhibit. */
type About = Pick<Report, "model" | "assessment" | "organization" | "comparedWith">;

export interface PictureContent {
  exhibit: Exhibit;
  report: About;
}

/** Sentences of a table, in UTF-16 units; the Excel file holds the rest. */
const SENTENCES_MAX = 1_200;
const LINES_MAX = 40;
/** Names and whatever else is no sentence. */
const NAME_MAX = 300;
/** Of a whole table; more rows than any catalogue leads to. */
const ROWS_MAX = 250;
const TABLE_MAX = 25_000;
const ELSEWHERE = "… (the Excel file holds the whole text)";

/** The exhibit, with whatever of the report stands around it, in bounds. Equal pictures have equal content. */
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

/** The start of a text of sentences, and where the rest is. */
export function cutSentences(text: string): string {
  const start = text.slice(0, SENTENCES_MAX);
  let end = -1;
  for (let line = 0; line < LINES_MAX; line += 1) {
    end = start.indexOf("\n", end + 1);
    if (end === -1) break;
  }
  return cutText(text, end === -1 ? SENTENCES_MAX : end);
}

/** The first so many UTF-16 units of a text, and where the rest is. */
export const cutText = (text: string, most: number) => (text.length > most ? `${whole(text.slice(0, most))}${ELSEWHERE}` : text);

const cutName = (text: string) => (text.length > NAME_MAX ? `${whole(text.slice(0, NAME_MAX))}…` : text);

/** Without the first half of a character whose second half was cut off. */
const whole = (text: string) => text.replace(/[\ud800-\udbff]$/, "");

/** Every text of a value cut as a name. */
function cutNames<T>(value: T): T {
  if (typeof value === "string") return cutName(value) as T;
  if (Array.isArray(value)) return value.map(cutNames) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutNames(item)])) as T;
}

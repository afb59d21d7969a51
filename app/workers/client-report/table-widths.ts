/** How wide the columns of a table are in a document or on a slide. */
import type { Column, ResultTable } from "~/views/result";

/** Share of the room that a name may take. */
const NAME = { few: 0.34, many: 0.24, besideTexts: 0.17 };
/** A table with so many columns and much text gives less room to names. */
const SEVERAL = 5;
/** Columns from which names get less anyway, and headings of figures are broken at each space. */
const MANY = 7;
const OTHER = 0.24;
/** The same where a column of sentences needs the room. */
const BESIDE_SENTENCES = 0.16;
/** The least share of the room of sentences that one of several columns of them gets, and that which names its row. */
const LEAST = { usual: 0.25, names: 0.45 };
/** Characters that a heading of figures may take before it is broken. */
const HEADING = 13;
const MARK = 12;
const PAD = 3;
/** A table with so many columns or more has narrower cells. The headings of its figures have room for their longest word only. */
export const CROWDED = 8;
const CROWDED_PAD = 1.5;
/** How much wider a bold word is than a usual one, at most. */
const BOLD = 1.17;
/** A longer word of a sentence may be broken. */
const WORD = 14;
const longestLine = (text: string) => Math.max(...text.split("\n").map(({ length }) => length));
const longestWord = (text: string) => Math.max(...text.split(" ").map(({ length }) => length));

/** Whether a remark stands below its cell's text, because its column is narrow. */
export const isAsideBelow = ({ kind }: Pick<Column, "kind">) => kind === "mark" || kind === "code";

/** The characters that a column needs so that no word of its heading is broken and, of sentences, none of usual length. */
function leastOf({ columns, rows }: Pick<ResultTable, "columns" | "rows">, index: number): number {
  const words = columns[index]?.wide ? rows.map((row) => Math.min(longestWord(row[index]?.text ?? ""), WORD)) : [];
  return Math.max(longestWord(columns[index]?.title ?? ""), ...words) * BOLD + CROWDED_PAD;
}

/** A share of the room, by which columns become wider. */
const PART = 0.01;
/** What a line of words leaves empty at its end, in characters. */
const RAGGED = 3;

/**
 * The same widths, but columns of sentences give room to each other as long as that saves lines: the table is as low as it can be.
 * @param widths as of `columnWidths`
 */
export function withFewestLines(table: ResultTable, widths: readonly number[], room: number, characters: number): number[] {
  const { columns, rows } = table;
  const unit = room / characters;
  const wide = columns.flatMap((column, index) => (column.wide ? [index] : []));
  const least = columns.map((_, index) => leastOf(table, index) * unit);
  const lengths = rows.map((row) => wide.map((index) => (row[index]?.text ?? "").split("\n").map(({ length }) => length)));
  // Parts of lines count, as less than a line more in each of two steps may save one.
  const linesIn = (given: readonly number[]) => {
    const chars = wide.map((index) => Math.max(1, (given[index] ?? 0) / unit - RAGGED));
    const linesOf = (cell: readonly number[], at: number) =>
      cell.reduce((lines, length) => lines + Math.max(1, length / (chars[at] ?? 1)), 0);
    return lengths.reduce((lines, row) => lines + Math.max(...row.map(linesOf)), 0);
  };
  let best = [...widths];
  let fewest = wide.length > 1 ? linesIn(best) : 0;
  for (let part = 4 * PART; part >= PART; ) {
    const others = wide.flatMap((from) =>
      wide
        .filter((to) => to !== from)
        .map((to) => best.with(from, (best[from] ?? 0) - part * room).with(to, (best[to] ?? 0) + part * room)),
    );
    const better = others
      .filter((given) => wide.every((index) => (given[index] ?? 0) >= Math.min(least[index] ?? 0, widths[index] ?? 0)))
      .map((given) => ({ given, lines: linesIn(given) }))
      .toSorted((a, b) => a.lines - b.lines)[0];
    if (better && better.lines < fewest) {
      best = better.given;
      fewest = better.lines;
    } else part /= 2;
  }
  return best;
}

/**
 * The widths of the columns, which add up to the room. Figures and marks get what they need, names up to a third, and sentences the rest, in
 * proportion to their length.
 */
export function columnWidths({ columns, rows, total }: ResultTable, room: number, characters: number): number[] {
  const unit = room / characters;
  const isCrowded = columns.length >= CROWDED;
  const bold = (text: string) => longestWord(text) * BOLD + CROWDED_PAD;
  const longestIn = columns.map(({ kind }, index) => {
    const cells = [...rows, ...(total ? [total] : [])].map((row) => {
      const { text = "", aside = "" } = row[index] ?? {};
      if (isAsideBelow({ kind })) return Math.max(text.length, longestLine(aside));
      // Several lines need more room than their longest, and less than one line of them all. Among many columns of figures, words take a line each.
      const line = isCrowded && kind === "number" ? longestWord(text) : Math.sqrt(longestLine(text) * text.length);
      return line + (aside ? aside.length + 2 : 0);
    });
    return Math.max(0, ...cells);
  });
  const own = columns.map(({ title, kind }, index) => {
    const longest = longestIn[index] ?? 0;
    if (isCrowded && kind === "number") return Math.max(longest + CROWDED_PAD, bold(title)) * unit;
    const heading =
      kind === "number" || kind === "mark"
        ? Math.max(longestWord(title), columns.length < MANY ? Math.min(title.length, HEADING) : 0)
        : Math.max(title.length, longestWord(title) * BOLD);
    return (Math.max(longest, heading, kind === "mark" ? MARK : 0) + PAD) * unit;
  });
  const even = own.filter((_, index) => columns[index]?.even);
  const mean = even.reduce((sum, width) => sum + width, 0) / Math.max(1, even.length);
  const natural = own.map((width, index) => (columns[index]?.even ? mean : width));
  const wanted = columns.reduce((sum, { wide }, index) => sum + (wide ? (natural[index] ?? 0) : 0), 0);
  const isMuchText = wanted > room / 2;
  const other = isMuchText ? BESIDE_SENTENCES : OTHER;
  const texts = columns.filter(({ wide, names }) => wide && !names).length;
  const usual = columns.length >= (isMuchText ? SEVERAL : MANY) ? NAME.many : NAME.few;
  const name = isMuchText && texts > 1 && columns.length >= SEVERAL ? NAME.besideTexts : usual;
  const widths = columns.map(({ names, narrow, kind, wide }, index) => {
    const wish = natural[index] ?? 0;
    if (wide) return 0;
    return kind === "text" ? Math.min(wish, room * (narrow ? NAME.besideTexts : names ? name : other)) : wish;
  });
  const taken = widths.reduce((sum, width) => sum + width, 0);
  if (wanted > 0 && taken < room * 0.75) {
    const shares = columns.map(({ wide, names: isName }, index) =>
      wide ? Math.max(isName ? LEAST.names : LEAST.usual, (natural[index] ?? 0) / wanted) : 0,
    );
    const all = shares.reduce((sum, share) => sum + share, 0);
    const shared = widths.map((width, index) => (columns[index]?.wide ? ((room - taken) * (shares[index] ?? 0)) / all : width));
    // The widest gives what another lacks, so that no word of a heading, and none of usual length, is broken.
    const lacking = shared.map((width, index) => Math.max(0, leastOf({ columns, rows }, index) * unit - width));
    const widest = shared.indexOf(Math.max(...shared));
    const given = lacking.reduce((sum, lack) => sum + lack, 0);
    return shared.map((width, index) => width + (lacking[index] ?? 0) - (index === widest ? given : 0));
  }
  const whole = widths.map((width) => width || room / 4);
  const isOver = !isCrowded && whole.reduce((total, width) => total + width, 0) > room;
  // Headings of figures take more lines before texts do.
  const all = whole.map((width, index) => {
    const { kind, title = "" } = columns[index] ?? {};
    return isOver && kind === "number" ? Math.min(width, (Math.max(longestIn[index] ?? 0, longestWord(title) * BOLD) + PAD) * unit) : width;
  });
  const over = all.reduce((total, width) => total + width, 0) - room;
  // Names take more lines before a heading of figures is broken within a word.
  const spared = all.map((width, index) => {
    if (!isCrowded || over <= 0 || !columns[index]?.names) return width;
    return Math.max(width - over, Math.max(...rows.map((row) => bold(row[index]?.text ?? ""))) * unit);
  });
  const sum = spared.reduce((total, width) => total + width, 0);
  // Codes and figures are broken last.
  const isFixed = (index: number) => columns[index]?.kind !== "text";
  const fixed = spared.reduce((total, width, index) => total + (isFixed(index) ? width : 0), 0);
  if (!isCrowded && sum > room && fixed < room / 2)
    return spared.map((width, index) => (isFixed(index) ? width : (width * (room - fixed)) / (sum - fixed)));
  return spared.map((width) => (width * room) / sum);
}

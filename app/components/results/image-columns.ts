/** How wide the columns of a table are in an image, so that nothing overlaps and sentences get the room that they need. */
import type { Column, ResultTable } from "~/views/result";

/** The width of a character in the image's units, a generous estimate; names are bold. */
const CHARACTER = { plain: 10.5, bold: 11.6 };
/** On both sides of a cell's content. */
const PADDING = 28;
/** A sign and the space next to it. */
const SIGN = 28;
const MARK_LEAST = 120;
/** Tables of more columns are set smaller. */
const ROOMY = 6;
const SMALLER = 0.85;

/** What sentences take of the room at least: in one column, and in each of several. */
const SENTENCES_LEAST = { one: 0.28, each: 0.23 };

/** The size of a table's texts in relation to the usual one. */
export const sizeOf = ({ columns }: Pick<ResultTable, "columns">): number => (columns.length > ROOMY ? SMALLER : 1);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** The width of a text that must not be broken, in characters: in a single word wide letters, capitals and figures do not even out. */
const unbroken = (text: string) =>
  sum([...text].map((letter) => (letter === " " ? 0.5 : /[mw@%]/i.test(letter) ? 1.65 : /[\p{Lu}\d]/u.test(letter) ? 1.2 : 1)));
/** Addresses are broken after their slashes. */
const longestWord = (text: string) => Math.max(0, ...text.split(/\s+|(?<=\/)/).map(unbroken));

/** Characters of the longer line when a heading is broken into at most two. */
function headingLength(title: string): number {
  const words = title.split(" ");
  return Math.min(...words.map((_, at) => Math.max(words.slice(0, at + 1).join(" ").length, words.slice(at + 1).join(" ").length)));
}

/** The widths of a column, its heading on one line or on two: of its longest word, and of its longest content on one line. */
function widthsOf(table: ResultTable, index: number, headings: "whole" | "broken"): { least: number; natural: number } {
  const column: Column = table.columns[index] ?? { title: "", kind: "text" };
  const character = (column.names ? CHARACTER.bold : CHARACTER.plain) * sizeOf(table);
  const cells = [...table.rows, ...(table.total ? [table.total] : [])].map((row) => {
    const { text, aside = "", mark } = row[index] ?? { text: "" };
    // With a sign, the aside is below the text, and smaller. Otherwise it follows the text.
    if (mark) {
      const below = Math.max(...aside.split("\n").map(({ length }) => length)) * 0.8;
      return { least: (text.length * character + SIGN) / character, natural: Math.max(text.length, below) + SIGN / character };
    }
    if (column.kind === "code") {
      const width = Math.max(unbroken(text), aside.length * 0.85);
      return { least: width, natural: width };
    }
    const length = text.length + (aside ? aside.length + 2 : 0);
    return { least: column.kind === "number" ? length : longestWord(text), natural: length };
  });
  const heading = headings === "whole" ? column.title.length : headingLength(column.title);
  const widest = (lengths: readonly number[]) => Math.max(0, ...lengths) * character + PADDING;
  return {
    least: widest([longestWord(column.title), ...cells.map(({ least }) => least)]),
    natural: widest([heading, ...cells.map(({ natural }) => natural)]),
  };
}

/**
 * The widths of a table's columns. Figures and marks get what they need, names up to a third, and other texts less. Sentences share the
 * rest by their longest words and their length. Without sentences the spare width is shared from the names on, so that figures stay near
 * them.
 * @param room that all columns take together, in the image's units
 */
export function columnWidths(table: ResultTable, room: number): number[] {
  return widthsIn(table, room, table.columns.some(({ wide }) => wide) ? "broken" : "whole");
}

function widthsIn(table: ResultTable, room: number, headings: "whole" | "broken"): number[] {
  const { columns } = table;
  const all = columns.map((_, index) => widthsOf(table, index, headings));
  const hasSentences = columns.some(({ wide }) => wide);
  const wanted = columns.map(({ names, kind, wide }, index) => {
    const { least, natural } = all[index] ?? { least: 0, natural: 0 };
    if (wide) return 0;
    if (kind === "mark") return Math.max(natural, MARK_LEAST * sizeOf(table));
    if (kind === "number" || kind === "code") return natural;
    return Math.max(least, Math.min(natural, names ? room / 3 : hasSentences ? room / 6.5 : room / 4.5));
  });
  const rest = room - sum(wanted);
  if (hasSentences) {
    const lengths = columns.map(({ wide }, index) => (wide ? Math.max(room / 4, Math.min(room, all[index]?.natural ?? 0)) : 0));
    const count = columns.filter(({ wide }) => wide).length;
    // Other columns give way, down to their longest words, for the least that sentences can be read in.
    const least = wanted.map((width, index) => Math.min(width, columns[index]?.names ? room / 7 : (all[index]?.least ?? 0), room / 6.5));
    const lacking = Math.max(0, Math.max(SENTENCES_LEAST.one, SENTENCES_LEAST.each * count) * room - rest);
    const spare = sum(wanted) - sum(least);
    const given = spare > 0 ? Math.min(1, lacking / spare) : 0;
    const left = wanted.map((width, index) => width - (width - (least[index] ?? 0)) * given);
    const forSentences = room - sum(left);
    // Each has room for its longest word, as far as all can have that; the rest is shared by their length.
    const words = columns.map(({ wide }, index) => (wide ? Math.min(all[index]?.least ?? 0, forSentences / count) : 0));
    const spread = forSentences - sum(words);
    return left.map((width, index) => width + (words[index] ?? 0) + (spread * (lengths[index] ?? 0)) / sum(lengths));
  }
  const first = Math.max(
    0,
    columns.findIndex(({ names }) => names),
  );
  if (rest >= 0) return wanted.map((width, index) => (index < first ? width : width + rest / (columns.length - first)));
  if (headings === "whole") return widthsIn(table, room, "broken");
  // Names give way first, down to their longest word, then all columns alike.
  const given = Math.min(-rest, Math.max(0, (wanted[first] ?? 0) - (all[first]?.least ?? 0)));
  const left = wanted.map((width, index) => (index === first ? width - given : width));
  return left.map((width) => (width * room) / sum(left));
}

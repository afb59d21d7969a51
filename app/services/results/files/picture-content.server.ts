/**
 * Limits what of a table or chart goes into a picture. Texts are cut by length before anything looks at their characters, so that laying
 * them out is bounded, whatever was typed (docs/rules/results-and-files.md#very-long-notes).
 */
import { withoutHalf } from "#model/words.ts";
import { mapTexts } from "~/services/results/files/map-texts";
import type { ImageFormat } from "~/views/paths";
import { type Cell, type Exhibit, IMAGE_ROWS, imageCount, type Result, type ResultTable } from "~/views/result";
import type { PictureStyle } from "~/views/team";

/** The texts of a picture around its exhibit. */
type About = Pick<Result, "model" | "assessment" | "organization" | "comparedWith" | "draftOf">;

/** One of several pictures that a long table is split over. */
export interface ImagePart {
  /** From 1. */
  number: number;
  of: number;
}

export interface PictureContent {
  exhibit: Exhibit;
  result: About;
  format: ImageFormat;
  part?: ImagePart;
  style?: PictureStyle;
}

/** Sentences of a table, in UTF-16 units; the Excel file holds the rest. */
const SENTENCES_MAX = 1_200;
const LINES_MAX = 40;
/** Names and other short texts. */
const NAME_MAX = 300;
/** UTF-16 units of a table's cells together, laborious ones counted twice. Its rows are limited too, to more than any catalogue leads to. */
const TABLE_MAX = 25_000;
const ELSEWHERE = "… (the Excel file holds the whole text)";

/** Every picture of a result: charts and short tables whole, long tables in parts. */
export function picturesOf(exhibits: readonly Exhibit[]): { exhibit: Exhibit; part?: ImagePart }[] {
  return exhibits.flatMap((exhibit) => {
    const of = imageCount(exhibit);
    return of === 1 ? [{ exhibit }] : Array.from({ length: of }, (_, index) => ({ exhibit, part: { number: index + 1, of } }));
  });
}

/** A part by its number; undefined if the exhibit has no such part. */
export function findPart(exhibit: Exhibit, number: number): ImagePart | undefined {
  const of = imageCount(exhibit);
  return of > 1 && Number.isInteger(number) && number >= 1 && number <= of ? { number, of } : undefined;
}

/**
 * The content of a picture: the exhibit and its surroundings, cut to the limits. Equal pictures have equal content.
 * @param part of an exhibit that is split over several pictures; without one the picture shows the whole exhibit
 */
export function pictureContent(
  exhibit: Exhibit,
  result: About,
  format: ImageFormat = "jpg",
  part?: ImagePart,
  style?: PictureStyle,
): PictureContent {
  return { ...contentFor(exhibit, result, format, part), ...(style === undefined ? {} : { style: cutNames(style) }) };
}

function contentFor(exhibit: Exhibit, result: About, format: ImageFormat, part: ImagePart | undefined): PictureContent {
  const { model, assessment, organization, comparedWith, draftOf } = result;
  const about = comparedWith === undefined || !exhibit.comparesWithOthers ? {} : { comparedWith };
  const cut = cutNames({ model, assessment, organization, ...about, ...(draftOf === undefined ? {} : { draftOf: draftOf.slice(0, 10) }) });
  if (exhibit.kind !== "table") return { exhibit: cutNames(exhibit), result: cut, format };
  const table = part ? partOf(exhibit, part) : { ...exhibit, rows: exhibit.rows.slice(0, IMAGE_ROWS.whole) };
  const left = part && part.number < part.of ? 0 : Math.max(0, exhibit.rows.length - IMAGE_ROWS.whole);
  return { exhibit: cutTable(namedOnce(table), left), result: cut, format, ...(part ? { part } : {}) };
}

/** The rows of one part, all parts being about as long; the last has what follows the rows. */
function partOf(table: ResultTable, { number, of }: ImagePart): ResultTable {
  const count = Math.min(table.rows.length, IMAGE_ROWS.whole);
  const { total, note, rows, ...rest } = table;
  return {
    ...rest,
    rows: rows.slice(Math.round(((number - 1) * count) / of), Math.round((number * count) / of)),
    ...(number === of && total ? { total } : {}),
    ...(number === of && note !== undefined ? { note } : {}),
  };
}

/** Leaves out the name of a row with sentences where the row above it has the same, such as a thread with several attributes. */
function namedOnce(table: ResultTable): ResultTable {
  const { columns, rows } = table;
  const names = columns.findIndex((column) => column.names);
  if (names === -1 || !columns.some(({ wide }) => wide)) return table;
  const repeated = (index: number) => index > 0 && rows[index]?.[names]?.text === rows[index - 1]?.[names]?.text;
  return { ...table, rows: rows.map((row, index) => (repeated(index) ? row.with(names, { text: "" }) : row)) };
}

/** @param beyond how many rows come after those of the table */
function cutTable(table: ResultTable, beyond: number): ResultTable {
  const rows: Cell[][] = [];
  let length = 0;
  for (const row of table.rows) {
    const cells = row.map((cell, index) => ({
      ...cutNames(cell),
      text: table.columns[index]?.wide ? cutSentences(cell.text) : cutName(cell.text),
    }));
    length += cells.reduce((sum, { text }) => sum + effortOf(text), 0);
    if (length > TABLE_MAX) break;
    rows.push(cells);
  }
  const { note, hint, rows: all, ...rest } = table;
  const left = all.length - rows.length + beyond;
  const more = left === 0 ? "" : `${left === 1 ? "One more row is" : `${left} more rows are`} in the Excel file.`;
  const hints = [hint === undefined ? "" : cutName(hint), more].filter(Boolean).join(" ");
  return {
    ...cutNames(rest),
    rows,
    ...(hints === "" ? {} : { hint: hints }),
    ...(note === undefined ? {} : { note: cutSentences(note) }),
  };
}

/** Arabic letters, and ideographs and what goes with them: their outlines are twice as long as others. */
const LABORIOUS = /[\u0600-\u08ff\u2e80-\uffef]/g;
/** What it takes to draw a text, in ordinary characters. */
const effortOf = (text: string) => text.length + (text.match(LABORIOUS)?.length ?? 0);

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
export const cutText = (text: string, most: number) => (text.length > most ? `${withoutHalf(text.slice(0, most))}${ELSEWHERE}` : text);

const cutName = (text: string) => (text.length > NAME_MAX ? `${withoutHalf(text.slice(0, NAME_MAX))}…` : text);

/** Cuts every text in a value like a name. */
const cutNames = <T>(value: T): T => mapTexts(value, cutName);

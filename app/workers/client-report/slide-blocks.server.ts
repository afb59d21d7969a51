/** The content of a slide below its title: texts, tables and charts of PowerPoint's own. */

import type PptxGenJS from "pptxgenjs";
import { withoutHalf } from "#model/words.ts";
import { BANDS, FILLS, PAPER } from "~/components/charts/palette";
import { withColumns, withMore } from "~/services/results/files/client-report/content.server";
import { type SlideColor, TOP_SCORE } from "~/views/charts/chart";
import { type AnyChart, chartInWords, kindOf } from "~/views/charts/kinds";
import type { Block, Slide } from "~/views/client-report";
import type { Cell, Column, ResultTable } from "~/views/result";
import { COLORS, headColor, hex, markColors } from "~/workers/client-report/look";
import type { OnSlide } from "~/workers/client-report/repair-presentation.server";
import { ROOM } from "~/workers/client-report/slide-master";
import { columnWidths, isAsideBelow } from "~/workers/client-report/table-widths";
import { SLIDE_TYPEFACE as TYPEFACE } from "~/workers/client-report/typeface";

const FONT = { large: 16, table: 14, smaller: 12, small: 12, smallest: 11, text: 18, least: 14, whole: 12, hint: 12 };
/** Inches of a line of text for each point of its size. */
const LINE = 1.25 / 72;
/** Width of a character in points for each point of its size, a generous estimate. */
const CHARACTER = 0.54;
/** The same of a bold one. */
const BOLD_CHARACTER = 0.62;
const CELL = { pad: 0.05, least: 0.03, side: 0.08 };
/** Above and below the text of a cell: less where a table is as small as it can be. */
const padOf = (size: number) => (size > FONT.smallest ? CELL.pad : CELL.least);
const GAP = 0.2;
/** The share of a slide for texts next to a chart. */
const BESIDE = 0.36;

/** Cells with a remark below their mark take several lines. */
const small = ({ columns, rows }: ResultTable) =>
  columns.length > (columns.filter(({ wide }) => wide).length > 1 ? 5 : 6) ||
  rows.some((row) => row.some(({ mark, aside }) => mark && aside));
const fontOf = (table: ResultTable) => (small(table) ? FONT.small : FONT.table);
/** The sizes in which a table is tried that has to fit one slide. A larger one is for a table that has a slide with a message to itself. */
const sizesFor = (table: ResultTable, isAlone: boolean): number[] =>
  [FONT.large, FONT.table, FONT.smaller, FONT.smallest].slice(small(table) ? 1 : 0).slice(isAlone ? 0 : 1);
/** Characters of a line of table text, times their size in points. */
const CHARACTERS = 1_480;
const widthsOf = (table: ResultTable, size: number) => columnWidths(table, ROOM.w, CHARACTERS / size);

/** Characters of a line. */
const charactersOf = (width: number, size: number) => Math.max(1, Math.floor((width * 72) / (size * CHARACTER)));

/** How many lines a text takes. A line ends between words, or behind a dash; a word that is wider than a line is broken. */
function linesOf(text: string, width: number, size: number): number {
  const perLine = charactersOf(width, size);
  const linesIn = (paragraph: string) => {
    let [lines, used] = [1, 0];
    for (const [word] of paragraph.matchAll(WORDS)) {
      const letters = word.trimEnd().length;
      if (used > 0 && used + letters > perLine) [lines, used] = [lines + 1, 0];
      const further = Math.max(0, Math.ceil(letters / perLine) - 1);
      lines += further;
      used += word.length - further * perLine;
    }
    return lines;
  };
  return text.split("\n").reduce((lines, each) => lines + linesIn(each), 0);
}
/** A line does not end at a space that keeps two words together. */
const WORDS = /(?:[^\s\-–—/]|\u00a0)*[-–—/]?[^\S\u00a0]*/g;

/** The height of a row in inches, a generous estimate. @param bold which cells are */
function rowHeight(row: readonly string[], widths: readonly number[], size: number, bold: readonly boolean[] = []): number {
  const sizeOf = (index: number) => (bold[index] ? (size * BOLD_CHARACTER) / CHARACTER : size);
  const lines = Math.max(1, ...row.map((text, index) => linesOf(text, (widths[index] ?? 1) - 2 * CELL.side, sizeOf(index))));
  return lines * size * LINE + 2 * padOf(size);
}

/** A slide as it is laid out. */
export interface Page extends Slide {
  /** The widths of its table's columns: on all pages of a table the same. */
  widths?: readonly number[];
  /** The size of its table's text, in points. */
  tableSize?: number;
}

/** The number of charts that fit side by side. */
const BESIDE_EACH_OTHER = 2;

/** Blocks that share a page: texts with the first exhibits, a table alone, charts side by side. */
function shared(blocks: readonly Block[]): Block[][] {
  const pages: Block[][] = [blocks.filter(({ kind }) => kind !== "exhibit")];
  for (const block of blocks) {
    if (block.kind !== "exhibit") continue;
    const page = pages.at(-1) ?? [];
    const { charts, table } = partsOf(page);
    const fits = block.exhibit.kind === "table" ? charts.length === 0 : charts.length < BESIDE_EACH_OTHER;
    if (fits && !table) page.push(block);
    else pages.push([block]);
  }
  return pages;
}

/**
 * A slide, or several where its exhibits do not fit one. One that goes on behind the first has the title of its exhibit.
 * @param short a board has the first only
 * @param most the most pages of a table; what follows is in the Word report
 */
export function pagesOf(slide: Slide, short: boolean, most = Number.POSITIVE_INFINITY): Page[] {
  if (slide.isWhole) return wholePages(slide);
  const [first = [], ...others] = shared(withoutUnfit(slide.blocks));
  const further = others.map((blocks): Slide => {
    const [block] = blocks;
    return { ...slide, title: block?.kind === "exhibit" ? block.exhibit.title : slide.title, blocks };
  });
  return [{ ...slide, blocks: first }, ...(short ? [] : further)].flatMap((page) => withTable(page, short, most));
}

/** Blocks without the texts that yield, as long as all texts have no room in the least size of slides that look alike. */
function withoutUnfit(all: readonly Block[]): Block[] {
  const place = placeOfTexts(all);
  const yielding = all.filter((block) => block.kind === "text" && block.yields);
  let blocks = [...all];
  for (const block of yielding.toReversed()) {
    const { paragraphs, above } = measured(partsOf(blocks).texts, place);
    if (heightOf(paragraphs, place.w, LEAST_ALIKE) > place.h - above) blocks = blocks.filter((each) => each !== block);
  }
  return blocks;
}

/** A slide of texts of which nothing is cut: several where they do not fit one, each about as full as the others. */
function wholePages(slide: Slide): Page[] {
  const blocks = slide.blocks.map((row) => ({ row, height: row.kind === "text" ? heightOf([row.text], ROOM.w, FONT.whole) : 0 }));
  const pages = balanced(blocks, ROOM.h);
  if (pages.length === 1) return [slide];
  return pages.map((page, index) => ({ ...slide, title: `${slide.title} (${index + 1} of ${pages.length})`, blocks: page }));
}

/** A page, or several where its table is too long for one; each says which it is. */
function withTable(slide: Slide, short: boolean, most: number): Page[] {
  const [table] = slide.blocks.flatMap((block) => (block.kind === "exhibit" && block.exhibit.kind === "table" ? [block.exhibit] : []));
  if (!table) return [slide];
  const isAlone = slide.blocks.length === 1 && slide.group !== "appendix";
  const room = ROOM.h * (slide.blocks.length > 1 ? 1 - ABOVE : 1) - hintHeight(table.hint);
  const split = sizesFor(table, isAlone).map((size) => ({ tableSize: size, pages: splitTable(table, room, size) }));
  const inOne = split.find(({ pages: { length } }) => length === 1);
  // A board sees all of it at once, and everybody on two slides at most, with a column less if need be.
  const isLong = short ? !inOne : split.every(({ pages: { length } }) => length > 2);
  if (isLong && table.columns.some(({ yields }) => yields)) return withTable(withoutYielding(slide, table), short, most);
  const { tableSize = FONT.table, pages: whole = [] } =
    inOne ??
    (short ? undefined : split.find(({ pages: { length } }) => length === 2)) ??
    // Tables of the appendix look alike, unless one fits a slide in a smaller size.
    (slide.group === "appendix" ? split[0] : split.at(-1)) ??
    {};
  const pages = firstPages(whole, most);
  const blocksWith = (page: ResultTable, { isFirst }: { isFirst: boolean }) =>
    slide.blocks.flatMap((block): Block[] => {
      if (block.kind !== "exhibit" || block.exhibit !== table) return isFirst ? [block] : [];
      return [{ kind: "exhibit", exhibit: page }];
    });
  const [first] = pages;
  const widths = widthsOf(table, tableSize);
  if (first && (pages.length === 1 || short)) {
    const left = table.rows.length - first.rows.length;
    const shown = left > 0 ? { ...first, hint: withMore(first.hint, left, "full report") } : first;
    return [{ ...slide, widths, tableSize, blocks: blocksWith(shown, { isFirst: true }) }];
  }
  return pages.map((page, index) => ({
    ...slide,
    widths,
    tableSize,
    title: `${slide.title} (${index + 1} of ${pages.length})`,
    blocks: blocksWith(page, { isFirst: index === 0 }),
  }));
}

/** A slide whose table lacks the columns that yield. */
function withoutYielding(slide: Slide, table: ResultTable): Slide {
  const narrower = withColumns(table, ({ yields }) => !yields);
  const blocks = slide.blocks.map(
    (block): Block => (block.kind === "exhibit" && block.exhibit === table ? { kind: "exhibit", exhibit: narrower } : block),
  );
  return { ...slide, blocks };
}

/** The first pages of a table; the last one says how many rows follow. */
function firstPages(pages: readonly ResultTable[], most: number): ResultTable[] {
  if (pages.length <= most) return [...pages];
  const left = pages.slice(most).reduce((sum, { rows, total }) => sum + rows.length + (total ? 1 : 0), 0);
  return pages.slice(0, most).map((page, index) => (index < most - 1 ? page : { ...page, hint: withMore(page.hint, left, "Word report") }));
}

/** What stands behind a text that was cut at the end of a sentence, and of a word. */
const REST = "(the Word report has the whole text)";
/** The beginning of a text of a cell that has no room for all of it: whole sentences if any has room, otherwise whole words. */
function cutCell(text: string, width: number, size: number, most: number): string {
  const fits = (some: string) => linesOf(some, width, size) <= most;
  if (fits(text)) return text;
  const longest = (ends: RegExp, behind: string) =>
    [...text.matchAll(ends)].map(({ index, 0: { length } }) => `${text.slice(0, index + length).trimEnd()}${behind}`).findLast(fits);
  return (
    longest(/[.!?;](?=\s)|(?=\n)/g, ` ${REST}`) ??
    longest(/(?=[^\S\u00a0])/g, `… ${REST}`) ??
    `${withoutHalf(text.slice(0, charactersOf(width, size) * most))}…`
  );
}

/** How finely pages are balanced, in inches. */
const STEP = 0.1;

/** Rows or texts on as few pages as they need, each about as full as the others. */
function balanced<Row>(rows: readonly { row: Row; height: number }[], room: number): Row[][] {
  const filled = (most: number) => {
    const pages: Row[][] = [[]];
    let left = most;
    for (const { row, height } of rows) {
      if (height > left && (pages.at(-1)?.length ?? 0) > 0) {
        pages.push([]);
        left = most;
      }
      pages.at(-1)?.push(row);
      left -= height;
    }
    return pages;
  };
  const fewest = filled(room);
  for (let most = rows.reduce((sum, { height }) => sum + height, 0) / fewest.length; most < room; most += STEP) {
    const pages = filled(most);
    if (pages.length === fewest.length) return pages;
  }
  return fewest;
}

/** Of a table's head, and of its rows: the total is the last. */
function heightOfHead({ columns }: ResultTable, widths: readonly number[], size: number): number {
  return rowHeight(
    columns.map(({ title }) => title),
    widths,
    size,
    columns.map(() => true),
  );
}
function heightsOfRows({ columns, rows, total }: ResultTable, widths: readonly number[], size: number): { row: Cell[]; height: number }[] {
  const bold = columns.map(isStrong);
  return [...rows, ...(total ? [total] : [])].map((row) => ({
    row,
    height: rowHeight(
      row.map((cell, index) => textOf(cell, columns[index])),
      widths,
      size,
      row === total ? row.map(() => true) : bold,
    ),
  }));
}

function splitTable(given: ResultTable, room: number, size: number): ResultTable[] {
  const { total, hint, note: _note, rows: whole, ...table } = given;
  const widths = widthsOf(given, size);
  const headHeight = heightOfHead(given, widths, size);
  const linesIn = (height: number) => Math.floor((height - 2 * padOf(size)) / (size * LINE));
  const [slide, half] = [room - headHeight, (room - headHeight) / 2].map(linesIn);
  // A text may take a slide. One that has no room even there leaves room for another row.
  const mostOf = (text: string, width: number) => (linesOf(text, width, size) <= (slide ?? 0) ? slide : half) ?? 0;
  const cut = whole.map((row) =>
    row.map((cell, index) => {
      const width = (widths[index] ?? 1) - 2 * CELL.side;
      return { ...cell, text: cutCell(cell.text, width, size, mostOf(cell.text, width)) };
    }),
  );
  const rows = heightsOfRows({ ...given, rows: cut }, widths, size);
  const pages = balanced(rows, room - headHeight);
  const [last = [], previous = []] = pages.toReversed();
  const moved = last.length === 1 && previous.length > 2 ? previous.pop() : undefined;
  if (moved) last.unshift(moved);
  return pages.map((rows, index) => {
    const isLast = index === pages.length - 1;
    const own = total && isLast ? rows.slice(0, -1) : rows;
    return { ...table, rows: own, ...(total && isLast ? { total } : {}), ...(hint ? { hint } : {}) };
  });
}

const textOf = ({ text, aside }: Cell, column: Column | undefined) =>
  aside ? `${text}${column && isAsideBelow(column) ? "\n" : "   "}${onOneLine(aside)}` : text;
/** Several remarks one after the other; a line ends between them only. */
const onOneLine = (aside: string) =>
  aside
    .split("\n")
    .map((remark, index) => (index === 0 ? remark : remark.toLowerCase()).replaceAll(" ", "\u00a0"))
    .join(", ");

type LibrarySlide = PptxGenJS.Slide;

const partsOf = (blocks: readonly Block[]) => {
  const exhibits = blocks.flatMap((block) => (block.kind === "exhibit" ? [block.exhibit] : []));
  const texts = blocks.filter((block) => block.kind !== "exhibit");
  const charts = exhibits.filter((exhibit): exhibit is AnyChart => exhibit.kind !== "table");
  const table = exhibits.find((exhibit): exhibit is ResultTable => exhibit.kind === "table");
  return { texts, charts, table };
};

/** Where texts are: next to a chart, above a table, or everywhere. */
function placeOfTexts(blocks: readonly Block[]): SlideArea {
  const { charts, table } = partsOf(blocks);
  if (charts.length > 0) return { ...ROOM, w: ROOM.w * BESIDE };
  return table ? { ...ROOM, h: Math.max(ROOM.h * ABOVE, ROOM.h - tableHeight(table) - GAP) } : ROOM;
}

/** The share of a slide for texts above a table; a short table leaves more. */
const ABOVE = 0.25;
/** The height of a table that is not split, with what is said below it. */
function tableHeight(table: ResultTable): number {
  const size = fontOf(table);
  const widths = widthsOf(table, size);
  const rows = heightsOfRows(table, widths, size).reduce((sum, { height }) => sum + height, 0);
  return heightOfHead(table, widths, size) + rows + hintHeight(table.hint);
}

/** The least size of slides that look alike: a slide whose texts do not fit has a smaller one of its own. */
export const LEAST_ALIKE = FONT.least;

/** The size of a slide's texts, in points: the largest in which they fit, or the least. */
export function textSizeOf({ blocks }: Pick<Slide, "blocks">): number {
  const place = placeOfTexts(blocks);
  const { paragraphs, above } = measured(partsOf(blocks).texts, place);
  let size = FONT.text;
  while (size > FONT.whole && heightOf(paragraphs, place.w, size) > place.h - above) size -= 1;
  return size;
}

/**
 * Lays out the blocks of a slide: texts go next to a chart, and above a table.
 * @param size of its texts
 */
export function addBlocks(slide: LibrarySlide, { blocks, widths, tableSize, group }: Page, size: number, accent: string): OnSlide {
  const { texts, charts, table } = partsOf(blocks);
  const place = placeOfTexts(blocks);
  const used = texts.length > 0 ? addTexts(slide, texts, place, { size, areNotes: group === NOTED }) : { height: 0, tables: [] };
  if (charts.length > 0) {
    const start = ROOM.x + (texts.length > 0 ? place.w + GAP : 0);
    const width = (ROOM.x + ROOM.w - start) / charts.length;
    return {
      tables: used.tables,
      marks: charts.map((chart, index) => addChart(slide, chart, { ...ROOM, x: start + index * width, w: width }, accent)),
    };
  }
  if (!table) return { tables: used.tables, marks: [] };
  const y = ROOM.y + (used.height > 0 ? used.height + GAP : 0);
  const font = tableSize ?? fontOf(table);
  addTable(slide, table, { y, widths: widths ?? widthsOf(table, font), size: font, accent, spread: group === "appendix" ? 1 : SPREAD });
  return { tables: [...used.tables, `${table.title}: ${table.columns.map(({ title }) => title).join(", ")}`], marks: [] };
}

type SlideArea = typeof ROOM;

/** Between a table and its hint. */
const HINT_GAP = 0.1;
/** The room of a hint: below its table, and not on the line of the foot. */
const hintHeight = (hint = "") => (hint === "" ? 0 : HINT_GAP + linesOf(hint, ROOM.w, FONT.hint) * FONT.hint * LINE + 0.05);

/** The share by which rows may be higher than estimated, in a typeface with taller lines. */
const TALLER = 0.04;
/** How much higher the rows of a short table are at most, so that it fills its slide. */
const SPREAD = 1.6;

const PLAIN = { fontFace: TYPEFACE, color: COLORS.ink } as const;

/** The height of paragraphs, with the distances between them. */
export const heightOf = (paragraphs: readonly string[], width: number, size: number) =>
  paragraphs.reduce((sum, text) => sum + linesOf(text, width, size) * size * LINE + size / 130, 0);

/** The share of the place that facts take above paragraphs, and the lines of the longest: the first of these with which they fit. */
const FACTS_ABOVE = 0.75;
const FACT_LINES = [14, 10, 6, 3, 2];

/** The sizes of facts: the smaller one where texts below them have too little room otherwise. */
const FACT_SIZES = [FONT.table, FONT.smaller];

/** Facts and paragraphs, in which size the facts are, and how high above the paragraphs. */
function measured(blocks: readonly Block[], place: SlideArea) {
  const whole = blocks.flatMap((block) => (block.kind === "facts" ? block.facts : []));
  const paragraphs = blocks.flatMap((block) => (block.kind === "text" ? [block.text] : []));
  const longest = Math.max(0, ...whole.map(([name]) => name.length));
  const room = paragraphs.length > 0 ? place.h * FACTS_ABOVE : place.h;
  const measuredIn = (factSize: number) => {
    const named = (longest * BOLD_CHARACTER * factSize) / 72 + 2 * CELL.side;
    const first = Math.max(Math.min(3, place.w * 0.3), Math.min(named, place.w * 0.35));
    const cutTo = (lines: number) =>
      whole.map(([name, value]) => [name, cutCell(value, place.w - first - 2 * CELL.side, factSize, lines)] as const);
    const heightIn = (facts: typeof whole) => facts.reduce((sum, fact) => sum + rowHeight(fact, [first, place.w - first], factSize), 0);
    const facts = FACT_LINES.map(cutTo).find((cut) => heightIn(cut) <= room) ?? cutTo(1);
    const height = heightIn(facts);
    return { facts, paragraphs, first, factSize, above: height + (height ? GAP : 0) };
  };
  const all = FACT_SIZES.map(measuredIn);
  const below = paragraphs.length > 0 ? heightOf(paragraphs, place.w, FONT.least) : 0;
  const fits = all.find(({ facts, above }) => facts.every(([, value], index) => value === whole[index]?.[1]) && above + below <= place.h);
  return fits ?? all.at(-1) ?? measuredIn(FONT.smaller);
}

/** Facts as a table, then texts as far as there is room. */
function addTexts(
  slide: LibrarySlide,
  blocks: readonly Block[],
  place: SlideArea,
  { size, areNotes }: { size: number; areNotes: boolean },
): { height: number; tables: string[] } {
  const { facts, paragraphs, first, factSize, above } = measured(blocks, place);
  if (facts.length > 0) {
    const cell = (text: string, bold: boolean) => ({ text, options: { bold, border: rowBorder, margin: CELL_MARGIN } });
    slide.addTable(
      facts.map(([name, value]) => [cell(name, true), cell(value, false)]),
      { ...PLAIN, x: place.x, y: place.y, w: place.w, colW: [first, place.w - first], fontSize: factSize, valign: "middle" },
    );
  }
  const tables = facts.length > 0 ? ["Name and value"] : [];
  if (paragraphs.length === 0) return { height: above, tables };
  const room = place.h - above;
  const heads = blocks.flatMap((block) => (block.kind === "text" && block.heads ? block.text : []));
  const shown = cutTexts(paragraphs, place.w, size, room, areNotes);
  const height = Math.min(room, heightOf(shown, place.w, size) + 0.1);
  slide.addText(
    shown.map((text) => ({ text, options: { breakLine: true, bold: heads.includes(text), paraSpaceAfter: size * 0.5 } })),
    { ...PLAIN, x: place.x, y: place.y + above, w: place.w, h: height, fontSize: size, valign: "top", align: "left", margin: 0 },
  );
  return { height: above + height, tables };
}

const MORE = "(more in the notes)";
/** The slides whose texts are notes of assessors. */
const NOTED = "chapters";

/**
 * The first paragraphs of a text, as far as there is room for them; one is cut at the end of a sentence, or left out.
 * @param areNotes of which none but the first is cut: what an assessor criticizes may come last
 */
function cutTexts(paragraphs: readonly string[], width: number, size: number, room: number, areNotes: boolean): string[] {
  const shown: string[] = [];
  for (const text of paragraphs) {
    if (heightOf([...shown, text], width, size) <= room) {
      shown.push(text);
      continue;
    }
    const lines = Math.floor((room - heightOf([...shown, ""], width, size)) / (size * LINE));
    const cut = text.slice(0, Math.max(0, lines * charactersOf(width, size) - MORE.length));
    const end = cut.lastIndexOf(". ");
    if (end > 0 && !(areNotes && shown.length > 0)) return [...shown, `${cut.slice(0, end + 1)} ${MORE}`];
    // A sentence is broken only where nothing else would be left.
    if (shown.length === 0) return [`${withoutHalf(cut)}… ${MORE}`];
    return [...shown.slice(0, -1), `${shown.at(-1)} ${MORE}`];
  }
  return shown;
}

/** The paragraphs of a slide that are not wholly on it. */
export function lostTexts({ blocks, group }: Pick<Slide, "blocks" | "group">, size: number): string[] {
  const { texts } = partsOf(blocks);
  const place = placeOfTexts(blocks);
  const { paragraphs, above } = measured(texts, place);
  const shown = cutTexts(paragraphs, place.w, size, place.h - above, group === NOTED);
  return paragraphs.filter((text) => !shown.includes(text));
}

type Border = PptxGenJS.BorderProps;
const none: Border = { type: "none" };
const rowBorder: [Border, Border, Border, Border] = [none, none, { type: "solid", pt: 0.75, color: COLORS.line }, none];
const CELL_MARGIN: [number, number, number, number] = [CELL.pad, CELL.side, CELL.pad, CELL.side];
/** Whether the cells of a column are bold: names are, and no sentences. */
const isStrong = ({ names, wide }: Column) => names === true && !wide;
const alignOf = (column: Column | undefined) => (column?.kind === "number" ? "right" : column?.kind === "mark" ? "center" : "left");

/** The heights of rows that fill some room, the lowest first, so that they look alike; none is more than so many times as high as it has to be. */
function spreadOut(heights: readonly number[], room: number, most: number): number[] {
  let spread = [...heights];
  for (let level = Math.min(...heights); level < room; level += STEP / 10) {
    const next = heights.map((height) => Math.max(height, Math.min(level, height * most)));
    if (next.reduce((sum, height) => sum + height, 0) > room) break;
    spread = next;
  }
  return spread;
}

function addTable(
  slide: LibrarySlide,
  table: ResultTable,
  { y, widths, size, accent, spread }: { y: number; widths: readonly number[]; size: number; accent: string; spread: number },
): void {
  const { columns, rows, total, hint } = table;
  const pad = padOf(size);
  const look: PptxGenJS.TableCellProps = { border: rowBorder, margin: [pad, CELL.side, pad, CELL.side] };
  // Figures with a remark behind them stand one below the other only from the left, and those beside them would run into them.
  const hasRemarks = columns.some(({ kind }, index) => kind === "number" && rows.some((row) => row[index]?.aside));
  const aligns = columns.map((column) => (hasRemarks && column.kind === "number" ? "left" : alignOf(column)));
  const head = columns.map(
    (column, index): PptxGenJS.TableCell => ({
      text: column.title,
      options: { ...look, bold: true, align: aligns[index] ?? "left", fill: { color: headColor(accent) } },
    }),
  );
  const body = (row: readonly Cell[], strong: boolean) =>
    row.map((cell, index): PptxGenJS.TableCell => {
      const column = columns[index];
      const { ink, fill } = markColors(cell, column, accent);
      const colors = { ...(fill ? { fill: { color: fill } } : {}), ...(ink ? { color: ink } : {}) };
      return {
        text: textOf(cell, column),
        options: {
          ...look,
          bold: strong || cell.marked === true || (column !== undefined && isStrong(column)),
          align: aligns[index] ?? "left",
          ...colors,
        },
      };
    });
  const headHeight = heightOfHead(table, widths, size);
  const bottom = ROOM.y + ROOM.h - hintHeight(hint);
  const heights = spreadOut(
    heightsOfRows(table, widths, size).map(({ height }) => height),
    (bottom - y - headHeight) * (1 - TALLER),
    spread,
  );
  const sum = heights.reduce((all, height) => all + height, 0);
  slide.addTable([head, ...rows.map((row) => body(row, false)), ...(total ? [body(total, true)] : [])], {
    ...PLAIN,
    x: ROOM.x,
    y,
    w: ROOM.w,
    colW: [...widths],
    rowH: [headHeight, ...heights],
    fontSize: size,
    valign: "middle",
  });
  if (!hint) return;
  const below = {
    x: ROOM.x,
    y: Math.min(bottom, y + headHeight + sum * (1 + TALLER)) + HINT_GAP,
    w: ROOM.w,
    h: hintHeight(hint) - HINT_GAP,
  };
  slide.addText(hint, { ...PLAIN, ...below, fontSize: FONT.hint, color: COLORS.muted, margin: 0, valign: "top" });
}

/** The height of a legend below a chart. */
const LEGEND = 0.35;

const AXIS = {
  catAxisLabelFontFace: TYPEFACE,
  valAxisLabelFontFace: TYPEFACE,
  catAxisLabelColor: COLORS.ink,
  valAxisLabelColor: COLORS.muted,
};

function colorOnSlide(color: SlideColor, accent: string): string {
  if (color === "own") return accent;
  if (typeof color === "object") return hex(BANDS[color.band] ?? PAPER);
  return color === "muted" ? COLORS.muted : hex(FILLS[color].fill);
}

/** A chart with a data sheet of its figures, from 0 to 5. @returns the marks of its series */
function addChart(slide: LibrarySlide, chart: AnyChart, place: SlideArea, accent: string): OnSlide["marks"][number] {
  const hasLegend = kindOf(chart).slide(chart, { height: place.h, isShared: false }).series.length > 1;
  const { type, labels, series, legendBelow, options } = kindOf(chart).slide(chart, {
    height: place.h - (hasLegend ? LEGEND : 0),
    isShared: place.w < ROOM.w * 0.55,
    isBeside: place.w < ROOM.w,
  });
  const data = series.map(({ name, values }) => ({ name, labels, values: values as number[] }));
  slide.addChart(type, data, {
    ...place,
    ...AXIS,
    altText: `${chart.title}. ${chartInWords(chart)}`,
    valAxisMinVal: 0,
    valAxisMaxVal: TOP_SCORE,
    valAxisMajorUnit: 1,
    catAxisLabelFrequency: "1",
    valAxisLabelFontSize: 11,
    // Lines would run through the figures.
    valGridLine: options.showValue ? { style: "none" } : { color: COLORS.line, size: 0.5 },
    dataLabelFontFace: TYPEFACE,
    dataLabelFormatCode: "0.00",
    dataLabelColor: COLORS.ink,
    showLegend: hasLegend && !legendBelow,
    legendFontFace: TYPEFACE,
    legendFontSize: 12,
    legendPos: "b",
    chartColors: series.map(({ color }) => colorOnSlide(color, accent)),
    ...options,
  });
  if (hasLegend && legendBelow) {
    const signs = series.flatMap(({ name, color, mark }) => [
      { text: mark === undefined ? "■ " : "□ ", options: { color: colorOnSlide(color, accent) } },
      { text: `${name}     ` },
    ]);
    const y = place.y + Math.min(place.h - LEGEND, Number(options.h ?? place.h));
    slide.addText(signs, { ...PLAIN, ...place, y, h: LEGEND, fontSize: FONT.hint, align: "center", margin: 0, valign: "middle" });
  }
  return series.map(({ mark }) => mark);
}

/** The content of a slide below its title: texts, tables and charts of PowerPoint's own. */
import type PptxGenJS from "pptxgenjs";
import { FILLS } from "~/components/charts/palette";
import { TOP_SCORE } from "~/views/charts/chart";
import { type AnyChart, chartInWords, kindOf } from "~/views/charts/kinds";
import type { Block, Slide } from "~/views/client-report";
import type { Cell, Column, ResultTable } from "~/views/result";
import { COLORS, hex, markColors } from "~/workers/client-report/look";
import type { OnSlide } from "~/workers/client-report/mend-presentation.server";
import { ROOM } from "~/workers/client-report/slide-master";
import { columnWidths } from "~/workers/client-report/table-widths";
import { TYPEFACE } from "~/workers/client-report/typeface";

const FONT = { table: 13, large: 16, small: 10.5, fact: 16, text: 16, least: 11 };
/** Inches of a line of text for each point of its size. */
const LINE = 1.25 / 72;
/** Width of a character in points for each point of its size. */
const CHARACTER = 0.52;
const CELL = { pad: 0.05, side: 0.08 };
const GAP = 0.2;
/** The share of a slide for texts next to a chart. */
const BESIDE = 0.36;
/** A text on a slide; the whole text is in the speaker's notes. */
const TEXT_MAX = 900;

/** Cells with a remark below their mark take several lines. */
const small = ({ columns, rows }: ResultTable) => columns.length > 6 || rows.some((row) => row.some(({ mark, aside }) => mark && aside));
const fontOf = (table: ResultTable) => (small(table) ? FONT.small : FONT.table);
/** Characters of a line of table text. */
const CHARACTERS = { small: 150, usual: 110 };
const widthsOf = (table: ResultTable, size = fontOf(table)) =>
  columnWidths(table, ROOM.w, small(table) ? CHARACTERS.small : (CHARACTERS.usual * FONT.table) / size);

const linesOf = (text: string, width: number, size: number) => {
  const perLine = Math.max(1, Math.floor((width * 72) / (size * CHARACTER)));
  return text.split("\n").reduce((lines, each) => lines + Math.max(1, Math.ceil(each.length / perLine)), 0);
};

/** The height of a row in inches, a generous estimate. */
function rowHeight(row: readonly string[], widths: readonly number[], size: number): number {
  const lines = Math.max(1, ...row.map((text, index) => linesOf(text, (widths[index] ?? 1) - 2 * CELL.side, size)));
  return lines * size * LINE + 2 * CELL.pad;
}

/** The size of a table's text: a short one that is alone on its slide is set larger. @param room its height in inches */
function sizeOf(table: ResultTable, room: number): number {
  if (small(table)) return FONT.small;
  const widths = widthsOf(table, FONT.large);
  const lines = [
    table.columns.map(({ title }) => title),
    ...[...table.rows, ...(table.total ? [table.total] : [])].map((row) => row.map(textOf)),
  ];
  const height = lines.reduce((sum, row) => sum + rowHeight(row, widths, FONT.large), 0);
  return height <= room ? FONT.large : FONT.table;
}

/**
 * A slide, or several where its table is too long for one; each says which it is.
 * @param short a board has the first only
 */
export function pagesOf(slide: Slide, short: boolean): Slide[] {
  const [table] = slide.blocks.flatMap((block) => (block.kind === "exhibit" && block.exhibit.kind === "table" ? [block.exhibit] : []));
  if (!table) return [slide];
  const pages = splitTable(table, slide.blocks.length > 1 ? ROOM.h * 0.75 : ROOM.h - (table.hint ? 0.4 : 0));
  const blocksWith = (page: ResultTable, { isFirst }: { isFirst: boolean }) =>
    slide.blocks.flatMap((block): Block[] => {
      if (block.kind !== "exhibit" || block.exhibit !== table) return isFirst ? [block] : [];
      return [{ kind: "exhibit", exhibit: page }];
    });
  const [first] = pages;
  if (first && (pages.length === 1 || short)) {
    const left = table.rows.length - first.rows.length;
    const shown = left > 0 ? { ...first, hint: `${left} more in the full report.` } : first;
    return [{ ...slide, blocks: blocksWith(shown, { isFirst: true }) }];
  }
  return pages.map((page, index) => ({
    ...slide,
    title: `${slide.title} (${index + 1} of ${pages.length})`,
    blocks: blocksWith(page, { isFirst: index === 0 }),
  }));
}

/** A long text of a cell, cut so that its row fits a slide. */
const CELL_MAX = 1_000;
const cutCell = (text: string) =>
  text.length > CELL_MAX ? `${text.slice(0, CELL_MAX).replace(/[\ud800-\udbff]$/, "")}… (the Word report has the whole text)` : text;

function splitTable(given: ResultTable, room: number): ResultTable[] {
  const { total, hint, note: _note, rows: whole, ...table } = given;
  const cut = whole.map((row) => row.map((cell) => ({ ...cell, text: cutCell(cell.text) })));
  const [widths, size] = [widthsOf(given), fontOf(given)];
  const heads = given.columns.map(({ title }) => title);
  const headHeight = rowHeight(heads, widths, size);
  const pages: Cell[][][] = [[]];
  let left = room - headHeight;
  for (const row of [...cut, ...(total ? [total] : [])]) {
    const height = rowHeight(row.map(textOf), widths, size);
    if (height > left && (pages.at(-1)?.length ?? 0) > 0) {
      pages.push([]);
      left = room - headHeight;
    }
    pages.at(-1)?.push(row);
    left -= height;
  }
  return pages.map((rows, index) => {
    const last = index === pages.length - 1;
    const own = total && last ? rows.slice(0, -1) : rows;
    return { ...table, rows: own, ...(total && last ? { total } : {}), ...(hint && last ? { hint } : {}) };
  });
}

/** A remark on a mark is below it, because its cell is narrow. */
const textOf = ({ text, aside, mark }: Cell) => (aside ? `${text}${mark ? "\n" : "   "}${onOneLine(aside)}` : text);
/** Several remarks one after the other; a line ends between them only. */
const onOneLine = (aside: string) =>
  aside
    .split("\n")
    .map((remark, index) => (index === 0 ? remark : remark.toLowerCase()).replaceAll(" ", "\u00a0"))
    .join(", ");

type LibrarySlide = PptxGenJS.Slide;

/**
 * Lays out the blocks of a slide: texts go next to a chart, and above a table.
 * @param whole whether its table is whole
 */
export function addBlocks(slide: LibrarySlide, blocks: readonly Block[], whole: boolean): OnSlide {
  const exhibits = blocks.flatMap((block) => (block.kind === "exhibit" ? [block.exhibit] : []));
  const texts = blocks.filter((block) => block.kind !== "exhibit");
  const charts = exhibits.filter((exhibit): exhibit is AnyChart => exhibit.kind !== "table");
  const table = exhibits.find((exhibit): exhibit is ResultTable => exhibit.kind === "table");
  if (charts.length > 0) {
    const beside = texts.length > 0 ? ROOM.w * BESIDE : 0;
    if (beside > 0) addTexts(slide, texts, { ...ROOM, w: beside });
    const start = ROOM.x + beside + (beside ? GAP : 0);
    const width = (ROOM.x + ROOM.w - start) / charts.length;
    return { tables: [], marks: charts.map((chart, index) => addChart(slide, chart, { ...ROOM, x: start + index * width, w: width })) };
  }
  const used = texts.length > 0 ? addTexts(slide, texts, table ? { ...ROOM, h: ROOM.h * 0.25 } : ROOM) : { height: 0, tables: [] };
  if (!table) return { tables: used.tables, marks: [] };
  const y = ROOM.y + (used.height > 0 ? used.height + GAP : 0);
  addTable(slide, table, y, whole);
  return { tables: [...used.tables, `${table.title}: ${table.columns.map(({ title }) => title).join(", ")}`], marks: [] };
}

type SlideArea = typeof ROOM;

const PLAIN = { fontFace: TYPEFACE, color: COLORS.ink } as const;

/** Facts as a table, then texts in a size in which they fit. */
function addTexts(slide: LibrarySlide, blocks: readonly Block[], place: SlideArea): { height: number; tables: string[] } {
  const facts = blocks.flatMap((block) => (block.kind === "facts" ? block.facts : []));
  const paragraphs = blocks.flatMap((block) => (block.kind === "text" ? [block.text] : []));
  const first = Math.min(3, place.w * 0.3);
  const factHeight = facts.reduce((sum, fact) => sum + rowHeight(fact, [first, place.w - first], FONT.table), 0);
  if (facts.length > 0) {
    const cell = (text: string, bold: boolean) => ({ text, options: { bold, border: rowBorder, margin: CELL_MARGIN } });
    slide.addTable(
      facts.map(([name, value]) => [cell(name, true), cell(value, false)]),
      { ...PLAIN, x: place.x, y: place.y, w: place.w, colW: [first, place.w - first], fontSize: FONT.table, valign: "middle" },
    );
  }
  const tables = facts.length > 0 ? ["Name and value"] : [];
  if (paragraphs.length === 0) return { height: factHeight, tables };
  const above = factHeight + (factHeight ? GAP : 0);
  const room = place.h - above;
  const shown = cutTexts(paragraphs);
  let size = FONT.text;
  const heightAt = (points: number) => shown.reduce((sum, text) => sum + linesOf(text, place.w, points) * points * LINE + points / 130, 0);
  while (size > FONT.least && heightAt(size) > room) size -= 1;
  const height = Math.min(room, heightAt(size) + 0.1);
  slide.addText(
    shown.map((text) => ({ text, options: { breakLine: true, paraSpaceAfter: size * 0.5 } })),
    { ...PLAIN, x: place.x, y: place.y + above, w: place.w, h: height, fontSize: size, valign: "top", align: "left", margin: 0 },
  );
  return { height: above + height, tables };
}

/** The first paragraphs of a text, as far as a slide holds them. */
function cutTexts(paragraphs: readonly string[]): string[] {
  const shown: string[] = [];
  let left = TEXT_MAX;
  for (const text of paragraphs) {
    if (text.length > left) {
      const cut = text.slice(0, left);
      const end = cut.lastIndexOf(". ");
      return [...shown, `${end > 0 ? cut.slice(0, end + 1) : cut.replace(/[\ud800-\udbff]$/, "")} … (more in the notes)`];
    }
    shown.push(text);
    left -= text.length;
  }
  return shown;
}

type Border = PptxGenJS.BorderProps;
const none: Border = { type: "none" };
const rowBorder: [Border, Border, Border, Border] = [none, none, { type: "solid", pt: 0.75, color: COLORS.line }, none];
const CELL_MARGIN: [number, number, number, number] = [CELL.pad, CELL.side, CELL.pad, CELL.side];
const alignOf = (column: Column | undefined) => (column?.kind === "number" ? "right" : column?.kind === "mark" ? "center" : "left");

function addTable(slide: LibrarySlide, table: ResultTable, y: number, whole: boolean): void {
  const { columns, rows, total, hint } = table;
  const size = whole ? sizeOf(table, ROOM.y + ROOM.h - y - (hint ? 0.4 : 0)) : fontOf(table);
  const widths = widthsOf(table, size);
  const look = { border: rowBorder, margin: CELL_MARGIN };
  const head = columns.map(
    (column): PptxGenJS.TableCell => ({
      text: column.title,
      options: { ...look, bold: true, align: alignOf(column), fill: { color: COLORS.head } },
    }),
  );
  const body = (row: readonly Cell[], strong: boolean) =>
    row.map((cell, index): PptxGenJS.TableCell => {
      const column = columns[index];
      const { ink, fill } = markColors(cell, column);
      const colors = { ...(fill ? { fill: { color: fill } } : {}), ...(ink ? { color: ink } : {}) };
      return {
        text: textOf(cell),
        options: { ...look, bold: strong || cell.marked === true || column?.names === true, align: alignOf(column), ...colors },
      };
    });
  slide.addTable([head, ...rows.map((row) => body(row, false)), ...(total ? [body(total, true)] : [])], {
    ...PLAIN,
    x: ROOM.x,
    y,
    w: ROOM.w,
    colW: widths,
    fontSize: size,
    valign: "middle",
  });
  const below = { ...ROOM, y: ROOM.y + ROOM.h - 0.15, h: 0.3 };
  if (hint) slide.addText(hint, { ...PLAIN, ...below, fontSize: 11, color: COLORS.muted, margin: 0 });
}

const AXIS = {
  catAxisLabelFontFace: TYPEFACE,
  valAxisLabelFontFace: TYPEFACE,
  catAxisLabelColor: COLORS.ink,
  valAxisLabelColor: COLORS.muted,
};

/** A chart with a data sheet of its figures, from 0 to 5. @returns the marks of its series */
function addChart(slide: LibrarySlide, chart: AnyChart, place: SlideArea): OnSlide["marks"][number] {
  const { type, labels, series, options } = kindOf(chart).slide(chart, { height: place.h, isShared: place.w < ROOM.w * 0.55 });
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
    valGridLine: { color: COLORS.line, size: 0.5 },
    dataLabelFontFace: TYPEFACE,
    dataLabelFormatCode: "0.00",
    dataLabelColor: COLORS.ink,
    showLegend: series.length > 1,
    legendFontFace: TYPEFACE,
    legendFontSize: 12,
    legendPos: "b",
    chartColors: series.map(({ color }) => (color === "muted" ? COLORS.muted : hex(FILLS[color].fill))),
    ...options,
  });
  return series.map(({ mark }) => mark);
}

/** Tables, pictures and captions of the Word file. */
import {
  AlignmentType,
  BorderStyle,
  FileChild,
  type IContext,
  ImageRun,
  Paragraph,
  ShadingType,
  SimpleField,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from "docx";
import { type AnyChart, chartInWords } from "~/views/charts/kinds";
import type { Cell, Column, ResultTable } from "~/views/result";
import type { ChartPicture } from "~/workers/client-report/chart-picture.server";
import { COLORS, headColor, markColors } from "~/workers/client-report/look";
import { CROWDED, columnWidths, isAsideBelow, withFewestLines } from "~/workers/client-report/table-widths";
import { PAGE } from "~/workers/client-report/word-styles";

/** 'Table 3. Heat map', counted by a field, so that Word counts on when tables are added. */
export function captioned(kind: "Table" | "Figure", number: number, title: string): Paragraph {
  return new Paragraph({
    style: kind === "Table" ? "Caption" : "FigureCaption",
    children: [new TextRun(`${kind} `), new SimpleField(`SEQ ${kind} \\* ARABIC`, String(number)), new TextRun(`. ${title}`)],
  });
}

/** Pixels as Word counts them: 96 to an inch, where the page is measured in 1440 to an inch. */
const WIDTH = (PAGE.text * 96) / 1440;
/** So that a picture and its caption stay on one page. */
const HIGHEST = 800;

/** A chart as a picture with its figures in words. @param name by which Word lists it @param width as a share of the page */
export function pictureOf(chart: AnyChart, { png, proportion }: ChartPicture, name: string, width = 1): Paragraph {
  const scale = Math.min(width, HIGHEST / (WIDTH * proportion));
  return new Paragraph({
    style: "Figure",
    children: [
      new ImageRun({
        type: "png",
        data: png,
        transformation: { width: Math.round(WIDTH * scale), height: Math.round(WIDTH * proportion * scale) },
        altText: { name, title: chart.title, description: chartInWords(chart) },
      }),
    ],
  });
}

const NO = { style: BorderStyle.NONE, size: 0, color: "auto" } as const;
const LINE = { style: BorderStyle.SINGLE, size: 4, color: COLORS.line } as const;
const BORDERS = { top: LINE, bottom: LINE, left: NO, right: NO, insideHorizontal: LINE, insideVertical: NO };
const marginsOf = (side: number) => ({ top: 50, bottom: 50, left: side, right: side, marginUnitType: WidthType.DXA });
/** The margins to the left and right of a cell's text. */
const SIDE = { usual: 90, crowded: 45 };
/** Tables of more columns are set smaller. */
const ROOMY = 6;
/** Characters of a line of table text, roughly, at the width of the page. */
const CHARACTERS = { TableText: 100, SmallTableText: 112 };
/** A row of more lines is longer than a third of a page, and may be broken. */
const THIRD = 18;
/** A table of no more lines is not broken, and none of many columns of figures, in which readers look up and down. The space of a row counts as a part of a line. */
const TOGETHER = 10;
const FIGURES = 20;
const SPACE = 0.5;

/** Rows at both ends of a long table that stay together, unless both have more lines than a short table. */
const ENDS = 2;

/** How many lines of text a row takes, roughly. @param characters of a line at the width of the page */
const linesOf = (cells: readonly Cell[], widths: readonly number[], characters: number) =>
  Math.max(
    ...cells.map(({ text }, index) => {
      const line = Math.max(1, ((widths[index] ?? 0) / PAGE.text) * characters);
      return text.split("\n").reduce((lines, each) => lines + Math.max(1, Math.ceil(each.length / line)), 0);
    }),
  );

/**
 * A table whose head is repeated on every page. A long one breaks between rows, but not among its first two or its last two if they are short. A row
 * breaks only if it is longer than a third of a page.
 * @param accent the colour of the house style
 */
function tableOf(table: ResultTable, accent: string): Table {
  const { columns, rows, total, hint, note } = table;
  const style = columns.length > ROOMY ? "SmallTableText" : "TableText";
  const first = columnWidths(table, PAGE.text, CHARACTERS[style]);
  const widths = withFewestLines(table, first, PAGE.text, CHARACTERS[style]).map(Math.floor);
  const all = [...rows, ...(total ? [total] : [])];
  const lines = all.map((cells) => linesOf(cells, widths, CHARACTERS[style]));
  const isShort = lines.reduce((sum, each) => sum + each + SPACE, 0) <= (columns.length >= CROWDED ? FIGURES : TOGETHER);
  const isLong = (index: number) => (lines[index] ?? 0) > THIRD;
  const arePair = (index: number) => (lines[index] ?? 0) + (lines[index + 1] ?? 0) <= TOGETHER;
  const row = (cells: readonly Cell[], index: number) => {
    const isEnd = index < ENDS - 1 || (index >= all.length - ENDS && index < all.length - 1);
    const isLast = index === all.length - 1;
    // A table keeps its hint or note on the same page.
    const keepNext = isLast ? Boolean(hint ?? note) && !isLong(index) : isShort || (isEnd && arePair(index));
    return new TableRow({
      cantSplit: !isLong(index),
      children: cells.map((cell, column) => {
        // Sentences are not set in bold, even where they name their row.
        const strong = cells === total || (columns[column]?.names === true && !columns[column].wide);
        return cellOf(cell, columns[column], widths[column] ?? 0, { style, strong, keepNext, accent });
      }),
    });
  };
  const heads = columns.map((column, index) => headOf(column, widths[index] ?? 0, style, headColor(accent)));
  const side = columns.length >= CROWDED ? SIDE.crowded : SIDE.usual;
  return tableWith(widths, [new TableRow({ tableHeader: true, cantSplit: true, children: heads }), ...all.map(row)], "firstRow", side);
}

/**
 * A table of fixed widths, as wide as the text.
 * @param head which of its cells screen readers read as heads
 */
const tableWith = (columnWidths: number[], rows: TableRow[], head: "firstRow" | "firstColumn", side = SIDE.usual) =>
  new Table({
    tableLook: { firstRow: head === "firstRow", firstColumn: head === "firstColumn" },
    columnWidths,
    rows,
    margins: marginsOf(side),
    borders: BORDERS,
    width: { size: PAGE.text, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
  });

// Cells leave out properties that have their usual value: this saves a tenth of the time that the file takes.
const aligned = (column: Column | undefined) =>
  column?.kind === "number" ? AlignmentType.END : column?.kind === "mark" ? AlignmentType.CENTER : undefined;

function headOf(column: Column, width: number, style: string, fill: string): TableCell {
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    shading: { type: ShadingType.CLEAR, color: "auto", fill },
    verticalAlign: VerticalAlignTable.BOTTOM,
    children: [
      new Paragraph({ style, alignment: aligned(column), keepNext: true, children: [new TextRun({ text: column.title, bold: true })] }),
    ],
  });
}

function cellOf(
  cell: Cell,
  column: Column | undefined,
  width: number,
  { style, strong, keepNext, accent }: { style: string; strong: boolean; keepNext: boolean; accent: string },
): TableCell {
  const { ink, fill } = markColors(cell, column, accent);
  const below = cell.aside !== undefined && column !== undefined && isAsideBelow(column);
  const own = cell.text.split("\n");
  const lines = [...own, ...(below ? (cell.aside ?? "").split("\n") : [])];
  const isMuted = (index: number) => index >= own.length && cell.mark === undefined;
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    ...(fill ? { shading: { type: ShadingType.CLEAR, color: "auto", fill } } : {}),
    children: lines.map(
      (line, index) =>
        new Paragraph({
          style,
          keepNext: keepNext || undefined,
          alignment: aligned(column),
          children: [
            isMuted(index)
              ? new TextRun({ text: line, color: COLORS.muted })
              : new TextRun({ text: line, bold: strong || cell.marked || undefined, ...(ink ? { color: ink } : {}) }),
            ...(cell.aside && !below && index === lines.length - 1 ? [new TextRun({ text: `  ${cell.aside}`, color: COLORS.muted })] : []),
          ],
        }),
    ),
  });
}

/** A table that is there only while it is written: the objects of all tables together take more memory than everything else. */
export class LateTable extends FileChild {
  readonly #make: () => Table;

  constructor(table: ResultTable, accent: string) {
    super("w:tbl");
    this.#make = () => tableOf(table, accent);
  }

  override prepForXml(context: IContext) {
    return this.#make().prepForXml(context);
  }
}

/** Names and values side by side. @param leads whether it stays with what follows */
export function factTable(facts: readonly (readonly [name: string, value: string])[], leads = false): Table {
  const widths = [Math.round(PAGE.text * 0.3), PAGE.text - Math.round(PAGE.text * 0.3)];
  const cell = (text: string, index: number, keepNext: boolean) =>
    new TableCell({
      width: { size: widths[index] ?? 0, type: WidthType.DXA },
      children: [
        new Paragraph({
          style: "TableText",
          keepNext: keepNext || undefined,
          children: [new TextRun({ text, bold: index === 0 || undefined })],
        }),
      ],
    });
  return tableWith(
    widths,
    facts.map(
      (fact, row) =>
        new TableRow({ cantSplit: true, children: fact.map((text, index) => cell(text, index, leads || row < facts.length - 1)) }),
    ),
    "firstColumn",
  );
}

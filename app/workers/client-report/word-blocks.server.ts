/** Tables, pictures and captions of the Word file. */
import {
  AlignmentType,
  BorderStyle,
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
import { COLORS, markColors } from "~/workers/client-report/look";
import { columnWidths } from "~/workers/client-report/table-widths";
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

/** A chart as a picture with its figures in words. */
export function pictureOf(chart: AnyChart, { png, proportion }: ChartPicture, number: number): Paragraph {
  const scale = Math.min(1, HIGHEST / (WIDTH * proportion));
  return new Paragraph({
    style: "Figure",
    children: [
      new ImageRun({
        type: "png",
        data: png,
        transformation: { width: Math.round(WIDTH * scale), height: Math.round(WIDTH * proportion * scale) },
        altText: { name: `Figure ${number}`, title: chart.title, description: chartInWords(chart) },
      }),
    ],
  });
}

const NO = { style: BorderStyle.NONE, size: 0, color: "auto" } as const;
const LINE = { style: BorderStyle.SINGLE, size: 4, color: COLORS.line } as const;
const BORDERS = { top: LINE, bottom: LINE, left: NO, right: NO, insideHorizontal: LINE, insideVertical: NO };
const MARGINS = { top: 50, bottom: 50, left: 90, right: 90, marginUnitType: WidthType.DXA };
/** Tables of more columns are set smaller. */
const ROOMY = 6;
/** A table with no more rows than this is not broken over two pages, unless it holds sentences. */
const TOGETHER = 14;
const SENTENCE = 160;
/** A row with a longer text may be broken. */
const LONG = 600;
/** Characters of a line of table text, roughly. */
const CHARACTERS = 100;

/** A table whose head is repeated on every page; no row is broken over two pages unless it is a long text. */
export function tableOf(table: ResultTable): Table {
  const { columns, rows, total } = table;
  const widths = columnWidths(table, PAGE.text, CHARACTERS).map(Math.floor);
  const style = columns.length > ROOMY ? "SmallTableText" : "TableText";
  const all = [...rows, ...(total ? [total] : [])];
  const together = all.length <= TOGETHER && all.every((cells) => cells.every(({ text }) => text.length < SENTENCE));
  const row = (cells: readonly Cell[], index: number) =>
    new TableRow({
      cantSplit: cells.every(({ text }) => text.length < LONG),
      children: cells.map((cell, column) => {
        const strong = cells === total || columns[column]?.names === true;
        return cellOf(cell, columns[column], widths[column] ?? 0, { style, strong, keepNext: together && index < all.length - 1 });
      }),
    });
  const heads = columns.map((column, index) => headOf(column, widths[index] ?? 0, style));
  return tableWith(widths, [new TableRow({ tableHeader: true, cantSplit: true, children: heads }), ...all.map(row)]);
}

/** A table of fixed widths, as wide as the text. */
const tableWith = (columnWidths: number[], rows: TableRow[]) =>
  new Table({
    columnWidths,
    rows,
    margins: MARGINS,
    borders: BORDERS,
    width: { size: PAGE.text, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
  });

const aligned = (column: Column | undefined) =>
  column?.kind === "number" ? AlignmentType.END : column?.kind === "mark" ? AlignmentType.CENTER : AlignmentType.START;

function headOf(column: Column, width: number, style: string): TableCell {
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    shading: { type: ShadingType.CLEAR, color: "auto", fill: COLORS.head },
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
  { style, strong, keepNext }: { style: string; strong: boolean; keepNext: boolean },
): TableCell {
  const { ink, fill } = markColors(cell, column);
  // A remark on a mark is below it, because its cell is narrow.
  const below = cell.aside !== undefined && column?.kind === "mark";
  const lines = [...cell.text.split("\n"), ...(below ? [cell.aside ?? ""] : [])];
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    ...(fill ? { shading: { type: ShadingType.CLEAR, color: "auto", fill } } : {}),
    children: lines.map(
      (line, index) =>
        new Paragraph({
          style,
          keepNext,
          alignment: aligned(column),
          children: [
            new TextRun({ text: line, bold: strong, ...(ink ? { color: ink } : {}) }),
            ...(cell.aside && !below && index === lines.length - 1 ? [new TextRun({ text: `  ${cell.aside}`, color: COLORS.muted })] : []),
          ],
        }),
    ),
  });
}

/** Names and values side by side. */
export function factTable(facts: readonly (readonly [name: string, value: string])[]): Table {
  const widths = [Math.round(PAGE.text * 0.3), PAGE.text - Math.round(PAGE.text * 0.3)];
  const cell = (text: string, index: number, keepNext: boolean) =>
    new TableCell({
      width: { size: widths[index] ?? 0, type: WidthType.DXA },
      children: [new Paragraph({ style: "TableText", keepNext, children: [new TextRun({ text, bold: index === 0 })] })],
    });
  return tableWith(
    widths,
    facts.map(
      (fact, row) => new TableRow({ cantSplit: true, children: fact.map((text, index) => cell(text, index, row < facts.length - 1)) }),
    ),
  );
}

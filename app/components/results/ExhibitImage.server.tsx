import type { CSSProperties, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { BANDS, GRID, INK, MARKS, MUTED_INK, PAPER, SERIES_COLORS } from "~/components/charts/palette";
import { columnWidths, sizeOf } from "~/components/results/image-columns";
import { legendOf } from "~/components/results/Legend";
import { DrawnSign } from "~/components/results/MarkSign";
import { type ChartText, lineHeight, SIZES } from "~/views/charts/chart";
import { shortDate } from "~/views/dates";
import type { AnyChart, Cell, Column, Exhibit, Result, ResultTable } from "~/views/result";
import { PRODUCT } from "~/views/shell";

/** The width of every image in its own units; it has twice as many pixels. */
export const IMAGE_WIDTH = 1200;
/** The least height of a chart's image. With it the image fits a slide of 16:9. */
const SLIDE_HEIGHT = 675;
const PAD = 48;
/** Above and below a chart. */
const CHART_PAD = 32;
const FONT = 20;

/** A chart without its texts, and where the texts go. */
export interface ImageDrawing {
  svg: string;
  width: number;
  height: number;
  texts: readonly ChartText[];
}

interface ExhibitImageProps {
  /** Its texts are already cut to what a picture can hold. */
  exhibit: Exhibit;
  /** With `comparedWith` only if the exhibit shows a benchmark. */
  result: Pick<Result, "assessment" | "organization" | "comparedWith" | "draftOf" | "model">;
  drawing: ImageDrawing | undefined;
  /** Shown below, if characters had to be replaced. */
  remark: string | undefined;
  /** Which of several images of a long table it is. */
  part?: { number: number; of: number } | undefined;
  /** Of the team: the name below, and the colour of own scores. */
  style?: { name?: string; accent?: string } | undefined;
}

/**
 * One table or chart as a picture for slides and e-mails: title, subject, legend, content. Satori lays it out. It only knows flexbox, so
 * every element with several children needs `display: flex`.
 */
export function ExhibitImage({ exhibit, result, drawing, remark, part, style }: ExhibitImageProps) {
  const chart = exhibit.kind !== "table";
  const below = smallPrint(result.comparedWith, remark, style?.name);
  return (
    <Stacked
      style={{
        width: IMAGE_WIDTH,
        ...(chart ? { boxSizing: "border-box", minHeight: SLIDE_HEIGHT, padding: `${CHART_PAD}px ${PAD}px` } : { padding: PAD }),
        background: PAPER,
        color: INK,
        fontSize: FONT,
        lineHeight: LINE,
      }}
    >
      <div style={{ fontSize: TITLE, fontWeight: 600, lineHeight: 1.25 }}>
        {part ? `${exhibit.title} (${part.number} of ${part.of})` : exhibit.title}
      </div>
      <div style={{ color: MUTED_INK, wordBreak: "break-word", marginBottom: 14 }}>{aboutLine(result)}</div>
      <Rule color={style?.accent ?? MARKS.fully.background} height={2} />
      <div style={{ height: chart ? 14 : 20 }} />
      {exhibit.kind === "table" ? (
        <TableImage table={exhibit} />
      ) : drawing ? (
        <ChartImage chart={exhibit} drawing={drawing} {...(style?.accent ? { accent: style.accent } : {})} />
      ) : null}
      {exhibit.kind === "table" && exhibit.note ? (
        <Stacked style={{ marginTop: 18 }}>
          <div style={{ fontWeight: 600 }}>Note</div>
          <div style={{ whiteSpace: "pre-wrap", wordBreak: "break-word" }}>{exhibit.note}</div>
        </Stacked>
      ) : null}
      {exhibit.kind === "table" && exhibit.hint ? <Small>{exhibit.hint}</Small> : null}
      {chart ? <div style={{ flexGrow: 1 }} /> : null}
      {below.map((text) => (
        <Small key={text}>{text}</Small>
      ))}
    </Stacked>
  );
}

const TITLE = 34;
const LINE = 1.35;
const SMALL = { font: 16, margin: 10 };

type About = ExhibitImageProps["result"];

const aboutLine = ({ assessment, organization, model, draftOf }: About) =>
  [
    ...(draftOf ? [`Draft of ${shortDate(draftOf)}`] : []),
    organization.name,
    assessment.name,
    [`${model} ${assessment.scope}`, assessment.extent].filter(Boolean).join(": "),
    ...(assessment.completed ? [`completed ${shortDate(assessment.completed)}`] : []),
    ...(assessment.test ? ["test assessment"] : []),
  ].join(" – ");

const smallPrint = (comparedWith: string | undefined, remark: string | undefined, by = PRODUCT) => [
  ...(remark === undefined ? [] : [remark]),
  comparedWith === undefined ? by : `Benchmark: ${comparedWith}. – ${by}`,
];

/** Height of a text that is broken into lines of the image's width; a generous estimate. */
const heightOf = (text: string, font: number, line: number) =>
  Math.ceil((text.length * font * 0.56) / (IMAGE_WIDTH - 2 * PAD)) * font * line;

/** What the rest of an image leaves for its chart, so that both together fit a slide; never so little that nothing can be read. */
export function roomForChart(chart: AnyChart, result: About, remark: string | undefined, by?: string): number {
  const head = heightOf(chart.title, TITLE, 1.25) + heightOf(aboutLine(result), FONT, LINE) + 14 + 2 + 14;
  const legend = legendOf(chart, LEGEND).length > 0 ? FONT * LINE + LEGEND.margin : 0;
  const below = smallPrint(result.comparedWith, remark, by).map((text) => heightOf(text, SMALL.font, LINE) + SMALL.margin);
  const rest = head + legend + below.reduce((sum, each) => sum + each, 0) + 2 * CHART_PAD;
  return Math.max(SIZES.image.height * 0.7, Math.floor(SLIDE_HEIGHT - rest));
}

function Stacked({ style, children }: { style?: CSSProperties; children: ReactNode }) {
  return <div style={{ display: "flex", flexDirection: "column", ...style }}>{children}</div>;
}

function Row({ style, children }: { style?: CSSProperties; children: ReactNode }) {
  return <div style={{ display: "flex", ...style }}>{children}</div>;
}

function Small({ children }: { children: string }) {
  return <div style={{ color: MUTED_INK, fontSize: SMALL.font, marginTop: SMALL.margin }}>{children}</div>;
}

// --- charts ---------------------------------------------------------------------------------------------------------

const LEGEND = { width: 48, height: 24, margin: 8 };

/** A chart with its legend, and its texts in the typeface of the pages. @param accent the colour of own scores, if it is another */
export function ChartImage({ chart, drawing, accent }: { chart: AnyChart; drawing: ImageDrawing; accent?: string }) {
  const { width, height, texts } = drawing;
  const inAccent = (svg: string) => (accent ? svg.replaceAll(SERIES_COLORS.own, accent) : svg);
  const svg = inAccent(drawing.svg);
  const legend = legendOf(chart, LEGEND);
  return (
    <Stacked>
      {legend.length > 0 ? (
        <Row style={{ flexWrap: "wrap", marginBottom: LEGEND.margin }}>
          {legend.map(({ name, sign }) => (
            <Row key={name} style={{ alignItems: "center", marginRight: 36 }}>
              {accent ? (
                // biome-ignore lint/a11y/useAltText: this is drawn into a picture, not shown as a page
                <img src={dataOf(inAccent(renderToStaticMarkup(sign)))} width={LEGEND.width} height={LEGEND.height} />
              ) : (
                sign
              )}
              <div style={{ marginLeft: 10 }}>{name}</div>
            </Row>
          ))}
        </Row>
      ) : null}
      <div style={{ display: "flex", position: "relative", width, height }}>
        {/* biome-ignore lint/a11y/useAltText: this is drawn into a picture, not shown as a page */}
        <img src={dataOf(svg)} width={width} height={height} />
        {texts.map((text) => (text.halo ? <PlacedText key={`${text.x} ${text.y} halo`} text={text} style={HALO} /> : null))}
        {texts.map((text) => (
          <PlacedText key={`${text.x} ${text.y}`} text={text} />
        ))}
      </div>
    </Stacked>
  );
}

/** An SVG inside a page needs no namespace; one in a file does. */
const standAlone = (svg: string) => svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');

/** A drawing as the address of a picture. */
const dataOf = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(standAlone(svg)).toString("base64")}`;

/** For the longest name of the catalogues on one line. */
const ROOM = 560;
/** Keeps lines away from a text that they pass behind. It is a text of its own: office programs do not know `paint-order`. */
const HALO: CSSProperties = { color: PAPER, WebkitTextStrokeWidth: 5, WebkitTextStrokeColor: PAPER };

function PlacedText({ text: { x, y, anchor, size, lines, muted }, style }: { text: ChartText; style?: CSSProperties }) {
  const left = anchor === "start" ? x : anchor === "end" ? x - ROOM : x - ROOM / 2;
  const alignItems = anchor === "start" ? "flex-start" : anchor === "end" ? "flex-end" : "center";
  const height = lineHeight(size);
  return (
    <Stacked
      style={{
        position: "absolute",
        left,
        // The distance from a line's top to its baseline.
        top: y - height / 2 - size * 0.36,
        width: ROOM,
        alignItems,
        fontSize: size,
        lineHeight: `${height}px`,
        color: muted ? MUTED_INK : INK,
        ...style,
      }}
    >
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Stacked>
  );
}

// --- tables ---------------------------------------------------------------------------------------------------------

/** A line as an area: the rasterizer draws borders through masks, which takes it a hundred times as long. */
function Rule({ color, height = 1, indent = 0 }: { color: string; height?: number; indent?: number }) {
  return <div style={{ background: color, height, marginLeft: indent }} />;
}

function TableImage({ table }: { table: ResultTable }) {
  const widths = columnWidths(table, IMAGE_WIDTH - 2 * PAD);
  const { columns, rows, total } = table;
  return (
    <Stacked style={{ fontSize: FONT * sizeOf(table) }}>
      <div style={{ display: "flex", color: MUTED_INK, alignItems: "flex-end" }}>
        {columns.map((column, index) => (
          <div key={column.title} style={{ display: "flex", width: widths[index], ...cellStyle(column) }}>
            {column.title}
          </div>
        ))}
      </div>
      <Rule color={MUTED_INK} />
      {rows.map((row, index) => (
        <RowImage
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
          key={index}
          row={row}
          columns={columns}
          widths={widths}
          line={index < rows.length - 1 || total !== undefined}
          // No line divides rows that share a name.
          indent={rows[index + 1]?.[0]?.text === "" ? (widths[0] ?? 0) : 0}
        />
      ))}
      {total ? <RowImage row={total} columns={columns} widths={widths} line={false} strong /> : null}
    </Stacked>
  );
}

const cellStyle = ({ kind }: Column): CSSProperties => ({
  boxSizing: "border-box",
  flexShrink: 0,
  alignItems: "flex-start",
  padding: "8px 14px",
  justifyContent: kind === "number" ? "flex-end" : kind === "mark" ? "center" : "flex-start",
  textAlign: kind === "number" ? "right" : kind === "mark" ? "center" : "left",
});

interface RowImageProps {
  row: Cell[];
  columns: Column[];
  widths: number[];
  line: boolean;
  /** Where the line begins. */
  indent?: number;
  strong?: boolean;
}

function RowImage({ row, columns, widths, line, indent = 0, strong = false }: RowImageProps) {
  return (
    <Stacked>
      <div style={{ display: "flex" }}>
        {row.map((cell, index) => {
          const column = columns[index] ?? { title: "", kind: "text" };
          return (
            <CellImage key={column.title} cell={cell} column={column} width={widths[index] ?? 0} strong={strong || column.names === true} />
          );
        })}
      </div>
      {line ? <Rule color={GRID} indent={indent} /> : null}
    </Stacked>
  );
}

/** A difference is next to its figure, a remark below its text. */
const ASIDE: Partial<Record<Column["kind"], CSSProperties>> = {
  number: { marginLeft: 14, minWidth: 54, justifyContent: "flex-end" },
  code: { fontSize: "0.85em" },
};

function CellImage({ cell, column, width, strong }: { cell: Cell; column: Column; width: number; strong: boolean }) {
  const { text, aside, mark, band, marked } = cell;
  const weight = { fontWeight: strong ? 600 : 400 };
  if (band !== undefined)
    return (
      <Boxed width={width} style={{ ...cellStyle(column), background: BANDS[band] ?? PAPER, ...weight }} padding={2}>
        {text}
      </Boxed>
    );
  if (mark) {
    const { ink, background } = MARKS[mark];
    const outlined = marked ? { border: `3px solid ${INK}`, padding: "3px 9px", fontWeight: 600 } : {};
    const filled = column.kind === "mark" ? { background, padding: "6px 12px", ...outlined } : {};
    return (
      <Boxed width={width} style={{ ...cellStyle(column), color: ink, ...filled }} padding={column.kind === "mark" ? 2 : undefined}>
        <Row style={{ alignItems: "center" }}>
          <DrawnSign mark={mark} size={20} color={ink} />
          <Stacked style={{ marginLeft: 8, alignItems: "flex-start", lineHeight: aside ? 1.15 : LINE }}>
            <div>{text}</div>
            {aside?.split("\n").map((line) => (
              <div key={line} style={{ fontSize: "0.8em" }}>
                {line}
              </div>
            ))}
          </Stacked>
        </Row>
      </Boxed>
    );
  }
  return (
    <Row style={{ width, ...cellStyle(column), ...weight, ...(column.kind === "code" ? { flexDirection: "column" } : {}) }}>
      <div style={column.wide ? { whiteSpace: "pre-wrap", wordBreak: "break-word" } : { wordBreak: "break-word" }}>{text}</div>
      {aside ? <Row style={{ color: MUTED_INK, ...ASIDE[column.kind] }}>{aside}</Row> : null}
    </Row>
  );
}

/** A cell whose content fills a box. @param padding around the box */
function Boxed({
  width,
  padding,
  style,
  children,
}: {
  width: number;
  padding: number | undefined;
  style: CSSProperties;
  children: ReactNode;
}) {
  return (
    <Row style={{ width, boxSizing: "border-box", flexShrink: 0, ...(padding === undefined ? {} : { padding }) }}>
      <Row style={{ flexGrow: 1, ...style }}>{children}</Row>
    </Row>
  );
}

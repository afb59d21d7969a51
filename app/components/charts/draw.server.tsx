/** Charts as SVG text, drawn by Recharts on the server; the browser gets no chart library. */
import { LRUCache } from "lru-cache";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { BarsFigure } from "~/components/charts/BarsFigure";
import { barsFrame, type Frame, radarFrame, type Size, spreadFrame } from "~/components/charts/geometry";
import { RadarFigure } from "~/components/charts/RadarFigure";
import { SpreadFigure } from "~/components/charts/SpreadFigure";
import { type AnyChart, exhibitsOf, type PageResult } from "~/views/result";

export interface Drawing extends Frame {
  /** An `<svg>` with a viewBox. It is made by our own components, which escape every text. */
  svg: string;
}

/**
 * Draws one chart. Equal charts give equal drawings.
 * @param withTexts false if the caller draws names and figures itself, at the places in the frame
 * @param height of a chart in an image, unless it takes the usual one
 */
export function drawChart(
  chart: AnyChart,
  size: Size,
  { withTexts = true, height }: { withTexts?: boolean; height?: number } = {},
): Drawing {
  const [frame, figure] = figureOf(chart, size, withTexts, height);
  return { ...frame, svg: onlySvg(renderToStaticMarkup(figure)) };
}

function figureOf(chart: AnyChart, size: Size, withTexts: boolean, height: number | undefined): [Frame, ReactElement] {
  if (chart.kind === "radar") {
    const frame = radarFrame(chart.spokes, size, height);
    return [frame, <RadarFigure key="radar" radar={chart} frame={frame} withTexts={withTexts} />];
  }
  if (chart.kind === "bars") {
    const own = chart.series.find(({ role }) => role === "own")?.points ?? [];
    const scores = chart.spokes.map((_, index) => own[index]?.text ?? "–");
    const frame = barsFrame(chart.spokes, scores, size, height);
    return [frame, <BarsFigure key="bars" bars={chart} frame={frame} withTexts={withTexts} />];
  }
  const frame = spreadFrame(chart.rows, size, height);
  return [frame, <SpreadFigure key="spread" spread={chart} frame={frame} withTexts={withTexts} />];
}

/** What Recharts leaves on elements of SVG that have no such attributes. */
const LEFT_OVER: Readonly<Record<string, RegExp>> = {
  svg: / (?:cx|cy)="[^"]*"/g,
  line: / (?:cx|cy|x|y|width|height|radius|orientation)="[^"]*"/g,
  path: / (?:cx|cy|x|y|width|height|radius|name)="[^"]*"/g,
  circle: / radius="[^"]*"/g,
};

const FINE = /(?<!\d)\d+\.\d{3,}/g;
const hundredths = (figure: string) => String(Math.round(Number(figure) * 100) / 100);
/** The spokes of a grid, one element each. */
const SPOKES = /(?:<line stroke="([^"]*)" class="([^"]*)" x1="[^"]*" y1="[^"]*" x2="[^"]*" y2="[^"]*"><\/line>)+/g;
const ENDS = /x1="([^"]*)" y1="([^"]*)" x2="([^"]*)" y2="([^"]*)"/g;

/** Keeps only the SVG, valid and short, without ids that would occur twice on a page and without styles that fix its size. */
function onlySvg(markup: string): string {
  const svg = markup.slice(markup.indexOf("<svg"), markup.lastIndexOf("</svg>") + "</svg>".length);
  return svg
    .replace(/<defs>.*?<\/defs>/gs, "")
    .replace(/ clip-path="[^"]*"/g, "")
    .replace(/(<svg[^>]*?) style="[^"]*"/, "$1")
    .replace(/<title><\/title><desc><\/desc>/, "")
    .replace(/<(svg|line|path|circle) [^>]*>/g, (tag, name) => tag.replace(LEFT_OVER[name] ?? "", ""))
    .replace(/ class="(recharts-[^"]*)"/g, (_, names: string) => {
      const own = names.split(" ").filter((name) => !name.startsWith("recharts-"));
      return own.length > 0 ? ` class="${own.join(" ")}"` : "";
    })
    .replace(/<[^<>]*>/g, (tag) => tag.replace(FINE, hundredths))
    .replace(SPOKES, (lines, stroke: string, name: string) => {
      const d = [...lines.matchAll(ENDS)].map(([, x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join("");
      return `<path class="${name}" d="${d}" fill="none" stroke="${stroke}"></path>`;
    });
}

interface PageDrawings {
  wide: string;
  narrow: string;
}

/** Drawings are kept, because results hardly change and drawing takes longer than the rest of the page. */
const kept = new LRUCache<string, PageDrawings>({ max: 300 });

/** Titles show where a mouse points: a phone has none. */
const withoutTitles = (svg: string) => svg.replace(/<title>.*?<\/title>/g, "").replace(/><\/(?:circle|rect|path)>/g, "/>");

/** One chart in two sizes, for a wide column and for a phone. Equal content is drawn once. */
function pageDrawings(chart: AnyChart): PageDrawings {
  const key = JSON.stringify(chart);
  const drawings = kept.get(key) ?? { wide: drawChart(chart, "wide").svg, narrow: withoutTitles(drawChart(chart, "narrow").svg) };
  kept.set(key, drawings);
  return drawings;
}

/** Draws small charts and discards them, so that the first result does not wait for the drawing code to be loaded and compiled. */
export function warmUp(): void {
  const cell = { text: "1.00", value: 1 };
  const spokes = ["A", "B", "C"].map((code) => ({ code, name: code }));
  const about = { id: "", title: "", description: "", figuresIn: "" };
  pageDrawings({ kind: "radar", ...about, spokes, series: [{ name: "", role: "own", points: [cell, cell, cell] }] });
  pageDrawings({ kind: "spread", ...about, own: "", cohort: "", rows: [{ name: "A", own: cell, mean: cell, lower: cell, upper: cell }] });
}

/** Draws every chart of a result. @returns the drawings by the id of their chart */
export function drawCharts(result: PageResult): Record<string, PageDrawings> {
  return Object.fromEntries(
    exhibitsOf(result).flatMap((exhibit) => (exhibit.kind === "table" ? [] : [[exhibit.id, pageDrawings(exhibit)]])),
  );
}

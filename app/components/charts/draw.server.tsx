/** Charts as SVG text, drawn on the server; the browser gets no chart library. */
import { setImmediate as turn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { renderToStaticMarkup } from "react-dom/server";
import { ChartTexts } from "~/components/charts/ChartTexts";
import { Shapes } from "~/components/charts/Shapes";
import type { Frame, Size } from "~/views/charts/chart";
import { type AnyChart, CHART_KINDS, kindOf } from "~/views/charts/kinds";
import { exhibitsOf, type PageResult } from "~/views/result";

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
  { withTexts = true, height }: { withTexts?: boolean; height?: number | undefined } = {},
): Drawing {
  const frame = kindOf(chart).frame(chart, size, height);
  const svg = renderToStaticMarkup(
    <svg width={frame.width} height={frame.height} viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
      <Shapes shapes={frame.shapes} titled={size !== "narrow"} />
      {withTexts ? <ChartTexts texts={frame.texts} /> : null}
    </svg>,
  );
  return { ...frame, svg };
}

interface PageDrawings {
  wide: string;
  narrow: string;
}

/** Drawings are kept, because results hardly change and drawing takes longer than the rest of the page. */
const kept = new LRUCache<string, PageDrawings>({ max: 300 });

/** One chart in two sizes, for a wide column and for a phone. Equal content is drawn once. */
function pageDrawings(chart: AnyChart): PageDrawings {
  const key = JSON.stringify(chart);
  const drawings = kept.get(key) ?? { wide: drawChart(chart, "wide").svg, narrow: drawChart(chart, "narrow").svg };
  kept.set(key, drawings);
  return drawings;
}

/**
 * Draws a small chart of each kind and discards it, so that the first result does not wait for the drawing code to be loaded and compiled.
 * Requests have a turn between two kinds.
 */
export async function warmUp(): Promise<void> {
  const names = ["A", "B", "C"].map((code) => ({ code, name: code }));
  for (const { sample } of Object.values(CHART_KINDS)) {
    await turn();
    pageDrawings(sample(names));
  }
}

/** Draws every chart of a result. @returns the drawings by the id of their chart */
export function drawCharts(result: Pick<PageResult, "sections">): Record<string, PageDrawings> {
  return Object.fromEntries(
    exhibitsOf(result).flatMap((exhibit) => (exhibit.kind === "table" ? [] : [[exhibit.id, pageDrawings(exhibit)]])),
  );
}

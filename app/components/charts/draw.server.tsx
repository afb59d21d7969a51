/** Charts as SVG text, drawn by Recharts on the server; the browser gets no chart library. */
import { renderToStaticMarkup } from "react-dom/server";
import { type Frame, radarFrame, type Size, spreadFrame } from "~/components/charts/geometry";
import { RadarFigure } from "~/components/charts/RadarFigure";
import { SpreadFigure } from "~/components/charts/SpreadFigure";
import { exhibitsOf, type Radar, type Report, type Spread } from "~/report";

export interface Drawing extends Frame {
  /** An `<svg>` with a viewBox. It comes from our own components, which escape every text. */
  svg: string;
}

/**
 * Draws one chart.
 * @param withTexts false where names and figures are set by somebody else, at the frame's places
 */
export function drawChart(chart: Radar | Spread, size: Size, { withTexts = true } = {}): Drawing {
  if (chart.kind === "radar") {
    const frame = radarFrame(chart.spokes, size);
    return { ...frame, svg: onlySvg(renderToStaticMarkup(<RadarFigure radar={chart} frame={frame} withTexts={withTexts} />)) };
  }
  const frame = spreadFrame(chart.rows, size);
  return { ...frame, svg: onlySvg(renderToStaticMarkup(<SpreadFigure spread={chart} frame={frame} withTexts={withTexts} />)) };
}

/** Without the HTML around it, the ids that would occur twice on a page, and styles that fix its size. */
function onlySvg(markup: string): string {
  const svg = markup.slice(markup.indexOf("<svg"), markup.lastIndexOf("</svg>") + "</svg>".length);
  return svg
    .replace(/<defs>.*?<\/defs>/gs, "")
    .replace(/ clip-path="[^"]*"/g, "")
    .replace(/(<svg[^>]*?) style="[^"]*"/, "$1")
    .replace(/<title><\/title><desc><\/desc>/, "");
}

/** Every chart of a report, for a wide column and for a phone, by its id. */
export function drawCharts(report: Report): Record<string, { wide: string; narrow: string }> {
  return Object.fromEntries(
    exhibitsOf(report).flatMap((exhibit) =>
      exhibit.kind === "table" ? [] : [[exhibit.id, { wide: drawChart(exhibit, "wide").svg, narrow: drawChart(exhibit, "narrow").svg }]],
    ),
  );
}

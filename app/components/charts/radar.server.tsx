/** Charts as SVG text, drawn by Recharts on the server; the browser gets no chart library. */
import { renderToStaticMarkup } from "react-dom/server";
import { RadarFigure, type RadarSeries } from "~/components/charts/RadarFigure";

/** A radar from 0 to 5 with one spoke per name. The markup comes from our own component and escapes every text. */
export function radarSvg(names: readonly string[], series: readonly RadarSeries[]): string {
  return renderToStaticMarkup(<RadarFigure names={names} series={series} />)
    .replace(/^.*?(<svg)/s, "$1")
    .replace(/(<\/svg>).*$/s, "$1");
}

import { Marker } from "~/components/charts/Marker";
import { FILLS, GRID, SERIES_COLORS } from "~/components/charts/palette";
import { RadarLines } from "~/components/charts/RadarLines.server";
import { rounded, type Shape } from "~/views/charts/chart";

/** The shapes of a drawing as SVG. @param titled whether they say what they show where a mouse points: a phone has none */
export function Shapes({ shapes, titled = true }: { shapes: readonly Shape[]; titled?: boolean }) {
  return shapes.map((shape, index) => {
    const key = `${shape.as} ${index}`;
    if (shape.as === "grid") return <path key={key} className="chart-grid" d={shape.d} fill="none" stroke={GRID} />;
    if (shape.as === "radar") return <RadarLines key={key} radar={shape} titled={titled} />;
    if (shape.as === "line") {
      const { role, d, width, dashes } = shape;
      const stroke = {
        className: `chart-line-${role} chart-open`,
        stroke: SERIES_COLORS[role],
        strokeWidth: width,
        strokeDasharray: dashes ?? "none",
      };
      return <path key={key} d={d} fill="none" {...stroke} />;
    }
    if (shape.as === "bar") {
      const { x, y, width, height, fill, title } = shape;
      const place = { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
      return (
        <rect
          key={key}
          className={fill === "own" ? "chart-mark-own" : fill === "benchmark" || fill === "range" ? "chart-half" : undefined}
          {...place}
          rx={fill === "range" ? rounded(height / 4) : undefined}
          {...FILLS[fill]}
        >
          {titled && title !== undefined ? <title>{title}</title> : null}
        </rect>
      );
    }
    return <Marker key={key} marker={shape} titled={titled} />;
  });
}

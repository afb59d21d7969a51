import { renderToStaticMarkup } from "react-dom/server";
import { PolarAngleAxis, PolarRadiusAxis, Polygon, Radar, RadarChart } from "recharts";
import { Marker } from "~/components/charts/Marker";
import { SERIES_COLORS } from "~/components/charts/palette";
import { type RadarShape, rounded, TOP_SCORE } from "~/views/charts/chart";

interface DotProps {
  cx?: number;
  cy?: number;
  index?: number;
}

/** With fewer spokes a line between the points encloses nothing, so each point has a line from the centre. */
const ENCLOSING = 3;

/** The lines, areas and points of a radar, by Recharts. */
export function RadarLines({ radar, titled }: { radar: RadarShape; titled: boolean }) {
  const { width, height, cx, cy, radius, dot, series } = radar;
  const data = (series[0]?.values ?? []).map((_, spoke) => Object.fromEntries(series.map(({ role, values }) => [role, values[spoke]])));
  const markup = renderToStaticMarkup(
    <RadarChart width={width} height={height} data={data} cx={cx} cy={cy} outerRadius={radius}>
      {/* Its tick lines would have attributes that SVG does not know. */}
      <PolarAngleAxis tick={false} tickLine={false} axisLine={false} />
      <PolarRadiusAxis domain={[0, TOP_SCORE]} tickCount={TOP_SCORE + 1} tick={false} axisLine={false} />
      {series.map(({ role, titles }) => {
        const line = {
          className: `chart-line-${role}`,
          stroke: SERIES_COLORS[role],
          strokeWidth: rounded(width / 280),
          strokeDasharray: role === "benchmark" ? `${rounded(width / 90)} ${rounded(width / 140)}` : "none",
        };
        const area = ({ points }: { points: { x: number; y: number }[] }) =>
          // A target need not have a neighbour, so no line joins them.
          role === "target" ? (
            <g />
          ) : (
            <Polygon
              {...line}
              points={points.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) }))}
              fill={SERIES_COLORS[role]}
              fillOpacity={role === "own" ? 0.16 : 0}
            />
          );
        const point = ({ cx: x, cy: y, index = 0 }: DotProps) => {
          const title = titles[index];
          if (title === null || title === undefined || x === undefined || y === undefined) return <g key={index} />;
          return (
            <g key={index}>
              {data.length < ENCLOSING && role !== "target" ? <line {...line} x1={cx} y1={cy} x2={rounded(x)} y2={rounded(y)} /> : null}
              <Marker marker={{ as: "marker", role, x, y, r: dot, title }} titled={titled} />
            </g>
          );
        };
        return <Radar key={role} dataKey={role} isAnimationActive={false} shape={area} dot={point} />;
      })}
    </RadarChart>,
  );
  // Recharts puts its drawing into an <svg> of its own, with a clip path whose id would be there twice on a page of two radars.
  const drawn = markup.slice(markup.indexOf("</defs>") + "</defs>".length, markup.lastIndexOf("</svg>"));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has made it and escaped every text
  return <g dangerouslySetInnerHTML={{ __html: drawn }} />;
}

import { Customized, PolarAngleAxis, PolarGrid, PolarRadiusAxis, RadarChart, Radar as RadarLine } from "recharts";
import { ChartTexts } from "~/components/charts/ChartTexts";
import type { RadarFrame } from "~/components/charts/geometry";
import { TOP_SCORE } from "~/components/charts/geometry";
import { Lines } from "~/components/charts/Lines";
import { Marker } from "~/components/charts/Marker";
import { GRID, SERIES_COLORS } from "~/components/charts/palette";
import type { Radar, SeriesRole } from "~/views/result";

/** With fewer spokes a line between the points encloses nothing, so each point has a line from the centre. */
const ENCLOSING = 3;

interface DotProps {
  cx?: number;
  cy?: number;
  index?: number;
}

/** A radar to be rendered on the server: fixed size, no animation, the value of each point as its title. */
export function RadarFigure({ radar, frame, withTexts }: { radar: Radar; frame: RadarFrame; withTexts: boolean }) {
  const { width, height, cx, cy, radius, dot } = frame;
  // The own line is drawn last, above a benchmark.
  const series = radar.series.toSorted((a, b) => Number(a.role === "own") - Number(b.role === "own"));
  const lineOf = (role: SeriesRole) => ({
    className: `chart-line-${role}`,
    stroke: SERIES_COLORS[role],
    strokeWidth: width / 280,
    strokeDasharray: role === "benchmark" ? `${width / 90} ${width / 140}` : "none",
  });
  const rows = radar.spokes.map(({ name }, index) => ({
    // Spokes are identified by their place, because two may have the same name.
    spoke: index,
    name,
    ...Object.fromEntries(series.map(({ points }, line) => [`line${line}`, points[index]?.value ?? null])),
  }));
  return (
    <RadarChart width={width} height={height} data={rows} cx={cx} cy={cy} outerRadius={radius}>
      <PolarGrid className="chart-grid" stroke={GRID} gridType={rows.length < 3 ? "circle" : "polygon"} />
      <PolarAngleAxis dataKey="spoke" tick={false} axisLine={false} />
      <PolarRadiusAxis domain={[0, TOP_SCORE]} tickCount={TOP_SCORE + 1} tick={false} axisLine={false} />
      {series.map(({ name, role, points }, line) => (
        <RadarLine
          key={role}
          {...lineOf(role)}
          name={name}
          dataKey={`line${line}`}
          fill={SERIES_COLORS[role]}
          fillOpacity={role === "own" ? 0.16 : 0}
          isAnimationActive={false}
          dot={({ cx: x, cy: y, index = 0 }: DotProps) => {
            const point = points[index];
            if (!point || x === undefined || y === undefined) return <g key={index} />;
            const title = `${radar.spokes[index]?.name}, ${name}: ${point.text}`;
            return (
              <g key={index}>
                {rows.length < ENCLOSING ? <line {...lineOf(role)} x1={cx} y1={cy} x2={x} y2={y} /> : null}
                <Marker series={role} x={x} y={y} r={dot} title={title} />
              </g>
            );
          }}
        />
      ))}
      {frame.lines.length > 0 ? <Customized component={<Lines of={frame.lines} />} /> : null}
      {withTexts ? <Customized component={<ChartTexts texts={frame.texts} />} /> : null}
    </RadarChart>
  );
}

import { PolarAngleAxis, PolarGrid, PolarRadiusAxis, Radar, RadarChart } from "recharts";
import { formatScore } from "#model/rounding.ts";

export interface RadarSeries {
  name: string;
  /** One score from 0 to 5 per spoke. */
  values: readonly number[];
  color: string;
  dashed?: boolean;
}

const WIDTH = 720;
const HEIGHT = 480;
const LINE = 22;

/** Splits a label in two lines at the space nearest its middle. */
function lines(label: string): string[] {
  if (label.length < 16) return [label];
  const spaces = [...label.matchAll(/ /g)].map(({ index }) => index);
  const middle = spaces.sort((a, b) => Math.abs(a - label.length / 2) - Math.abs(b - label.length / 2))[0];
  return middle === undefined ? [label] : [label.slice(0, middle), label.slice(middle + 1)];
}

interface TickProps {
  x?: number;
  y?: number;
  textAnchor?: "start" | "middle" | "end";
  payload?: { value: string };
}

function Label({ x = 0, y = 0, textAnchor, payload }: TickProps) {
  const parts = lines(payload?.value ?? "");
  const up = y < HEIGHT / 2 - 100 ? -(parts.length - 1) * LINE : y > HEIGHT / 2 + 100 ? LINE / 2 : -((parts.length - 1) * LINE) / 2;
  return (
    <text x={x} y={y + up} textAnchor={textAnchor} fontSize={17} fill="currentColor">
      {parts.map((part, index) => (
        <tspan key={part} x={x} dy={index === 0 ? 0 : LINE}>
          {part}
        </tspan>
      ))}
    </text>
  );
}

interface DotProps {
  cx?: number;
  cy?: number;
  index?: number;
}

/** A radar chart for rendering on the server: fixed size, no animation, each point with its value as a title. */
export function RadarFigure({ names, series }: { names: readonly string[]; series: readonly RadarSeries[] }) {
  const rows = names.map((name, index) => ({
    name,
    ...Object.fromEntries(series.map((line, position) => [`s${position}`, line.values[index] ?? 0])),
  }));
  return (
    <RadarChart width={WIDTH} height={HEIGHT} data={rows} outerRadius="64%" margin={{ top: 24, right: 24, bottom: 24, left: 24 }}>
      <PolarGrid stroke="currentColor" strokeOpacity={0.25} />
      <PolarAngleAxis dataKey="name" tick={<Label />} />
      <PolarRadiusAxis
        domain={[0, 5]}
        tickCount={6}
        angle={90}
        tick={{ fontSize: 13, fill: "currentColor", fillOpacity: 0.7 }}
        axisLine={false}
      />
      {series.map((line, position) => (
        <Radar
          key={line.name}
          name={line.name}
          dataKey={`s${position}`}
          stroke={line.color}
          strokeWidth={2.5}
          {...(line.dashed ? { strokeDasharray: "7 5" } : {})}
          fill={line.color}
          fillOpacity={line.dashed ? 0 : 0.18}
          isAnimationActive={false}
          dot={({ cx, cy, index = 0 }: DotProps) => (
            <circle key={index} cx={cx} cy={cy} r={5} fill={line.color}>
              <title>{`${names[index]}, ${line.name}: ${formatScore(line.values[index] ?? 0)}`}</title>
            </circle>
          )}
        />
      ))}
    </RadarChart>
  );
}

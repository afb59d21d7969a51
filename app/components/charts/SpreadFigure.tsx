import { Bar, CartesianGrid, ComposedChart, Customized, Line, XAxis, YAxis } from "recharts";
import { ChartTexts } from "~/components/charts/ChartTexts";
import { type SpreadFrame, TOP_SCORE } from "~/components/charts/geometry";
import { Marker } from "~/components/charts/Marker";
import { GRID, SERIES_COLORS } from "~/components/charts/palette";
import type { SeriesRole, Spread } from "~/views/result";

interface DotProps {
  cx?: number;
  cy?: number;
  index?: number;
}

interface BarProps {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  index?: number;
}

/** For each row: the middle half of the cohort as a bar, its mean as a diamond and the assessment's own score as a dot. */
export function SpreadFigure({ spread, frame, withTexts }: { spread: Spread; frame: SpreadFrame; withTexts: boolean }) {
  const { width, height, plot, row, dot } = frame;
  const rows = spread.rows.map(({ own, mean, lower, upper }, index) => ({
    place: index,
    own: own.value,
    benchmark: mean.value,
    range: lower && upper ? [lower.value, upper.value] : null,
  }));
  const grid = Array.from({ length: TOP_SCORE + 1 }, (_, score) => plot.left + ((plot.right - plot.left) * score) / TOP_SCORE);
  const titles: Record<SeriesRole, (index: number) => string> = {
    own: (index) => `${spread.rows[index]?.name}, ${spread.own}: ${spread.rows[index]?.own.text}`,
    benchmark: (index) => `${spread.rows[index]?.name}, ${spread.cohort}: ${spread.rows[index]?.mean.text}`,
  };
  const dots = (role: SeriesRole) =>
    function Dot({ cx, cy, index = 0 }: DotProps) {
      if (cx === undefined || cy === undefined) return <g key={index} />;
      return <Marker key={index} series={role} x={cx} y={cy} r={dot} title={titles[role](index)} />;
    };
  const middleHalf = ({ x = 0, y = 0, width: w = 0, height: h = 0, index = 0 }: BarProps) => {
    const { name, lower, upper } = spread.rows[index] ?? {};
    if (!lower || !upper) return <g />;
    const thick = row / 4;
    return (
      // Keeps a minimum width, as equal quartiles would draw nothing.
      <rect
        className="chart-half"
        x={x}
        y={y + h / 2 - thick / 2}
        width={Math.max(w, 2)}
        height={thick}
        rx={thick / 4}
        fill={SERIES_COLORS.benchmark}
        fillOpacity={0.28}
      >
        <title>{`${name}, ${spread.cohort}, middle half: ${lower.text} to ${upper.text}`}</title>
      </rect>
    );
  };
  return (
    <ComposedChart
      layout="vertical"
      width={width}
      height={height}
      data={rows}
      margin={{ left: plot.left, right: width - plot.right, top: plot.top, bottom: height - plot.bottom }}
    >
      <CartesianGrid className="chart-grid" stroke={GRID} horizontal={false} verticalPoints={grid} />
      <XAxis type="number" domain={[0, TOP_SCORE]} interval={0} hide />
      <YAxis type="category" dataKey="place" interval={0} hide />
      <Bar dataKey="range" isAnimationActive={false} shape={(bar: unknown) => middleHalf(bar as BarProps)} />
      <Line dataKey="benchmark" stroke="none" isAnimationActive={false} dot={dots("benchmark")} />
      <Line dataKey="own" stroke="none" isAnimationActive={false} dot={dots("own")} />
      {withTexts ? <Customized component={<ChartTexts texts={frame.texts} />} /> : null}
    </ComposedChart>
  );
}

import { ChartTexts } from "~/components/charts/ChartTexts";
import { type BarsFrame, TOP_SCORE } from "~/components/charts/geometry";
import { Lines } from "~/components/charts/Lines";
import { Marker } from "~/components/charts/Marker";
import { SERIES_COLORS } from "~/components/charts/palette";
import type { Bars, SeriesRole } from "~/views/result";

/** For each row the assessment's own score as a bar and, where there is a benchmark, its mean as a diamond. */
export function BarsFigure({ bars, frame, withTexts }: { bars: Bars; frame: BarsFrame; withTexts: boolean }) {
  const { width, height, places, thick, dot } = frame;
  const points = (role: SeriesRole) => {
    const series = bars.series.find((each) => each.role === role);
    return places.flatMap(({ left, right, y }, index) => {
      const point = series?.points[index];
      if (point?.value === undefined) return [];
      const title = `${bars.spokes[index]?.name}, ${series?.name}: ${point.text}`;
      return [{ key: index, left, y, length: ((right - left) * point.value) / TOP_SCORE, title }];
    });
  };
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Lines of={frame.grid} />
      <g className="chart-mark-own" fill={SERIES_COLORS.own}>
        {points("own").map(({ key, left, y, length, title }) => (
          // Keeps a minimum width, as a score of 0 would draw nothing.
          <rect key={key} x={left} y={y - thick / 2} width={Math.max(length, 2)} height={thick}>
            <title>{title}</title>
          </rect>
        ))}
      </g>
      {points("benchmark").map(({ key, left, y, length, title }) => (
        <Marker key={key} series="benchmark" x={left + length} y={y} r={dot} title={title} />
      ))}
      {withTexts ? <ChartTexts texts={frame.texts} /> : null}
    </svg>
  );
}

import { Marker } from "~/components/charts/Marker";
import { SERIES_COLORS } from "~/components/charts/palette";
import type { SeriesRole } from "~/views/report";

/** A series' line and sign as in the chart. */
export function LegendSign({ series, line, width, height }: { series: SeriesRole; line: boolean; width: number; height: number }) {
  return (
    <svg width={width} height={height} viewBox="0 0 32 16" aria-hidden="true">
      {line ? (
        <path
          className={`chart-line-${series}`}
          d="M1 8H31"
          fill="none"
          stroke={SERIES_COLORS[series]}
          strokeWidth="2.5"
          strokeDasharray={series === "benchmark" ? "6 4" : "none"}
        />
      ) : null}
      <Marker series={series} x={16} y={8} r={4.5} />
    </svg>
  );
}

/** The bar of a cohort's middle half. */
export function BarSign({ width, height }: { width: number; height: number }) {
  return (
    <svg width={width} height={height} viewBox="0 0 32 16" aria-hidden="true">
      <rect className="chart-mark-benchmark" x="1" y="4" width="30" height="8" rx="2" fill={SERIES_COLORS.benchmark} fillOpacity="0.28" />
    </svg>
  );
}

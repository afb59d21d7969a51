import type { ReactNode } from "react";
import { Marker } from "~/components/charts/Marker";
import { SERIES_COLORS } from "~/components/charts/palette";
import type { AnyChart, SeriesRole } from "~/views/result";

interface LegendEntry {
  name: string;
  sign: ReactNode;
}

/**
 * The entries of a chart's legend, in the order to show them; the same on the page and in images. A chart of one series needs none.
 * @param size of a symbol, in pixels or in the units of an image
 */
export function legendOf(chart: AnyChart, size: { width: number; height: number }): LegendEntry[] {
  if (chart.kind === "spread") {
    const { own, cohort, rows } = chart;
    return [
      { name: own, sign: <LegendSign series="own" line={false} {...size} /> },
      { name: `${cohort}, mean`, sign: <LegendSign series="benchmark" line={false} {...size} /> },
      ...(rows.some(({ lower }) => lower) ? [{ name: `${cohort}, middle half`, sign: <HalfSign {...size} /> }] : []),
    ];
  }
  if (chart.series.length < 2) return [];
  return chart.series.map(({ name, role }) => ({
    name,
    sign:
      chart.kind === "bars" && role === "own" ? (
        <BarSign {...size} />
      ) : (
        <LegendSign series={role} line={chart.kind === "radar"} {...size} />
      ),
  }));
}

/** The line and symbol of a series, as in the chart. */
function LegendSign({ series, line, width, height }: { series: SeriesRole; line: boolean; width: number; height: number }) {
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
      <Marker series={series} x={16} y={8} r={4} />
    </svg>
  );
}

/** The bar of the assessment's own score. */
function BarSign({ width, height }: { width: number; height: number }) {
  return (
    <svg width={width} height={height} viewBox="0 0 32 16" aria-hidden="true">
      <rect className="chart-mark-own" x="1" y="4" width="30" height="8" fill={SERIES_COLORS.own} />
    </svg>
  );
}

/** The bar of a cohort's middle half. */
function HalfSign({ width, height }: { width: number; height: number }) {
  return (
    <svg width={width} height={height} viewBox="0 0 32 16" aria-hidden="true">
      <rect className="chart-half" x="1" y="4" width="30" height="8" rx="2" fill={SERIES_COLORS.benchmark} fillOpacity="0.28" />
    </svg>
  );
}

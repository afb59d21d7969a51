import { PAPER, SERIES_COLORS } from "~/components/charts/palette";
import type { SeriesRole } from "~/views/result";

/**
 * The symbol of a point: a dot for the assessment's own score, a hollow diamond for a benchmark. The dot is drawn above the diamond and
 * fits into it, so that both are seen where they are equal.
 */
export function Marker({ series, x, y, r, title }: { series: SeriesRole; x: number; y: number; r: number; title?: string }) {
  const label = title === undefined ? null : <title>{title}</title>;
  if (series === "own")
    return (
      <circle className="chart-mark-own" cx={x} cy={y} r={r} fill={SERIES_COLORS.own}>
        {label}
      </circle>
    );
  const d = r * 1.9;
  return (
    <path
      className="chart-mark-benchmark"
      d={`M${x} ${y - d}L${x + d} ${y}L${x} ${y + d}L${x - d} ${y}Z`}
      fill={PAPER}
      stroke={SERIES_COLORS.benchmark}
      strokeWidth={r * 0.4}
    >
      {label}
    </path>
  );
}

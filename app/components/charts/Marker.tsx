import { FILLS, PAPER, SERIES_COLORS } from "~/components/charts/palette";
import { type MarkerShape, rounded } from "~/views/charts/chart";

/**
 * The symbol of a point: a dot for the assessment's own score, a hollow diamond for a benchmark. The dot is drawn above the diamond and
 * fits into it, so that both are seen where they are equal.
 */
export function Marker({ marker, titled }: { marker: MarkerShape; titled: boolean }) {
  const { role, title } = marker;
  const [x, y, r] = [rounded(marker.x), rounded(marker.y), rounded(marker.r)];
  const label = titled && title !== undefined ? <title>{title}</title> : null;
  if (role === "own")
    return (
      <circle className="chart-mark-own" {...FILLS.own} cx={x} cy={y} r={r}>
        {label}
      </circle>
    );
  const far = r * 1.9;
  return (
    <path
      className="chart-mark-benchmark"
      d={`M${x} ${rounded(y - far)}L${rounded(x + far)} ${y}L${x} ${rounded(y + far)}L${rounded(x - far)} ${y}Z`}
      fill={PAPER}
      stroke={SERIES_COLORS.benchmark}
      strokeWidth={rounded(r * 0.4)}
    >
      {label}
    </path>
  );
}

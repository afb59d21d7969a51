import { FILLS, PAPER, SERIES_COLORS } from "~/components/charts/palette";
import { type MarkerShape, rounded } from "~/views/charts/chart";

/** How far a diamond reaches, for each unit of the dot in it. */
const FAR = 1.9;

/**
 * The symbol of a point: a dot for the assessment's own score, a hollow diamond for a benchmark, a ring for a target. The dot fits into
 * the diamond and the diamond into the ring, so that all are seen where they are equal.
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
  const far = r * FAR;
  if (role === "target")
    return (
      <g className="chart-mark-target" fill="none">
        {/* So that the ring stands out from a bar. */}
        <circle className="chart-mark-gap" stroke={PAPER} strokeWidth={rounded(r * 0.9)} cx={x} cy={y} r={rounded(far * 1.05)} />
        <circle stroke={SERIES_COLORS.target} strokeWidth={rounded(r * 0.45)} cx={x} cy={y} r={rounded(far * 1.05)}>
          {label}
        </circle>
      </g>
    );
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

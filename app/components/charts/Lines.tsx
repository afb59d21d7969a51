import type { Path } from "~/components/charts/geometry";
import { GRID } from "~/components/charts/palette";

/** The thin lines of a chart: its grid, and those that lead to names. */
export function Lines({ of }: { of: readonly Path[] }) {
  const d = of.map((path) => path.map(([x, y], index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("")).join("");
  return <path className="chart-grid" d={d} fill="none" stroke={GRID} />;
}

const round = (value: number) => Math.round(value * 10) / 10;

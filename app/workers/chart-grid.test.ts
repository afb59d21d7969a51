import { expect, test } from "vitest";
import { drawChart } from "~/components/charts/draw.server";
import { GRID } from "~/components/charts/palette";
import type { Radar } from "~/views/result";

const radar = (axes: number): Radar => ({
  kind: "radar",
  id: "r",
  title: "R",
  description: "",
  figuresIn: "R",
  spokes: Array.from({ length: axes }, (_, index) => ({ code: `A${index}`, name: `Axis ${index}` })),
  series: [{ role: "own", name: "This assessment", points: Array.from({ length: axes }, () => ({ value: 2, text: "2.00" })) }],
});

test.each([1, 2, 3, 8])("the grid of a radar of %i axes can be coloured as a whole, so that it is as faint in the dark", (axes) => {
  const { svg } = drawChart(radar(axes), "wide");
  const lines = [...svg.matchAll(/<[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes(`stroke="${GRID}"`));
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(line).toContain('class="chart-grid"');
});

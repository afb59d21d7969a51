import { describe, expect, it } from "vitest";
import { changesContent } from "~/services/results/sections/comparison/moved-content.server";
import type { Bars } from "~/views/charts/bars";

/** What a report has of a chart with a figure now for each number; then all were 2. */
function contentOf(now: readonly number[]) {
  const points = (values: readonly number[]) => values.map((value) => ({ text: value.toFixed(2), value }));
  const bars: Bars = {
    ...{ kind: "bars", id: "bars", title: "Levels: then and now", titleAlone: "Levels", figuresIn: "Levels" },
    spokes: now.map((_, index) => ({ code: `P${index}`, name: `Practice ${index}` })),
    series: [
      { name: "Now", role: "own", points: points(now) },
      { name: "Before", role: "benchmark", points: points(now.map(() => 2)) },
    ],
  };
  const section = { id: "moved", title: "What moved", tab: "comparison", text: [], exhibits: [bars] };
  return changesContent(
    { before: { id: 1, name: "2024", scope: null, date: null }, choices: [] },
    {
      ...{ sections: [section], about: [], sheet: { name: "Comparison", columns: [], rows: [] } },
      facts: { isApart: false, isLevel: true, wholes: [], parts: [] },
    },
    { trend: undefined, isDraft: false, isOther: false },
  );
}
const times = (count: number, value: number) => Array.from({ length: count }, () => value);

describe("what a report says of a chart that it shortens", () => {
  it.each([
    ["nothing of a short one", times(12, 3), undefined, 12],
    ["that it has those that differ", [...times(5, 3), ...times(8, 2)], "The chart shows only what differs.", 5],
    ["how many of them", times(14, 3), "The chart shows 12 of the 14 that differ.", 12],
    ["that there is none where nothing differs", times(13, 2), "There is no chart, because nothing differs.", undefined],
  ])("is %s", (_, now, said, bars) => {
    const { leftOut, exhibits } = contentOf(now);
    expect([leftOut, exhibits.flatMap((each) => (each.kind === "bars" ? [each.spokes.length] : []))[0]]).toEqual([said, bars]);
  });
});

import {
  type ChartKind,
  type ChartText,
  firstBaseline,
  markerSign,
  type Path,
  pathData,
  SCORES,
  type Shape,
  SIZES,
  type Size,
  scaleOf,
  TOP_SCORE,
  widthOf,
  wrapName,
} from "~/views/charts/chart";
import { legendOf, ownPoints, pointsOf, type Scores, sampleOf, scoresInWords, slideOf, titlesOf } from "~/views/charts/scores";

/** The scores of a radar as bars. */
export interface Bars extends Scores {
  kind: "bars";
  /** The second series is of an earlier time. So a slide, where each has a bar of its own, shows it above the first. */
  laterFirst?: true;
}

/** An image shows more rows than these in two columns. */
const ONE_COLUMN = 17;
/** More bars than these are two pictures in a document, so that they can be read. */
const READABLE = 20;
/** More bars than these have smaller names on a slide, where a bar takes so many inches at most: two bars do not fill it. */
const SLIDE = { many: 14, bar: 0.62 };

/** The scores in figures, next to the bars. */
const scoresOf = (chart: Bars) => chart.spokes.map((_, index) => ownPoints(chart)[index]?.text ?? "–");

/** For each row the assessment's own score as a bar, with a diamond for the mean of a benchmark and a ring for a target. */
export const bars: ChartKind<Bars> = {
  inWords: (chart) => scoresInWords("bar chart", chart),

  frame: (chart, size, most) => {
    const { places, thick, dot, grid, ...layout } = barsLayout(chart, size, most);
    const marks = chart.series.flatMap((series) => {
      const titles = titlesOf(chart, series);
      return places.flatMap(({ left, right, y }, index): Shape[] => {
        const value = series.points[index]?.value;
        if (value === undefined) return [];
        const [length, title] = [((right - left) * value) / TOP_SCORE, titles[index] ?? ""];
        if (series.role !== "own") return [{ as: "marker", role: series.role, x: left + length, y, r: dot, title }];
        // Keeps a minimum width, as a score of 0 would draw nothing.
        return [{ as: "bar", fill: "own", x: left, y: y - thick / 2, width: Math.max(length, 2), height: thick, title }];
      });
    });
    return {
      ...layout,
      shapes: [{ as: "grid", d: pathData(grid) }, ...marks],
      valueAt: (x) => {
        const { left, right } = places.findLast((place) => x >= place.left) ?? { left: Number.NaN, right: Number.NaN };
        return (TOP_SCORE * (x - left)) / (right - left);
      },
    };
  },

  legend: (chart) =>
    legendOf(chart, (role) => [role === "own" ? { as: "bar", fill: role, x: 1, y: 4, width: 30, height: 8 } : markerSign(role)]),
  slide: (chart, { height, isShared }) => {
    const showLegend = chart.series.length > 1;
    const many = chart.spokes.length > SLIDE.many;
    const { labels, series } = slideOf(chart);
    return {
      labels,
      series: chart.laterFirst ? series.toReversed() : series,
      type: "bar",
      options: {
        h: Math.min(height, chart.spokes.length * SLIDE.bar + (showLegend ? 1 : 0.5)),
        // Names of two lines would hide every other one, where two charts share a slide.
        ...(many && isShared ? { layout: { x: 0.5, y: 0.02, w: 0.44, h: 0.94 } } : {}),
        barDir: "bar",
        barGapWidthPct: 45,
        // The first bar on top.
        catAxisOrientation: "maxMin",
        catAxisLabelFontSize: many ? (isShared ? 10 : 11) : 12,
        showValue: true,
        dataLabelFontSize: many ? 10 : 12,
        valAxisHidden: true,
        valGridLine: { style: "none" },
        dataLabelPosition: "outEnd",
      },
    };
  },
  points: pointsOf,
  standsFor: ["radar"],
  figures: (chart) => [...SCORES.map(String), ...scoresOf(chart)],
  rows: ({ spokes }) => spokes.length,
  readable: (chart) => {
    if (chart.spokes.length <= READABLE) return [chart];
    const half = Math.ceil(chart.spokes.length / 2);
    return [0, 1].map((index) => ({
      ...chart,
      id: `${chart.id}-${index + 1}`,
      title: `${chart.title} (${index + 1} of 2)`,
      spokes: chart.spokes.slice(index * half, (index + 1) * half),
      series: chart.series.map((each) => ({ ...each, points: each.points.slice(index * half, (index + 1) * half) })),
    }));
  },
  sample: (names) => ({ kind: "bars", ...sampleOf(names) }),
};

/**
 * The layout of bars: a row for each score from top to bottom, with its name, the bar and the score in figures. The names are above their bars on a phone.
 * @param most the height of an image's chart
 */
function barsLayout(chart: Bars, size: Size, most: number = SIZES[size].height) {
  const { width, dot: largest } = SIZES[size];
  const { spokes } = chart;
  const above = size === "narrow";
  const columns = size === "image" && spokes.length > ONE_COLUMN ? 2 : 1;
  const rows = Math.ceil(spokes.length / columns);
  const scale = size === "image" ? 34 : 24;
  const row = { wide: rows > 12 ? 21 : 36, narrow: 40, image: Math.min(88, (most - scale - 8) / Math.max(1, rows)) }[size];
  const font = { wide: 14, narrow: 12, image: Math.min(columns === 1 ? 22 : 15, row * 0.66) }[size];
  const used = row * rows + scale + 8;
  const height = size === "image" ? Math.max(most, used) : used;
  const top = (height - used) / 2 + 4;
  const gutter = columns === 1 ? 0 : 40;
  const columnWidth = (width - gutter * (columns - 1)) / columns;
  const labels = spokes.map(({ name }) => (above ? [name] : wrapName(name, row > 2.6 * font ? 26 : 99)));
  const named = above ? 0 : Math.max(0, ...labels.map((lines) => widthOf(lines, font))) + font * 0.8;
  const figures = widthOf(["0.00"], font) + font * 0.6;
  /** Where the bars of a column begin, and where one with the highest score would end. */
  const sides = (column: number) => {
    const start = column * (columnWidth + gutter);
    return { left: start + named + (above ? 4 : 0), right: start + columnWidth - figures - font * 0.5 };
  };
  const texts: ChartText[] = [];
  const grid: Path[] = [];
  for (let column = 0; column < columns; column += 1) {
    const { lines, ticks } = scaleOf({ ...sides(column), top, bottom: top + rows * row });
    grid.push(...lines);
    texts.push(...ticks(font * 1.2, font * 0.85));
  }
  const places = spokes.map((_, index) => ({
    ...sides(Math.floor(index / rows)),
    y: top + row * ((index % rows) + (above ? 0.68 : 0.5)),
  }));
  const scores = scoresOf(chart);
  for (const [index, { left, right, y }] of places.entries()) {
    const lines = labels[index] ?? [];
    const name = above
      ? { x: 4, y: y - row * 0.3, anchor: "start" as const, halo: true }
      : { x: left - font * 0.8, y: firstBaseline(y, lines, font), anchor: "end" as const };
    texts.push({ ...name, size: font, lines });
    texts.push({ x: right + figures + font * 0.5, y: y + font * 0.35, anchor: "end", size: font, lines: [scores[index] ?? ""] });
  }
  const thick = above ? 12 : Math.min(40, row * 0.56);
  return { width, height, places, thick, dot: Math.min(largest, thick * 0.45), grid, texts };
}

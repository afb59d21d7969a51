import {
  type ChartKind,
  type ChartText,
  firstBaseline,
  type LegendEntry,
  markerSign,
  type Path,
  pathData,
  SCALE_BELOW,
  SCORES,
  type Shape,
  SIZES,
  type Size,
  scaleOf,
  TOP_SCORE,
  widthOf,
  wrapName,
} from "~/views/charts/chart";
import { areLevels, legendOf, ownPoints, pointsOf, type Scores, sampleOf, scoresInWords, slideOf, titlesOf } from "~/views/charts/scores";

/** The scores of a radar as bars. */
export interface Bars extends Scores {
  kind: "bars";
  /** The second series is of an earlier time. So a slide, where each has a bar of its own, shows it above the first. */
  laterFirst?: true;
  /** Drawn for a client's report: earlier scores as paler bars above those of now, each with its figure, and targets as lines. */
  inReport?: true;
}

/** An image shows more rows than these in two columns. */
const ONE_COLUMN = 17;
/** More bars than these are two pictures in a document, so that they can be read. */
const READABLE = 20;
/** More bars than `many` have smaller names on a slide, where a bar takes so many inches at most: two bars do not fill it. */
const SLIDE = { some: 8, many: 14, bar: 0.62 };
/** Where the bars are, next to names that have room: names of two lines would hide every other one. Next to another chart, and next to texts. */
const PLACE = { shared: { x: 0.5, y: 0.02, w: 0.44, h: 0.9 }, beside: { x: 0.42, y: 0.02, w: 0.5, h: 0.88 } };

/** The scores in figures, next to the bars. */
const scoresOf = (chart: Bars) => chart.spokes.map((_, index) => ownPoints(chart)[index]?.text ?? "–");

/** For each row the assessment's own score as a bar, with a diamond for the mean of a benchmark and a ring for a target. */
export const bars: ChartKind<Bars> = {
  inWords: (chart) => scoresInWords("bar chart", chart),

  frame: (chart, size, most) => {
    if (chart.inReport) return reportFrame(chart, size, most);
    const { places, row: _row, thick, dot, grid, ...layout } = barsLayout(chart, size, most);
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

  legend: (chart) => {
    if (chart.inReport) return reportLegend(chart);
    return legendOf(chart, (role) => [role === "own" ? { as: "bar", fill: role, x: 1, y: 4, width: 30, height: 8 } : markerSign(role)]);
  },
  slide: (chart, { height, isShared, isBeside }) => {
    const many = chart.spokes.length > SLIDE.many;
    const { labels, series } = slideOf(chart);
    return {
      labels,
      series: chart.laterFirst
        ? series.toReversed().map((each) => (each.color === "benchmark" ? { ...each, color: "earlier" } : each))
        : series,
      type: "bar",
      legendBelow: true,
      options: {
        h: Math.min(height, chart.spokes.length * SLIDE.bar + 0.6),
        ...(isShared && many
          ? { layout: PLACE.shared }
          : isBeside && !isShared && chart.spokes.length > SLIDE.some
            ? { layout: PLACE.beside }
            : {}),
        barDir: "bar",
        barGapWidthPct: 45,
        ...SCALE_BELOW,
        catAxisLabelFontSize: many ? (isShared ? 10 : 11) : 12,
        showValue: true,
        dataLabelFontSize: many ? 10 : 12,
        dataLabelPosition: "outEnd",
        ...(areLevels(chart) ? { dataLabelFormatCode: "0" } : {}),
      },
    };
  },
  points: pointsOf,
  standsFor: ["radar"],
  figures: (chart) => [...SCORES.map(String), ...(chart.inReport ? earlierOf(chart) : []), ...scoresOf(chart)],
  // A row of two bars is twice as high.
  rows: ({ spokes, laterFirst, inReport }) => spokes.length * (laterFirst && inReport ? 2 : 1),
  readable: (chart): Bars[] => {
    if (chart.spokes.length <= READABLE) return [{ ...chart, inReport: true }];
    const half = Math.ceil(chart.spokes.length / 2);
    return [0, 1].map((index) => ({
      ...chart,
      inReport: true,
      id: `${chart.id}-${index + 1}`,
      title: `${chart.title} (${index + 1} of 2)`,
      spokes: chart.spokes.slice(index * half, (index + 1) * half),
      series: chart.series.map((each) => ({ ...each, points: each.points.slice(index * half, (index + 1) * half) })),
    }));
  },
  sample: (names) => ({ kind: "bars", ...sampleOf(names) }),
};

// --- in a client's report ----------------------------------------------------------------------------------------------

/** The series of an earlier time, if the chart has one. */
const earlierIn = ({ laterFirst, series }: Bars) => (laterFirst ? series.find(({ role }) => role === "benchmark") : undefined);
const earlierOf = (chart: Bars) => (earlierIn(chart)?.points ?? []).flatMap((point) => point?.text ?? []);

/** Of two bars in a row: the share of each, how far the line of a target goes beyond both, and the largest figures. */
const PAIR = { bar: 0.36, line: 1.2, font: 20 };
/** Half of the line of a target, and of the white around it. */
const TICK = { line: 2, gap: 4 };

/** The line of a target across a row, with white around it, so that it is seen on a bar too. */
const targetLine = (x: number, y: number, height: number, title?: string): Shape[] =>
  (["paper", "target"] as const).map((fill) => {
    const half = fill === "paper" ? TICK.gap : TICK.line;
    return { as: "bar", fill, x: x - half, y, width: 2 * half, height, ...(fill === "target" && title ? { title } : {}) };
  });

/** The bars of a report: where two times are shown, the earlier one above in a paler colour. */
function reportFrame(chart: Bars, size: Size, most: number | undefined) {
  const earlier = earlierIn(chart);
  const { places, grid, dot, texts, thick: single, row, ...layout } = barsLayout(chart, size, most);
  const thick = earlier ? row * PAIR.bar : single;
  /** Half of a row's bars. */
  const half = earlier ? thick : thick / 2;
  const figures: ChartText[] = [];
  const shapes = chart.series.flatMap((series): Shape[] => {
    const titles = titlesOf(chart, series);
    const isEarlier = series === earlier;
    return places.flatMap(({ left, right, y, figure }, index): Shape[] => {
      const { value, text = "" } = series.points[index] ?? {};
      if (value === undefined) return [];
      const [length, title] = [((right - left) * value) / TOP_SCORE, titles[index] ?? ""];
      if (series.role === "target") return targetLine(left + length, y - half * PAIR.line, 2 * half * PAIR.line, title);
      if (series.role === "benchmark" && !isEarlier) return [{ as: "marker", role: series.role, x: left + length, y, r: dot, title }];
      const top = earlier && !isEarlier ? y : y - half;
      const size = Math.min(PAIR.font, thick);
      if (earlier) figures.push({ x: figure, y: top + thick / 2 + size * 0.35, anchor: "end", size, lines: [text], muted: isEarlier });
      return [{ as: "bar", fill: isEarlier ? "earlier" : "own", x: left, y: top, width: Math.max(length, 2), height: thick, title }];
    });
  });
  // The lines of targets are above the bars.
  const isTarget = (shape: Shape) => shape.as === "bar" && (shape.fill === "target" || shape.fill === "paper");
  const ordered = [...shapes.filter((shape) => !isTarget(shape)), ...shapes.filter(isTarget)];
  return {
    ...layout,
    texts: [...texts, ...figures],
    shapes: [{ as: "grid" as const, d: pathData(grid) }, ...ordered],
    valueAt: (x: number) => {
      const { left, right } = places.findLast((place) => x >= place.left) ?? { left: Number.NaN, right: Number.NaN };
      return (TOP_SCORE * (x - left)) / (right - left);
    },
  };
}

/** In the order of the bars. */
function reportLegend(chart: Bars): LegendEntry[] {
  const earlier = earlierIn(chart);
  const ordered = earlier ? [earlier, ...chart.series.filter((each) => each !== earlier)] : chart.series;
  return legendOf({ ...chart, series: ordered }, (role) => {
    if (role === "target") return targetLine(16, 1, 14);
    if (role === "benchmark" && !earlier) return [markerSign(role)];
    return [{ as: "bar", fill: role === "own" ? "own" : "earlier", x: 1, y: 4, width: 30, height: 8 }];
  });
}

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
    figure: sides(Math.floor(index / rows)).right + figures + font * 0.5,
  }));
  const scores = scoresOf(chart);
  for (const [index, { left, right, y }] of places.entries()) {
    const lines = labels[index] ?? [];
    const name = above
      ? { x: 4, y: y - row * 0.3, anchor: "start" as const, halo: true }
      : { x: left - font * 0.8, y: firstBaseline(y, lines, font), anchor: "end" as const };
    texts.push({ ...name, size: font, lines });
    // Two bars have a figure each.
    if (chart.inReport && earlierIn(chart)) continue;
    texts.push({ x: right + figures + font * 0.5, y: y + font * 0.35, anchor: "end", size: font, lines: [scores[index] ?? ""] });
  }
  const thick = above ? 12 : Math.min(40, row * 0.56);
  return { width, height, places, row, thick, dot: Math.min(largest, thick * 0.45), grid, texts };
}

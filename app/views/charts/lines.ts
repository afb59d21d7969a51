import { listed } from "#model/words.ts";
import {
  type Chart,
  type ChartKind,
  type ChartText,
  lineHeight,
  markerSign,
  type Path,
  type Point,
  pathData,
  SCORES,
  type Shape,
  SIZES,
  type Size,
  TOP_SCORE,
  widthOf,
  wrapName,
} from "~/views/charts/chart";
import { TARGET } from "~/views/charts/scores";

/**
 * Scores from 0 to 5 over time. Each name has a plot of its own with one line, so that no two lines lie over each other, and none needs a
 * colour to be told apart.
 */
export interface Lines extends Chart {
  kind: "lines";
  /** When, from left to right. */
  at: string[];
  /** A point for each of `at`; null when there is no score, which leaves a gap in the line. */
  lines: { name: string; points: (Point | null)[]; target?: Point }[];
}

/** Plots in a row at most, and the least height of one. */
const PLOTS = {
  wide: { across: 4, least: 180, font: 13 },
  narrow: { across: 2, least: 158, font: 11.5 },
  image: { across: 4, least: 184, font: 18 },
} as const;
/** More lines than these are two pictures in a document, and two charts on slides. */
const READABLE = 9;
/** Columns of a slide have their figures up to so many assessments. */
const FIGURED = 3;
/** The shades of earlier assessments on a slide, the latest of them the darkest. */
const SHADES = [1, 2, 3, 4, 5];

type Line = Lines["lines"][number];

/** The points that have their figures next to them: the last and, where it is far enough away, the first. */
function figuredIn({ points }: Line): { index: number; text: string }[] {
  const last = points.findLastIndex((point) => point?.value !== undefined);
  const ends = last * 2 >= points.length - 1 && last > 0 ? [0, last] : [last];
  return ends.flatMap((index) => {
    const point = points[index];
    return point?.value === undefined ? [] : [{ index, text: point.text }];
  });
}

/** The figures of its scale that a plot has. */
const ENDS = [0, TOP_SCORE];
/** When a line begins and ends. */
const endsOf = ({ at }: Lines): string[] => (at.length < 2 ? at : [at[0] ?? "", at.at(-1) ?? ""]);

const targetTitle = (name: string, { text }: Point) => `${name}, ${TARGET}: ${text}`;
const hasTargets = ({ lines }: Lines) => lines.some(({ target }) => target);

const titleOf = ({ at }: Lines, { name }: Line, index: number, { text }: Point) => `${name}, ${at[index]}: ${text}`;

export const lines: ChartKind<Lines> = {
  inWords: ({ at, lines }) =>
    `A line from 0 to 5 for each, over ${listed(at)}. ${lines
      .map(
        ({ name, points, target }) =>
          `${name}: ${points.map((point) => point?.text ?? "–").join(", ")}${target ? `; target ${target.text}` : ""}`,
      )
      .join("; ")}.`,

  frame: (chart, size, most) => {
    const { plots, dot, ...layout } = linesLayout(chart, size, most);
    const drawn = chart.lines.flatMap((line, number): Shape[] => {
      const plot = plots[number];
      if (!plot) return [];
      const places = line.points.map((point, index) =>
        point?.value === undefined
          ? undefined
          : { x: plot.across(index), y: plot.up(point.value), title: titleOf(chart, line, index, point) },
      );
      return [
        ...unbroken(places).map((path): Shape => ({ as: "line", role: "own", d: pathData([path]), width: dot * 0.45 })),
        // A target is compared with the latest score, so it stands above or below it.
        ...(line.target?.value === undefined
          ? []
          : [
              {
                ...{ as: "marker" as const, role: "target" as const, r: dot, title: targetTitle(line.name, line.target) },
                ...{ x: plot.across(chart.at.length - 1), y: plot.up(line.target.value) },
              },
            ]),
        ...places.flatMap((place): Shape[] => (place ? [{ as: "marker", role: "own", ...place, r: dot }] : [])),
      ];
    });
    const grid = plots.flatMap(({ left, right, up }) =>
      SCORES.map(
        (score): Path => [
          [left, up(score)],
          [right, up(score)],
        ],
      ),
    );
    return {
      ...layout,
      shapes: [{ as: "grid", d: pathData(grid) }, ...drawn],
      valueAt: (x, y) => {
        const { top, bottom } = plots.find((plot) => x >= plot.left && x <= plot.right && y <= plot.bottom + 1) ?? {
          top: Number.NaN,
          bottom: Number.NaN,
        };
        return (TOP_SCORE * (bottom - y)) / (bottom - top);
      },
    };
  },

  legend: (chart) => (hasTargets(chart) ? [{ name: TARGET, sign: [markerSign("target")] }] : []),
  // A column for each assessment: in one plot, lines of equal scores would hide each other.
  slide: ({ at, lines, ...chart }) => ({
    type: "bar",
    labels: lines.map(({ name }) => name),
    series: [
      ...at.map((name, index) => ({
        name,
        color: index === at.length - 1 ? ("own" as const) : { band: SHADES.at(-(at.length - 1 - index)) ?? 1 },
        values: lines.map(({ points }) => points[index]?.value ?? null),
      })),
      ...(hasTargets({ at, lines, ...chart })
        ? [{ name: TARGET, color: "target" as const, mark: "triangle" as const, values: lines.map(({ target }) => target?.value ?? null) }]
        : []),
    ],
    options: {
      barDir: "col",
      barGapWidthPct: 50,
      catAxisLabelFontSize: 11,
      showValue: at.length <= FIGURED,
      dataLabelFontSize: 10,
      dataLabelPosition: "outEnd",
    },
  }),
  points: (chart) =>
    chart.lines.flatMap((line) => [
      ...line.points.flatMap((point, index) =>
        point?.value === undefined ? [] : [{ title: titleOf(chart, line, index, point), value: point.value }],
      ),
      ...(line.target?.value === undefined ? [] : [{ title: targetTitle(line.name, line.target), value: line.target.value }]),
    ]),
  figures: (chart) => chart.lines.flatMap((line) => [...ENDS.map(String), ...figuredIn(line).map(({ text }) => text), ...endsOf(chart)]),
  // As high as four bars.
  rows: ({ lines }) => 4 * Math.ceil(lines.length / PLOTS.image.across),
  readable: (chart) => {
    const { length } = chart.lines;
    if (length <= READABLE) return [chart];
    const parts = Math.ceil(length / READABLE);
    const each = Math.ceil(length / parts);
    return Array.from({ length: parts }, (_, index) => ({
      ...chart,
      id: `${chart.id}-${index + 1}`,
      title: `${chart.title} (${index + 1} of ${parts})`,
      lines: chart.lines.slice(index * each, (index + 1) * each),
    }));
  },
  sample: (names) => ({
    kind: "lines",
    id: "sample",
    title: "Sample",
    figuresIn: "Figures",
    at: ["Nov 2024", "Nov 2025", "Nov 2026"],
    lines: names.map(({ name }, index) => ({
      name,
      points: [2, undefined, (index % 5) + 0.25].map((value) => (value === undefined ? null : { text: `${value}`, value })),
      target: { text: "3.5", value: 3.5 },
    })),
  }),
};

/** The parts of a line between its gaps. A point between two gaps has none. */
function unbroken(places: readonly ({ x: number; y: number } | undefined)[]): Path[] {
  const paths: (readonly [number, number])[][] = [[]];
  for (const place of places) {
    if (place) paths.at(-1)?.push([place.x, place.y]);
    else paths.push([]);
  }
  return paths.filter(({ length }) => length > 1);
}

/** A plot for each line, in rows from left to right. Its name is above it. @param most the height of an image's chart */
function linesLayout(chart: Lines, size: Size, most: number = SIZES[size].height) {
  const { width } = SIZES[size];
  const { across: widest, least, font } = PLOTS[size];
  const dot = font * 0.32;
  /** How far the ring of a target reaches. */
  const reach = dot * 2.3;
  const rows = Math.max(1, Math.ceil(chart.lines.length / widest));
  const columns = Math.max(1, Math.ceil(chart.lines.length / rows));
  const gap = font;
  const plotWidth = Math.min((width - gap * (columns - 1)) / columns, width / 2);
  const rowHeight = size === "image" ? Math.max(least, most / rows) : least;
  const height = size === "image" ? Math.max(most, rowHeight * rows) : rowHeight * rows;
  const small = font * 0.85;
  const characters = Math.floor(plotWidth / (font * 0.57));
  const names = chart.lines.map(({ name }) => wrapName(name, characters));
  const named = Math.max(1, ...names.map(({ length }) => length)) * lineHeight(font);
  // So that the first and the last figure are within the plot.
  const inset = widthOf(["0.00"], small) / 2 + 2;
  const scale = small * 1.1;
  // Two ends share the width of a plot.
  const ends = endsOf(chart).map((text) => wrapName(text, Math.floor((plotWidth - scale) / 2 / (small * 0.57))));
  const below = small * (1.5 + 1.2 * Math.max(1, ...ends.map(({ length }) => length)));
  const texts: ChartText[] = [];
  const plots = chart.lines.map((line, number) => {
    const start = (number % columns) * (plotWidth + gap);
    const above = Math.floor(number / columns) * rowHeight;
    const [left, right] = [start + scale, start + plotWidth - 2];
    const [top, bottom] = [above + named + small * (hasTargets(chart) ? 2.3 : 1.7), above + rowHeight - below];
    const steps = Math.max(1, chart.at.length - 1);
    const across = (index: number) =>
      chart.at.length < 2 ? (left + right) / 2 : left + inset + ((right - left - 2 * inset) * index) / steps;
    const up = (score: number) => bottom - ((bottom - top) * score) / TOP_SCORE;
    texts.push({ x: start, y: above + font, anchor: "start", size: font, lines: names[number] ?? [] });
    for (const score of ENDS)
      texts.push({ x: left - small * 0.4, y: up(score) + small * 0.35, anchor: "end", size: small, lines: [String(score)], muted: true });
    for (const { index, text } of figuredIn(line)) {
      const point = up(line.points[index]?.value ?? 0);
      const ring = index === chart.at.length - 1 && line.target?.value !== undefined ? up(line.target.value) : undefined;
      // Above the point; above the ring of its target where that would lie behind the figure.
      const isHidden = ring !== undefined && point - ring - reach < dot + small * 1.15 && point - ring + reach > dot + small * 0.35;
      const y = isHidden ? ring - reach - small * 0.25 : point - dot - small * 0.35;
      texts.push({ x: across(index), y, anchor: "middle", size: small, lines: [text], halo: true });
    }
    for (const [index, lines] of ends.entries()) {
      const place = index === 0 ? ({ x: left, anchor: "start" } as const) : ({ x: right, anchor: "end" } as const);
      texts.push({ ...place, y: bottom + small * 1.3, size: small, lines, muted: true });
    }
    return { left, right, top, bottom, across, up };
  });
  return { width, height, plots, dot, texts };
}

import { cutTo } from "#model/words.ts";
import {
  type Chart,
  type ChartKind,
  type ChartText,
  firstBaseline,
  lineHeight,
  type Path,
  type Point,
  pathData,
  SCALE_BELOW,
  SCORES,
  type Shape,
  SIZES,
  type Size,
  type SlideColor,
  scaleOf,
  TOP_SCORE,
  widthOf,
  wrapName,
} from "~/views/charts/chart";

/** Scores from 0 to 5 in rows and columns: the profile of several assessments. Each cell has a bar of its own scale. */
export interface Matrix extends Chart {
  kind: "matrix";
  /** The names of the columns. Where there is no room for them, they have numbers, and a key below names them. */
  columns: string[];
  /** A point for each column; null where there is no score. */
  rows: { name: string; points: (Point | null)[] }[];
}

/** The most columns with their names above, how many characters a line of such a name has, and how many lines. */
const NAMED = { columns: 4, characters: 12, lines: 3 };
/** How high a row is where there is room, and how high its bars are at most. */
const ROW = { wide: 26, narrow: 40, image: 40, bar: 16 };
/** Between two columns, as a share of their width. */
const GAP = 0.12;
/** The columns of the key, and the characters of a name in it. */
const KEY = { wide: { columns: 2, name: 40 }, narrow: { columns: 1, name: 48 }, image: { columns: 2, name: 46 } };

const headsOf = ({ columns }: Matrix) => columns.map((name) => wrapName(name, NAMED.characters));
/** Whether the names of all columns have room above them, and each bar has its figure beside it. */
const isNamed = (chart: Matrix): boolean =>
  chart.columns.length <= NAMED.columns &&
  headsOf(chart).every((lines) => lines.length <= NAMED.lines && lines.every((line) => line.length <= NAMED.characters));

/** Whether each column has room for the lines and figures of its scale. */
const hasScale = ({ columns }: Matrix): boolean => columns.length <= NAMED.columns;

const textOf = (point: Point | null | undefined) => point?.text ?? "–";

/** The columns of PowerPoint's chart: those of one assessment next to each other can be told apart also in grey. */
const COLORS: readonly SlideColor[] = ["own", { band: 4 }, "benchmark", "muted", "target", { band: 2 }];

export const matrix: ChartKind<Matrix> = {
  inWords: ({ columns, rows }) =>
    `Bars from 0 to 5, a row for each name. ${rows
      .map(({ name, points }) => `${name}: ${columns.map((column, index) => `${column} ${textOf(points[index])}`).join(", ")}`)
      .join("; ")}.`,

  frame: (chart, size, most) => {
    const { left, width, column, room, top, row, thick, bottom, ...layout } = matrixLayout(chart, size, most);
    const start = (index: number) => left + column * (index + GAP / 2);
    const middle = (index: number) => top + row * (index + (size === "narrow" ? 0.7 : 0.5));
    const bars = chart.rows.flatMap(({ name, points }, index) =>
      points.flatMap((point, at): Shape[] => {
        if (point?.value === undefined) return [];
        const place = { x: start(at), y: middle(index) - thick / 2, height: thick };
        // Keeps a minimum width, as a score of 0 would draw nothing.
        const length = Math.max((room * point.value) / TOP_SCORE, 1);
        return [{ as: "bar", fill: "own", ...place, width: length, title: `${name}, ${chart.columns[at]}: ${point.text}` }];
      }),
    );
    const grid = chart.columns.flatMap((_, at): Path[] => {
      const { lines } = scaleOf({ left: start(at), right: start(at) + room, top, bottom });
      return hasScale(chart) ? lines : lines.filter((_line, score) => score === 0 || score === TOP_SCORE);
    });
    return {
      ...layout,
      width,
      shapes: [{ as: "grid", d: pathData(grid) }, ...bars],
      valueAt: (x) => {
        const at = Math.min(chart.columns.length - 1, Math.max(0, Math.floor((x - left) / column)));
        return (TOP_SCORE * (x - start(at))) / room;
      },
    };
  },

  // The names are above the columns, or in the key.
  legend: () => [],
  slide: ({ columns, rows }) => ({
    type: "bar",
    labels: rows.map(({ name }) => name),
    series: columns.map((name, index) => ({
      name,
      color: COLORS[index % COLORS.length] ?? "muted",
      values: rows.map(({ points }) => points[index]?.value ?? null),
    })),
    legendBelow: true,
    options: {
      barDir: "bar",
      barGapWidthPct: 40,
      ...SCALE_BELOW,
      catAxisLabelFontSize: 11,
      showValue: rows.length * columns.length <= 24,
      dataLabelFontSize: 9,
      dataLabelPosition: "outEnd",
    },
  }),
  points: ({ columns, rows }) =>
    rows.flatMap(({ name, points }) =>
      points.flatMap((point, at) =>
        point?.value === undefined ? [] : [{ title: `${name}, ${columns[at]}: ${point.text}`, value: point.value }],
      ),
    ),
  figures: (chart) =>
    (isNamed(chart)
      ? chart.rows.flatMap(({ points }) => chart.columns.map((_, at) => textOf(points[at])))
      : chart.columns.flatMap((_, at) => [String(at + 1), String(at + 1)])
    ).concat(hasScale(chart) ? chart.columns.flatMap(() => SCORES.map(String)) : []),
  rows: ({ rows }) => rows.length,
  sample: (names) => ({
    kind: "matrix",
    id: "sample",
    title: "Sample",
    figuresIn: "Figures",
    columns: ["North", "South"],
    rows: names.map(({ name }, index) => ({
      name,
      points: [0.25, 0.75].map((part) => ({ text: String((index % 4) + part), value: (index % 4) + part })),
    })),
  }),
};

/** The rows from top to bottom, with a column for each assessment. A phone has the names above their rows. @param most the height of an image's chart */
function matrixLayout(chart: Matrix, size: Size, most: number = SIZES[size].height) {
  const { columns, rows } = chart;
  const { width, font: usual } = SIZES[size];
  const font = size === "image" ? 17 : Math.min(usual, 13);
  const above = size === "narrow";
  const named = isNamed(chart);
  const heads = named ? headsOf(chart) : columns.map((_, index) => [String(index + 1)]);
  const line = lineHeight(font);
  const head = Math.max(0, ...heads.map(({ length }) => length)) * line + font * 0.6;
  const { columns: keyColumns, name: keyName } = KEY[size];
  const keyRows = named ? 0 : Math.ceil(columns.length / keyColumns);
  const scale = hasScale(chart) ? font * 1.2 : 0;
  const key = scale + (keyRows === 0 ? 4 : keyRows * line + font);
  const row = size === "image" ? Math.max(font * 1.5, Math.min(ROW.image, (most - head - key) / Math.max(1, rows.length))) : ROW[size];
  const used = head + rows.length * row + key;
  const height = size === "image" ? Math.max(most, used) : used;
  const top = (height - used) / 2 + head;
  const bottom = top + rows.length * row;
  const labels = rows.map(({ name }) => [name]);
  const names = above ? 0 : Math.max(0, ...labels.map((lines) => widthOf(lines, font)));
  const left = above ? 2 : names + font;
  const column = (width - left) / Math.max(1, columns.length);
  const figures = named ? widthOf(["0.00"], font) + font * 0.5 : 0;
  const room = column * (1 - GAP) - figures;
  const middle = (index: number) => top + row * (index + (above ? 0.7 : 0.5));
  const texts: ChartText[] = [
    ...heads.map((lines, index): ChartText => {
      const x = left + column * (index + GAP / 2) + (named ? 0 : room / 2);
      const y = top - font * 0.5 - (lines.length - 1) * line;
      return { x, y, anchor: named ? "start" : "middle", size: font, lines, muted: true };
    }),
    ...labels.map((lines, index): ChartText => {
      if (above) return { x: 2, y: top + row * index + font, anchor: "start", size: font, lines };
      return { x: names, y: firstBaseline(middle(index), lines, font), anchor: "end", size: font, lines };
    }),
    ...(named
      ? rows.flatMap(({ points }, index) =>
          columns.map((_, at): ChartText => {
            const x = left + column * (at + 1 - GAP / 2);
            return { x, y: middle(index) + font * 0.35, anchor: "end", size: font, lines: [textOf(points[at])] };
          }),
        )
      : columns.map((name, index): ChartText => {
          const x = (width / keyColumns) * Math.floor(index / keyRows) + 2;
          const y = bottom + scale + font * 1.4 + (index % keyRows) * line;
          return { x, y, anchor: "start", size: font, lines: [`${index + 1} ${cutTo(name, keyName)}`] };
        })),
  ];
  if (hasScale(chart))
    for (const at of columns.keys()) {
      const side = left + column * (at + GAP / 2);
      texts.push(...scaleOf({ left: side, right: side + room, top, bottom }).ticks(font, font * 0.8));
    }
  const thick = Math.min(ROW.bar, row * (above ? 0.36 : 0.6));
  return { width, height, left, column, room, top, row, thick, bottom, texts };
}

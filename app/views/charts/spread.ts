import {
  type Chart,
  type ChartKind,
  type ChartText,
  firstBaseline,
  markerSign,
  type Point,
  pathData,
  SCORES,
  type Shape,
  SIZES,
  type Size,
  scaleOf,
  widthOf,
  wrapName,
} from "~/views/charts/chart";
import { TARGET } from "~/views/charts/scores";

/** For each row: the middle half of a cohort, its mean, the target and the assessment's own score, from 0 to 5. */
export interface Spread extends Chart {
  kind: "spread";
  own: string;
  cohort: string;
  rows: SpreadRow[];
}

interface SpreadRow {
  name: string;
  own: Point;
  mean: Point;
  target?: Point | undefined;
  /** Both quartiles, or neither. */
  half?: { lower: Point; upper: Point } | undefined;
}

/** How PowerPoint draws a quartile. */
const QUARTILE = { color: "muted", mark: "dash" } as const;
/** Height of a row where there is room. */
const ROOMY = { wide: 46, narrow: 52, image: 60 };

/** What each part of a row says and how it is drawn: the middle half of the cohort, its mean, and the assessment's own score above both. */
const titles = ({ own, cohort }: Spread, row: SpreadRow) => ({
  half: row.half && `${row.name}, ${cohort}, middle half: ${row.half.lower.text} to ${row.half.upper.text}`,
  mean: `${row.name}, ${cohort}: ${row.mean.text}`,
  target: row.target && `${row.name}, ${TARGET}: ${row.target.text}`,
  own: `${row.name}, ${own}: ${row.own.text}`,
});

const hasHalves = ({ rows }: Spread) => rows.some(({ half }) => half);
const hasTargets = ({ rows }: Spread) => rows.some(({ target }) => target);

export const spread: ChartKind<Spread> = {
  inWords: ({ rows }) =>
    `A row for each perspective, from 0 to 5. ${rows
      .map(({ name, own, mean, half, target }) => {
        const between = half ? `, middle half ${half.lower.text} to ${half.upper.text}` : "";
        return `${name}: your score ${own.text}, mean ${mean.text}${between}${target ? `, target ${target.text}` : ""}`;
      })
      .join("; ")}.`,

  frame: (chart, size, most) => {
    const { scale, top, row: height, dot, ...layout } = spreadLayout(chart.rows, size, most);
    const { across, lines, valueAt } = scale;
    const rows = chart.rows.map((row, index) => ({ row, said: titles(chart, row), y: top + height * (index + 0.5) }));
    const markers = (role: "own" | "mean" | "target") =>
      rows.flatMap(({ row, said, y }): Shape[] => {
        const [value, title] = [row[role]?.value, said[role]];
        if (value === undefined || title === undefined) return [];
        return [{ as: "marker", role: role === "mean" ? "benchmark" : role, x: across(value), y, r: dot, title }];
      });
    const halves = rows.flatMap(({ row: { half }, said, y }): Shape[] => {
      if (half?.lower.value === undefined || half.upper.value === undefined) return [];
      const [x, end] = [across(half.lower.value), across(half.upper.value)];
      // Keeps a minimum width, as equal quartiles would draw nothing.
      const bar = { x, y: y - height / 8, width: Math.max(end - x, 2), height: height / 4 };
      return [{ as: "bar", fill: "range", ...bar, ...(said.half === undefined ? {} : { title: said.half }) }];
    });
    return {
      ...layout,
      shapes: [{ as: "grid", d: pathData(lines) }, ...halves, ...markers("mean"), ...markers("target"), ...markers("own")],
      valueAt,
    };
  },

  legend: (chart) => [
    { name: chart.own, sign: [markerSign("own")] },
    { name: `${chart.cohort}, mean`, sign: [markerSign("benchmark")] },
    ...(hasHalves(chart)
      ? [{ name: `${chart.cohort}, middle half`, sign: [{ as: "bar", fill: "range", x: 1, y: 4, width: 30, height: 8 } satisfies Shape] }]
      : []),
    ...(hasTargets(chart) ? [{ name: TARGET, sign: [markerSign("target")] }] : []),
  ],
  // Lines of marks: own score, mean, target, and both quartiles where they are known.
  slide: (chart) => {
    const { rows, own, cohort } = chart;
    const values = (of: (row: SpreadRow) => Point | undefined) => rows.map((row) => of(row)?.value ?? null);
    return {
      type: "line",
      labels: rows.map(({ name }) => name),
      series: [
        { name: own, color: "own", values: values((row) => row.own) },
        { name: `${cohort}, mean`, color: "benchmark", mark: "diamond", values: values((row) => row.mean) },
        ...(hasHalves(chart)
          ? [
              { ...QUARTILE, name: `${cohort}, lower quartile`, values: values(({ half }) => half?.lower) },
              { ...QUARTILE, name: `${cohort}, upper quartile`, values: values(({ half }) => half?.upper) },
            ]
          : []),
        ...(hasTargets(chart)
          ? [{ name: TARGET, color: "target" as const, mark: "triangle" as const, values: values(({ target }) => target) }]
          : []),
      ],
      options: { lineSize: 0, lineDataSymbolSize: 11, catAxisLabelFontSize: 11 },
    };
  },
  points: (chart) =>
    chart.rows.flatMap((row) => {
      const said = titles(chart, row);
      const all = [
        [said.half, row.half?.lower],
        [said.mean, row.mean],
        [said.target, row.target],
        [said.own, row.own],
      ] as const;
      return all.flatMap(([title, point]) => (title === undefined || point?.value === undefined ? [] : [{ title, value: point.value }]));
    }),
  figures: () => SCORES.map(String),
  rows: ({ rows }) => rows.length,
  sample: (names) => ({
    kind: "spread",
    id: "sample",
    title: "Sample",
    figuresIn: "Figures",
    own: "own",
    cohort: "cohort",
    rows: names.map(({ name }, index) => {
      const at = (value: number) => ({ text: `${value}`, value });
      return { name, own: at((index % 5) + 0.25), mean: at(2.5), target: at(4), half: { lower: at(1.5), upper: at(3) } };
    }),
  }),
};

/** The rows from top to bottom on a scale from 0 to 5. A phone has the names above their rows. @param most the height of an image's chart */
function spreadLayout(rows: Spread["rows"], size: Size, most: number = SIZES[size].height) {
  const { width, font, dot } = SIZES[size];
  const above = size === "narrow";
  const below = font * 2;
  const row = size === "image" ? Math.max(font * 1.6, Math.min(ROOMY[size], (most - below - 4) / Math.max(1, rows.length))) : ROOMY[size];
  const labels = rows.map(({ name }) => (above ? [name] : wrapName(name, row > 2.6 * font ? 24 : 99)));
  const column = Math.max(0, ...labels.map((lines) => widthOf(lines, font)));
  const used = 4 + rows.length * row + below;
  const height = size === "image" ? Math.max(most, used) : used;
  const top = (height - used) / 2 + 4;
  const scale = scaleOf({ left: above ? font : column + font, right: width - font, top, bottom: top + rows.length * row });
  const names = labels.map((lines, index): ChartText => {
    const middle = top + row * (index + 0.5);
    return above
      ? { x: 0, y: middle - dot - font * 0.9, anchor: "start", size: font, lines, halo: true }
      : { x: column, y: firstBaseline(middle, lines, font), anchor: "end", size: font, lines };
  });
  return { width, height, scale, top, row, dot, texts: [...names, ...scale.ticks(font * 1.4, font * 0.85)] };
}

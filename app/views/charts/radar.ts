import { type Bars, bars } from "~/views/charts/bars";
import {
  type ChartKind,
  type ChartText,
  type Frame,
  firstBaseline,
  lineHeight,
  markerSign,
  type Path,
  pathData,
  rounded,
  SCORES,
  SIZES,
  type Size,
  TOP_SCORE,
  tickBelow,
  widthOf,
  wrapName,
} from "~/views/charts/chart";
import { legendOf, pointsOf, type Scores, sampleOf, scoresInWords, slideOf, titlesOf } from "~/views/charts/scores";

export interface Radar extends Scores {
  kind: "radar";
}

/** With fewer spokes a line between the points encloses nothing, and the grid is of circles. */
const ENCLOSING = 3;
/** More spokes than `around` are not labelled at their ends, more than `named` with codes instead of names. */
const LABELS = {
  wide: { characters: 18, around: 12, named: Number.POSITIVE_INFINITY },
  narrow: { characters: 12, around: 12, named: 8 },
  image: { characters: 26, around: 8, named: Number.POSITIVE_INFINITY },
} as const;
/** A radar of one or two lines is less high in a wide column. It then fits on one page with its section. */
const LINES_ONLY = 0.6;

/** The layout of a radar without what is drawn on it. */
export interface RadarLayout extends Pick<Frame, "width" | "height" | "texts"> {
  cx: number;
  cy: number;
  radius: number;
  /** Radius of a point. */
  dot: number;
  /** Lines from the spokes to names in the columns, and the axis of a scale next to the radar. */
  lines: Path[];
}

export const radar: ChartKind<Radar> = {
  inWords: (chart) => scoresInWords("radar chart", chart),

  frame: (chart, size, most) => {
    const layout = radarLayout(chart.spokes, size, most);
    const { width, height, cx, cy, radius, dot } = layout;
    // The own line is drawn last, above a benchmark.
    const series = chart.series.toSorted((a, b) => Number(a.role === "own") - Number(b.role === "own"));
    return {
      ...layout,
      shapes: [
        { as: "grid", d: gridOf(layout, chart.spokes.length) },
        {
          as: "radar",
          ...{ width, height, cx, cy, radius, dot },
          series: series.map((each) => ({
            role: each.role,
            values: each.points.map((point) => point?.value ?? null),
            titles: titlesOf(chart, each),
          })),
        },
      ],
      valueAt: (x, y) => (TOP_SCORE * Math.hypot(x - cx, y - cy)) / radius,
    };
  },

  legend: (chart) =>
    legendOf(chart, (role) => [
      ...(role === "target"
        ? []
        : [{ as: "line" as const, role, d: "M1 8H31", width: 2.5, ...(role === "benchmark" ? { dashes: "6 4" } : {}) }]),
      markerSign(role),
    ]),
  slide: (chart) => ({
    ...slideOf(chart),
    type: "radar",
    options: { radarStyle: "marker", catAxisLabelFontSize: 13, lineDataSymbolSize: 8, lineSize: 2.25 },
  }),
  points: pointsOf,
  figures: () => SCORES.map(String),
  // Nobody can read a figure from a radar.
  readable: (chart) => {
    const asBars: Bars = { ...chart, kind: "bars", title: chart.titleAlone };
    return bars.readable?.(asBars) ?? [asBars];
  },
  sample: (names) => ({ kind: "radar", ...sampleOf(names) }),
};

/** Rings for the scores, the spokes, and the lines of the layout. */
function gridOf({ cx, cy, radius, lines }: RadarLayout, spokes: number): string {
  const at = (index: number, score: number): Path[number] => {
    const [angle, far] = [(2 * Math.PI * index) / spokes, (radius * score) / TOP_SCORE];
    return [cx + far * Math.sin(angle), cy - far * Math.cos(angle)];
  };
  const all = Array.from({ length: spokes }, (_, index) => index);
  const rings = SCORES.slice(1).map((score) => {
    const r = rounded((radius * score) / TOP_SCORE);
    if (spokes < ENCLOSING) return `M${rounded(cx)} ${rounded(cy) - r}a${r} ${r} 0 1 1 0 ${2 * r}a${r} ${r} 0 1 1 0 ${-2 * r}`;
    return `${pathData([all.map((index) => at(index, score))])}Z`;
  });
  return rings.join("") + pathData([...all.map((index): Path => [[cx, cy], at(index, TOP_SCORE)]), ...lines]);
}

/**
 * The layout of a radar, as large as its labels allow. The first spoke points up; the others follow clockwise. Names are at the ends of the
 * spokes. If there are many, they are in a column on either side with a line to each. Where there is room for codes only, a key names them.
 * @param height of an image's chart
 */
export function radarLayout(spokes: Radar["spokes"], size: Size, height: number = SIZES[size].height): RadarLayout {
  const { around, named } = LABELS[size];
  const isNamed = spokes.length <= named;
  const most = size === "wide" && spokes.length < ENCLOSING ? height * LINES_ONLY : height;
  const layout = (spokes.length > around ? inColumns : atEnds)(spokes, size, most, isNamed);
  return isNamed ? layout : withKey(layout, spokes);
}

/** Labels at the ends of the spokes. */
function atEnds(spokes: Radar["spokes"], size: Size, most: number, named: boolean): RadarLayout {
  const { width, font, dot } = SIZES[size];
  const { characters } = LABELS[size];
  const [cx, pad, gap] = [width / 2, 4, font * 0.8];
  const labels = spokes.map(({ code, name }, index) => {
    const angle = (2 * Math.PI * index) / spokes.length;
    const lines = named ? wrapName(name, characters) : [code];
    return {
      lines,
      right: Math.sin(angle),
      up: Math.cos(angle),
      width: widthOf(lines, font),
      height: lines.length * lineHeight(font),
    };
  });
  // A label to the left or right starts at its spoke; one above or below is centred on it.
  const isBeside = (right: number) => Math.abs(right) > 0.2;
  const across = labels.flatMap(({ right, width: w }) =>
    Math.abs(right) < 1e-9 ? [] : [(width / 2 - pad - (isBeside(right) ? w : w / 2)) / Math.abs(right) - gap],
  );
  /** How far a radar reaches above and below its centre: a triangle less far down than up. */
  const reach = (radius: number) => {
    const ends = labels.flatMap(({ up, height: h }) => [
      (radius + gap) * up + (h / 2) * (up + 1),
      (radius + gap) * up + (h / 2) * (up - 1),
    ]);
    const round = spokes.length < ENCLOSING ? radius : 0;
    return { up: Math.max(round, dot, ...ends), down: Math.max(round, dot, ...ends.map((end) => -end)) };
  };
  let radius = Math.max(width / 10, Math.min(most * 0.6, ...across));
  const fits = () => reach(radius).up + reach(radius).down <= most - 2 * pad;
  while (!fits() && radius > width / 12) radius -= 1;
  const { up: above, down: below } = reach(radius);
  const height = size === "image" ? Math.max(most, above + below + 2 * pad) : above + below + 2 * pad;
  const cy = (height + above - below) / 2;
  const names = labels.map(({ lines, right, up, height: h }): ChartText => {
    const centre = cy - (radius + gap) * up - (h / 2) * up;
    return {
      x: cx + (radius + gap) * right,
      y: centre - h / 2 + font * 0.95,
      anchor: isBeside(right) ? (right > 0 ? "start" : "end") : "middle",
      size: font,
      lines,
    };
  });
  // Left of the first spoke, as far as a marker reaches.
  const ticks = SCORES.map((score): ChartText => {
    const y = cy - (radius * score) / TOP_SCORE + font * 0.28;
    return { x: cx - dot * 2.2, y, anchor: "end", size: font * 0.8, lines: [String(score)], muted: true, halo: true };
  });
  return { width, height, cx, cy, radius, dot, lines: [], texts: [...names, ...ticks] };
}

/** Labels in two columns, each with a line to its spoke; the scale lies below, as the first spoke is too close to the others. */
function inColumns(spokes: Radar["spokes"], size: Size, most: number, named: boolean): RadarLayout {
  const { width, dot } = SIZES[size];
  const pad = 4;
  const rows = Math.ceil(spokes.length / 2);
  const lead = width * 0.04;
  const [font, characters] = ({ wide: [11.5, 24], narrow: [11, 0], image: [0, 99] } as const)[size];
  const scale = size === "image" ? 30 : 26;
  const labels = spokes.map(({ code, name }) => (named ? wrapName(name, characters) : [code]));
  const tallest = Math.max(...labels.map((lines) => lines.length));
  const step = size === "image" ? (most - scale - 2 * pad) / rows : Math.max(tallest * lineHeight(font) + 2, (most * 0.72) / rows);
  const labelFont = size === "image" ? Math.min(15.5, step / 1.3) : font;
  const height = step * rows + scale + 2 * pad;
  const column = Math.max(...labels.map((lines) => widthOf(lines, labelFont)));
  const [cx, cy] = [width / 2, pad + (step * rows) / 2];
  const radius = Math.max(width / 12, Math.min((step * rows) / 2 - dot, width / 2 - pad - column - lead));
  const lines: Path[] = [];
  const names = labels.map((label, index): ChartText => {
    const angle = (2 * Math.PI * index) / spokes.length;
    const side = index < rows ? 1 : -1;
    const row = side === 1 ? index : spokes.length - 1 - index;
    const y = pad + step * (row + (side === 1 || spokes.length % 2 === 0 ? 0.5 : 1));
    const end = cx + side * (width / 2 - pad - column);
    lines.push([
      [cx + (radius + 2) * Math.sin(angle), cy - (radius + 2) * Math.cos(angle)],
      [end - side * lead * 0.35, y],
      [end - side * 4, y],
    ]);
    return { x: end, y: firstBaseline(y, label, labelFont), anchor: side === 1 ? "start" : "end", size: labelFont, lines: label };
  });
  const axis = pad + step * rows + 6;
  const along = (score: number) => cx + (radius * score) / TOP_SCORE;
  lines.push([
    [along(0), axis],
    [along(TOP_SCORE), axis],
  ]);
  const figures = Math.max(11, labelFont * 0.85);
  const ticks = SCORES.map((score) => {
    lines.push([
      [along(score), axis - 3],
      [along(score), axis + 3],
    ]);
    return tickBelow(along(score), axis + 5 + figures, figures, score);
  });
  return { width, height, cx, cy, radius, dot: dot * 0.6, lines, texts: [...names, ...ticks] };
}

/** Puts the name of each code below the radar. */
function withKey(layout: RadarLayout, spokes: Radar["spokes"]): RadarLayout {
  const [size, indent] = [12, Math.max(...spokes.map(({ code }) => widthOf([code], 12))) + 12];
  const top = layout.height + size;
  const key = spokes.flatMap(({ code, name }, index): ChartText[] => {
    const y = top + size + index * lineHeight(size) * 1.1;
    return [
      { x: 4, y, anchor: "start", size, lines: [code] },
      { x: 4 + indent, y, anchor: "start", size, lines: [name] },
    ];
  });
  return { ...layout, height: top + size * 0.5 + spokes.length * lineHeight(size) * 1.1, texts: [...layout.texts, ...key] };
}

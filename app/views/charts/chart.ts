/**
 * The parts of every kind of chart. Each kind is a module in this folder, and `kinds.ts` lists them
 * (docs/rules/results-and-files.md#charts). The layout is our own, so that the page and images agree, and nothing is clipped or overlaps.
 */

/** How far a perspective meets a level (docs/rules/scores.md#heat-map). */
export type LevelMark = "fully" | "partially" | "rarely";

/**
 * The mark of a cell: how far a level is met, that it was not assessed, or what a diagnostic attribute was marked as. A sign next to the
 * word shows it, never colour alone (docs/rules/accessibility-and-words.md#accessible-to-everybody).
 */
export type CellMark = LevelMark | "unassessed" | "positive" | "improvement";

/** The assessment's own scores are drawn with dots and a solid line, a benchmark with diamonds and dashes, targets with rings alone. */
export type SeriesRole = "own" | "benchmark" | "target";

/** A figure: what people read, already rounded and formatted, and the number behind it. */
export interface Point {
  text: string;
  /** Rounded like the text; absent when there is none. */
  value?: number;
  /** Set where there is nothing: the text is `–`. */
  missing?: true;
}

export interface Chart {
  id: string;
  title: string;
  /** The title of the table that holds its figures; of several, all their titles. */
  figuresIn: string | readonly string[];
  /** Whether it compares with a benchmark, so that its image says with whose. */
  comparesWithOthers?: true;
}

/** For a wide column, for a phone, and for an image. */
export type Size = "wide" | "narrow" | "image";

export interface ChartText {
  /** Position of the first line's baseline, in the drawing's units. */
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  size: number;
  lines: string[];
  /** Weaker than names, for the figures of a scale. */
  muted?: boolean;
  /** Lines may pass behind it. */
  halo?: boolean;
}

/** The colour of a bar; `range` is the middle half of a cohort, `earlier` a score of an earlier time, `paper` the white around a line. */
export type Fill = SeriesRole | "range" | "earlier" | "paper" | LevelMark;

/** Two crossing scales of a radar, and what is drawn on them. */
export interface RadarShape {
  as: "radar";
  width: number;
  height: number;
  cx: number;
  cy: number;
  radius: number;
  /** Radius of a point. */
  dot: number;
  /** A value from 0 to 5 for each spoke, and what it says; null for none. */
  series: { role: SeriesRole; values: (number | null)[]; titles: (string | null)[] }[];
}

/** A point: a dot for the assessment's own score, a hollow diamond for a benchmark, a ring for a target. */
export interface MarkerShape {
  as: "marker";
  role: SeriesRole;
  x: number;
  y: number;
  r: number;
  title?: string;
}

/**
 * A part of a drawing. None has a text but its title, which shows where a mouse points: pages and images draw texts in different ways, so
 * all texts are in `Frame.texts`.
 */
export type Shape =
  | { as: "grid"; d: string }
  | { as: "line"; role: SeriesRole; d: string; width: number; dashes?: string }
  | { as: "bar"; fill: Fill; x: number; y: number; width: number; height: number; title?: string }
  | MarkerShape
  | RadarShape;

/** The layout of a chart. */
export interface Frame {
  width: number;
  height: number;
  texts: ChartText[];
  /** From back to front. */
  shapes: Shape[];
  /** The value that belongs to a place on the drawing, for tests. */
  valueAt(x: number, y: number): number;
}

/** An entry of a legend; its sign is drawn in a box of 32 by 16. */
export interface LegendEntry {
  name: string;
  sign: Shape[];
}

/** The colour of a series of PowerPoint: that of a bar, or the shade of a level from 1. */
export type SlideColor = Fill | "muted" | { band: number };

/** A chart of PowerPoint's own. */
export interface SlideChart {
  type: "radar" | "bar" | "line";
  labels: string[];
  /** `mark` is the sign of its points; a circle by default. */
  series: { name: string; color: SlideColor; mark?: "diamond" | "dash" | "triangle"; values: (number | null)[] }[];
  /** Whether its legend is written below it in the order of its bars: LibreOffice turns that of horizontal bars round. */
  legendBelow?: true;
  /** Options of pptxgenjs that differ from those of other charts. */
  options: Readonly<Record<string, unknown>>;
}

/** Of horizontal bars, of which the first is on top: the scale of scores below them. */
export const SCALE_BELOW = {
  catAxisOrientation: "maxMin",
  catAxisCrossesAt: "max",
  valAxisLabelPos: "nextTo",
  valAxisLabelFormatCode: "0",
  valAxisLineShow: false,
  valAxisMajorTickMark: "none",
} as const;

/** A point of a chart: what its title says, and its value. */
export interface TitledValue {
  title: string;
  value: number;
}

/** Everything that one kind of chart does differently from others. */
export interface ChartKind<C extends Chart> {
  /** The chart in words, for those who cannot see it. */
  inWords(chart: C): string;
  /** @param height that an image leaves for it, in the drawing's units */
  frame(chart: C, size: Size, height?: number): Frame;
  /** Empty for a chart of one series. */
  legend(chart: C): LegendEntry[];
  /** @param room its height on the slide in inches, and whether it shares the slide with another chart, or with anything */
  slide(chart: C, room: { height: number; isShared: boolean; isBeside?: boolean }): SlideChart;
  /** Its points; none for a chart that is nothing but its frame. */
  points(chart: C): TitledValue[];
  /** The figures that are written into it: those of its scale, and those next to its points. */
  figures(chart: C): string[];
  /** How many rows it has, if its height depends on them. */
  rows?(chart: C): number;
  /** The kinds that a document leaves out of a section that has one of this kind, because it says the same and better. */
  standsFor?: readonly string[];
  /** The same figures as they can be read on a page of a document: as another kind, or in parts. */
  readable?(chart: C): Chart[];
  /** The most rows, and the most characters of a name, that its drawing has room for; it takes any of the catalogue unless it says so. */
  madeFor?: { rows: number; name: number };
  /** A small chart to draw in tests, and to warm up before the first request. */
  sample(names: readonly { code: string; name: string }[]): C;
}

// --- layout -----------------------------------------------------------------------------------------------------------

export const TOP_SCORE = 5;
export const SCORES = [0, 1, 2, 3, 4, 5];
const LINE = 1.25;
/** Width of a character in units of the font size, a generous estimate: in long texts narrow and wide letters even out. */
const CHARACTER = { short: 0.57, long: 0.53, from: 20 };

/**
 * `height` is what a chart may take: an image has no more (docs/rules/results-and-files.md#images), on a page it may be exceeded.
 * `dot` is the radius of a point.
 */
export const SIZES = {
  wide: { width: 720, height: 460, font: 15, dot: 6 },
  narrow: { width: 360, height: 330, font: 12, dot: 5 },
  image: { width: 1104, height: 440, font: 20, dot: 8 },
} as const;

/** The distance between two baselines, in the drawing's units. */
export const lineHeight = (size: number) => size * LINE;

/** The width of the longest line, a generous estimate. */
export const widthOf = (lines: readonly string[], size: number) =>
  Math.max(0, ...lines.map(({ length }) => length * (length < CHARACTER.from ? CHARACTER.short : CHARACTER.long))) * size;

/** Wraps a name between words, into lines of a limited number of characters. */
export function wrapName(name: string, characters: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= characters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The baseline of the first of some lines that are centred on a height. */
export const firstBaseline = (middle: number, lines: readonly string[], size: number) =>
  middle - ((lines.length - 1) * lineHeight(size)) / 2 + size * 0.35;

/** The figure of a scale, centred below its place. */
export const tickBelow = (x: number, y: number, size: number, score: number): ChartText => {
  const lines = [String(score)];
  return { x, y, anchor: "middle", size, lines, muted: true, halo: true };
};

/** A scale of scores from left to right: where a score stands, its lines, and its figures below them in a size. */
export function scaleOf({ left, right, top, bottom }: { left: number; right: number; top: number; bottom: number }) {
  const across = (score: number) => left + ((right - left) * score) / TOP_SCORE;
  return {
    across,
    lines: SCORES.map((score): Path => [top, bottom].map((y) => [across(score), y] as const)),
    ticks: (below: number, size: number) => SCORES.map((score) => tickBelow(across(score), bottom + below, size, score)),
    valueAt: (x: number) => (TOP_SCORE * (x - left)) / (right - left),
  };
}

/** A straight line, or one with bends, through these points. */
export type Path = readonly (readonly [x: number, y: number])[];

/** A place as it is written into a drawing. */
export const rounded = (value: number) => Math.round(value * 100) / 100;

/** Some lines as the data of one SVG path. */
export const pathData = (paths: readonly Path[]) =>
  paths.map((path) => path.map(([x, y], index) => `${index === 0 ? "M" : "L"}${rounded(x)} ${rounded(y)}`).join("")).join("");

/** The sign of a point in a legend. A ring is the largest, and has to fit. */
export const markerSign = (role: SeriesRole): Shape => ({ as: "marker", role, x: 16, y: 8, r: role === "target" ? 3.2 : 4 });

/**
 * The layout of charts. This module places the texts itself, not the chart library. So the page (SVG text) and the image (text in its own
 * typeface) agree, and nothing is clipped or overlaps.
 */
import type { Radar, Spread } from "~/views/result";

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

/** A straight line, or one with bends, through these points. */
export type Path = readonly (readonly [x: number, y: number])[];

export interface Frame {
  width: number;
  height: number;
  texts: ChartText[];
}

export const TOP_SCORE = 5;
export const SCORES = [0, 1, 2, 3, 4, 5];
const LINE = 1.25;
/** Width of a character in units of the font size, a generous estimate: in long texts narrow and wide letters even out. */
const CHARACTER = { short: 0.57, long: 0.53, from: 20 };

/**
 * `height` is the room for a chart. An image has no more (docs/rules/results-and-files.md#images); on a page the chart may be larger.
 * `around`: the largest number of spokes with labels at their ends; `named`: with names as labels.
 */
const SIZES = {
  wide: { width: 720, height: 460, font: 15, characters: 18, row: 46, dot: 6, around: 12, named: Number.POSITIVE_INFINITY },
  narrow: { width: 360, height: 330, font: 12, characters: 12, row: 52, dot: 5, around: 12, named: 8 },
  image: { width: 1104, height: 440, font: 20, characters: 26, row: 60, dot: 8, around: 8, named: Number.POSITIVE_INFINITY },
} as const;

/** The height of a chart in an image, unless another is given. */
export const IMAGE_CHART_HEIGHT = SIZES.image.height;

/** The distance between two baselines, in the drawing's units. */
export const lineHeight = (size: number) => size * LINE;
const widthOf = (lines: readonly string[], size: number) =>
  Math.max(0, ...lines.map(({ length }) => length * (length < CHARACTER.from ? CHARACTER.short : CHARACTER.long))) * size;
/** The width of the longest line, a generous estimate. */
export const textWidth = (text: ChartText) => widthOf(text.lines, text.size);

/** The box around a text, for the tests that nothing is clipped or overlaps. */
export function boxOf(text: ChartText) {
  const width = textWidth(text);
  const left = text.anchor === "start" ? text.x : text.anchor === "end" ? text.x - width : text.x - width / 2;
  const top = text.y - text.size;
  return { left, right: left + width, top, bottom: top + lineHeight(text.size) * text.lines.length };
}

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
const firstBaseline = (middle: number, lines: readonly string[], size: number) =>
  middle - ((lines.length - 1) * lineHeight(size)) / 2 + size * 0.35;

/** A radar that is only one or two lines gets less height in a wide column, so that it fits on one page with its section. */
const LINES_ONLY = 0.6;

// --- radars ---------------------------------------------------------------------------------------------------------

export interface RadarFrame extends Frame {
  cx: number;
  cy: number;
  radius: number;
  /** Radius of a point. */
  dot: number;
  /** Lines from the spokes to names in the columns, and the axis of a scale next to the radar. */
  lines: Path[];
}

/**
 * The layout of a radar, as large as its labels allow. The first spoke points up; the others follow clockwise. Names are at the ends of the
 * spokes. If there are many, they are in a column on either side with a line to each. Where there is room for codes only, a key names them.
 * @param height of an image's chart
 */
export function radarFrame(spokes: Radar["spokes"], size: Size, height: number = SIZES[size].height): RadarFrame {
  const named = spokes.length <= SIZES[size].named;
  const most = size === "wide" && spokes.length < 3 ? height * LINES_ONLY : height;
  const frame = spokes.length > SIZES[size].around ? columnsFrame(spokes, size, most, named) : aroundFrame(spokes, size, most, named);
  return named ? frame : withKey(frame, spokes);
}

/** Labels at the ends of the spokes. */
function aroundFrame(spokes: Radar["spokes"], size: Size, most: number, named: boolean): RadarFrame {
  const { width, font, characters, dot } = SIZES[size];
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
    const round = spokes.length < 3 ? radius : 0;
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
function columnsFrame(spokes: Radar["spokes"], size: Size, most: number, named: boolean): RadarFrame {
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
  const ticks = SCORES.map((score): ChartText => {
    lines.push([
      [along(score), axis - 3],
      [along(score), axis + 3],
    ]);
    return { x: along(score), y: axis + 5 + figures, anchor: "middle", size: figures, lines: [String(score)], muted: true, halo: true };
  });
  return { width, height, cx, cy, radius, dot: dot * 0.6, lines, texts: [...names, ...ticks] };
}

/** Puts the name of each code below the radar. */
function withKey(frame: RadarFrame, spokes: Radar["spokes"]): RadarFrame {
  const [size, indent] = [12, Math.max(...spokes.map(({ code }) => widthOf([code], 12))) + 12];
  const top = frame.height + size;
  const key = spokes.flatMap(({ code, name }, index): ChartText[] => {
    const y = top + size + index * lineHeight(size) * 1.1;
    return [
      { x: 4, y, anchor: "start", size, lines: [code] },
      { x: 4 + indent, y, anchor: "start", size, lines: [name] },
    ];
  });
  return { ...frame, height: top + size * 0.5 + spokes.length * lineHeight(size) * 1.1, texts: [...frame.texts, ...key] };
}

// --- bars -----------------------------------------------------------------------------------------------------------

/** The place of a row's bar: where it begins, where it would end with the highest score, and the height of its middle. */
export interface BarPosition {
  left: number;
  right: number;
  y: number;
}

export interface BarsFrame extends Frame {
  /** In the order of the spokes. */
  places: BarPosition[];
  /** Height of a bar. */
  thick: number;
  /** Half the size of a benchmark's marker. */
  dot: number;
  /** The lines of the scale. */
  grid: Path[];
}

/** An image shows more rows than these in two columns. */
const ONE_COLUMN = 17;

/**
 * The layout of bars: a row for each score from top to bottom, with its name, the bar and the score in figures. A phone shows the names
 * above their bars.
 * @param scores in figures, as long as the spokes
 * @param most the height of an image's chart
 */
export function barsFrame(spokes: Radar["spokes"], scores: readonly string[], size: Size, most: number = SIZES[size].height): BarsFrame {
  const { width, dot: largest } = SIZES[size];
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
  const texts: ChartText[] = [];
  const grid: Path[] = [];
  for (let column = 0; column < columns; column += 1) {
    const left = column * (columnWidth + gutter) + named + (above ? 4 : 0);
    const right = (column + 1) * columnWidth + column * gutter - figures - font * 0.5;
    const bottom = top + rows * row;
    for (const score of SCORES) {
      const x = left + ((right - left) * score) / TOP_SCORE;
      grid.push([
        [x, top],
        [x, bottom],
      ]);
      texts.push({ x, y: bottom + font * 1.2, anchor: "middle", size: font * 0.85, lines: [String(score)], muted: true, halo: true });
    }
  }
  const places = spokes.map((_, index): BarPosition => {
    const column = Math.floor(index / rows);
    const start = column * (columnWidth + gutter);
    const y = top + row * ((index % rows) + (above ? 0.68 : 0.5));
    return { left: start + named + (above ? 4 : 0), right: start + columnWidth - figures - font * 0.5, y };
  });
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

// --- spreads --------------------------------------------------------------------------------------------------------

export interface SpreadFrame extends Frame {
  /** The area of the rows and their scale. */
  plot: { left: number; right: number; top: number; bottom: number };
  /** Height of one row. */
  row: number;
  /** Radius of a point. */
  dot: number;
}

/**
 * The layout of a spread: rows from top to bottom on a scale from 0 to 5. A phone shows the names above their rows.
 * @param most the height of an image's chart
 */
export function spreadFrame(rows: Spread["rows"], size: Size, most: number = SIZES[size].height): SpreadFrame {
  const { width, font, row: roomy, dot } = SIZES[size];
  const above = size === "narrow";
  const below = font * 2;
  const row = size === "image" ? Math.max(font * 1.6, Math.min(roomy, (most - below - 4) / Math.max(1, rows.length))) : roomy;
  const labels = rows.map(({ name }) => (above ? [name] : wrapName(name, row > 2.6 * font ? 24 : 99)));
  const column = Math.max(0, ...labels.map((lines) => widthOf(lines, font)));
  const used = 4 + rows.length * row + below;
  const height = size === "image" ? Math.max(most, used) : used;
  const top = (height - used) / 2 + 4;
  const plot = { left: above ? font : column + font, right: width - font, top, bottom: top + rows.length * row };
  const names = labels.map((lines, index): ChartText => {
    const middle = plot.top + row * (index + 0.5);
    return above
      ? { x: 0, y: middle - dot - font * 0.9, anchor: "start", size: font, lines, halo: true }
      : { x: column, y: firstBaseline(middle, lines, font), anchor: "end", size: font, lines };
  });
  const ticks = SCORES.map((score): ChartText => {
    const x = plot.left + ((plot.right - plot.left) * score) / TOP_SCORE;
    return { x, y: plot.bottom + font * 1.4, anchor: "middle", size: font * 0.85, lines: [String(score)], muted: true, halo: true };
  });
  return { width, height, plot, row, dot, texts: [...names, ...ticks] };
}

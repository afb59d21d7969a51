/**
 * The layout of charts. Texts are placed here and not by the chart library, so that the page (SVG text) and the image (text in its own
 * typeface) agree, and nothing is clipped or overlaps.
 */
import type { Radar, Spread } from "~/views/report";

/** For a wide column, for a phone, and for an image. */
export type Size = "wide" | "narrow" | "image";

export interface ChartText {
  /** Position of the first line's baseline, in the drawing's units. */
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  size: number;
  lines: string[];
  /** Weaker than names, for axis figures. */
  muted?: boolean;
}

export interface Frame {
  width: number;
  height: number;
  texts: ChartText[];
}

export const TOP_SCORE = 5;
const SCORES = [0, 1, 2, 3, 4, 5];
const LINE = 1.25;
/** Width of a character in units of the font size; a generous estimate. */
const CHARACTER = 0.57;

/** `named`: the largest number of spokes that are labelled with names; with more, codes are shown. */
const SIZES = {
  wide: { width: 720, height: 460, font: 15, characters: 18, row: 46, dot: 6, named: 12 },
  narrow: { width: 360, height: 330, font: 12, characters: 12, row: 52, dot: 5, named: 8 },
  image: { width: 1104, height: 720, font: 21, characters: 20, row: 64, dot: 9, named: 12 },
} as const;

/** With more spokes than this, codes alternate between two rings. */
const ONE_RING = 22;

/** The distance between two baselines, in the drawing's units. */
export const lineHeight = (size: number) => size * LINE;
/** The width of the longest line, a generous estimate. */
export const textWidth = (text: ChartText) => Math.max(...text.lines.map((line) => line.length)) * text.size * CHARACTER;

/** The box around a text, for the tests that nothing is clipped or overlaps. */
export function boxOf(text: ChartText) {
  const width = textWidth(text);
  const left = text.anchor === "start" ? text.x : text.anchor === "end" ? text.x - width : text.x - width / 2;
  const top = text.y - text.size;
  return { left, right: left + width, top, bottom: top + lineHeight(text.size) * text.lines.length };
}

/** Wraps a name into lines of at most so many characters, between words only. */
export function wrapName(name: string, characters: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= characters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export interface RadarFrame extends Frame {
  cx: number;
  cy: number;
  radius: number;
  /** Radius of a point. */
  dot: number;
}

/** The layout of a radar, as large as its labels allow. The first spoke points up; the others follow clockwise. */
export function radarFrame(spokes: Radar["spokes"], size: Size): RadarFrame {
  const { width, height, font, characters, dot, named: mostNamed } = SIZES[size];
  const [cx, cy, pad] = [width / 2, height / 2, 4];
  const named = spokes.length <= mostNamed;
  const labels = spokes.map(({ code, name }, index) => {
    const angle = (2 * Math.PI * index) / spokes.length;
    const lines = named ? wrapName(name, characters) : [code];
    const ring = spokes.length > ONE_RING && index % 2 === 1 ? font * 1.5 : 0;
    return {
      lines,
      right: Math.sin(angle),
      up: Math.cos(angle),
      gap: font * 0.8 + ring,
      width: Math.max(...lines.map((line) => line.length)) * font * CHARACTER,
      height: lines.length * lineHeight(font),
    };
  });
  // A label to the left or right starts at its spoke; one above or below is centred on it.
  const isBeside = (right: number) => Math.abs(right) > 0.2;
  const fits = labels.flatMap(({ right, up, gap, width: w, height: h }) => {
    const reach = isBeside(right) ? w : w / 2;
    const across = Math.abs(right) < 1e-9 ? [] : [(width / 2 - pad - reach) / Math.abs(right) - gap];
    const along = Math.abs(up) < 1e-9 ? [] : [(height / 2 - pad - (h / 2) * (1 + Math.abs(up))) / Math.abs(up) - gap];
    return [...across, ...along];
  });
  const radius = Math.max(width / 10, Math.min(height * 0.42, ...fits));
  const names = labels.map(({ lines, right, up, gap, height: h }): ChartText => {
    const centre = cy - (radius + gap) * up - (h / 2) * up;
    return {
      x: cx + (radius + gap) * right,
      y: centre - h / 2 + font * 0.95,
      anchor: isBeside(right) ? (right > 0 ? "start" : "end") : "middle",
      size: font,
      lines,
    };
  });
  const ticks = SCORES.map((score): ChartText => {
    return {
      x: cx - font * 0.4,
      y: cy - (radius * score) / TOP_SCORE + font * 0.3,
      anchor: "end",
      size: font * 0.8,
      lines: [String(score)],
      muted: true,
    };
  });
  return { width, height, cx, cy, radius, dot: named ? dot : dot / 2, texts: [...names, ...ticks] };
}

export interface SpreadFrame extends Frame {
  /** The area of the rows and their scale. */
  plot: { left: number; right: number; top: number; bottom: number };
  /** Height of one row. */
  row: number;
  /** Radius of a point. */
  dot: number;
}

/** The layout of a spread: rows from top to bottom on a scale from 0 to 5. On a phone the names are above their rows. */
export function spreadFrame(rows: Spread["rows"], size: Size): SpreadFrame {
  const { width, font, row, dot } = SIZES[size];
  const above = size === "narrow";
  const labels = rows.map(({ name }) => (above ? [name] : wrapName(name, 24)));
  const column = Math.max(0, ...labels.flat().map((line) => line.length)) * font * CHARACTER;
  const plot = { left: above ? font : column + font, right: width - font, top: 4, bottom: 4 + rows.length * row };
  const names = labels.map((lines, index): ChartText => {
    const middle = plot.top + row * (index + 0.5);
    const first = middle - ((lines.length - 1) * lineHeight(font)) / 2 + font * 0.35;
    return above
      ? { x: 0, y: middle - dot - font * 0.6, anchor: "start", size: font, lines }
      : { x: column, y: first, anchor: "end", size: font, lines };
  });
  const ticks = SCORES.map((score): ChartText => {
    const x = plot.left + ((plot.right - plot.left) * score) / TOP_SCORE;
    return { x, y: plot.bottom + font * 1.4, anchor: "middle", size: font * 0.85, lines: [String(score)], muted: true };
  });
  return { width, height: plot.bottom + font * 2, plot, row, dot, texts: [...names, ...ticks] };
}

import type { CellMark, Fill, SeriesRole } from "~/views/charts/chart";

/**
 * Colours of charts on paper and in images. Blue and orange can be told apart with every common kind of colour blindness, and series
 * also differ by line and symbol. Targets have a dark green. On the page the style sheet lightens them in dark mode.
 */
export const SERIES_COLORS: Record<SeriesRole, string> = { own: "#3151c9", benchmark: "#b45309", target: "#14532d" };

/** What lies behind a chart. */
export const PAPER = "#ffffff";
export const INK = "#1c2024";
export const MUTED_INK = "#60646c";
export const GRID = "#c3c6ce";

/** One hue from light to dark that also works in grey; the symbol tells the same without colour. */
export const MARKS: Record<CellMark, { background: string; ink: string; sign: "full" | "half" | "empty" | "dashed" | "plus" | "cross" }> = {
  fully: { background: "#3151c9", ink: "#ffffff", sign: "full" },
  partially: { background: "#c5d2fb", ink: INK, sign: "half" },
  rarely: { background: "#f4f5f8", ink: INK, sign: "empty" },
  unassessed: { background: PAPER, ink: MUTED_INK, sign: "dashed" },
  positive: { background: "transparent", ink: "#1a6c3f", sign: "plus" },
  improvement: { background: "transparent", ink: "#9a4a06", sign: "cross" },
};

/** Behind a score by its level, from 0 to 5: one hue from light to dark, on which dark ink is always readable. */
export const BANDS: readonly string[] = ["#ffffff", "#eef1fd", "#dde4fc", "#c5d2fb", "#a9bbf6", "#8da5f1"];

/** How a bar of a chart is filled, also in PowerPoint. Each can be told from white paper: by itself, or by its outline where it is paler. */
export const FILLS: Record<Fill, { fill: string; fillOpacity?: number; stroke?: string }> = {
  own: { fill: SERIES_COLORS.own },
  benchmark: { fill: SERIES_COLORS.benchmark },
  // In reports: a line on bars of any house style, so in no colour that one could have.
  target: { fill: INK },
  range: { fill: SERIES_COLORS.benchmark, fillOpacity: 0.28, stroke: SERIES_COLORS.benchmark },
  earlier: { fill: "#c3c6ce", stroke: "#80838d" },
  paper: { fill: PAPER },
  fully: { fill: MARKS.fully.background },
  partially: { fill: "#6f87e0" },
  rarely: { fill: "#80838d" },
};

import type { CellMark, SeriesRole } from "~/views/report";

/**
 * Colours of charts on paper and in images. Blue and orange stay apart for every common kind of colour blindness, and
 * series differ by line and sign as well. On the page the style sheet may lighten them for the dark scheme.
 */
export const SERIES_COLORS: Record<SeriesRole, string> = { own: "#3151c9", benchmark: "#b45309" };

export const INK = "#1c2024";
export const MUTED_INK = "#60646c";
export const GRID = "#c3c6ce";

/** One hue from light to dark, readable in grey as well; the sign says the same without colour. */
export const MARKS: Record<CellMark, { background: string; ink: string; sign: "full" | "half" | "empty" | "plus" | "arrow" }> = {
  fully: { background: "#3151c9", ink: "#ffffff", sign: "full" },
  partially: { background: "#c5d2fb", ink: INK, sign: "half" },
  rarely: { background: "#f4f5f8", ink: INK, sign: "empty" },
  positive: { background: "transparent", ink: "#1a6c3f", sign: "plus" },
  improvement: { background: "transparent", ink: "#9a4a06", sign: "arrow" },
};

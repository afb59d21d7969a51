/** Cells of a report's tables: what is read, and the number behind it (docs/rules/scores.md#how-scores-are-shown). */
import { formatDifference, formatScore, roundHalfAway } from "#model/rounding.ts";
import type { Cell } from "~/views/report";

/** Stands where there is nothing to show: `–` in a table, an empty cell in the Excel file. Told by identity, so never copied. */
export const NONE: Cell = { text: "–" };

/** A score from 0 to 5, given unrounded, with two decimals. */
export const score = (value: number): Cell => ({ text: formatScore(value), value: roundHalfAway(value, 2) });

/** A score with two decimals, `–` where it is not known. */
export const scoreOrNone = (value: number | null | undefined): Cell => (value === null || value === undefined ? NONE : score(value));

/** A whole number: a level, a rank, a count. */
export const whole = (value: number): Cell => ({ text: String(value), value });

/** A whole number, `–` where there is none. */
export const wholeOrNone = (value: number | null | undefined): Cell => (value === null || value === undefined ? NONE : whole(value));

/** Words, without a number behind them. */
export const words = (text: string): Cell => ({ text });

/** How far a score lies above (+) or below (-) another, to one decimal (docs/rules/benchmark.md#difference). Both are given unrounded. */
export const difference = (own: number, other: number): Cell => ({
  text: formatDifference(own, other),
  value: roundHalfAway(own - other, 1),
});

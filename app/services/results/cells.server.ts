/** Cells and columns of a report's tables. */
import { formatScore, roundHalfAway } from "#model/rounding.ts";
import type { Cell, Column } from "~/views/report";

/** A score with two decimals (specification C9). */
export const score = (value: number): Cell => ({ text: formatScore(value), value: roundHalfAway(value, 2) });
export const whole = (value: number): Cell => ({ text: String(value), value });
export const words = (text: string): Cell => ({ text });
export const NONE: Cell = { text: "–" };
export const scoreOrNone = (value: number | null): Cell => (value === null ? NONE : score(value));
export const numberIn = (cell: Cell | undefined): number | null => cell?.value ?? null;

export const textColumn = (title: string, more: Partial<Column> = {}): Column => ({ title, kind: "text", ...more });
export const numberColumn = (title: string): Column => ({ title, kind: "number" });

const inWords = new Intl.ListFormat("en-GB");
/** 'A, B and C'. */
export const listed = (items: Iterable<string>): string => inWords.format(items);
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** What some of several do to a figure that is their lowest. */
export function holdAt(some: number, all: number): string {
  if (some === 1) return "holds it at";
  if (some < all) return "hold it at";
  return all === 2 ? "are both at" : "are all at";
}

/** What one row of a sheet holds. */
export type Value = string | number | null;

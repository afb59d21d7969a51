/** Shows a number as its cell does: a date, a percentage or an amount (docs/rules/workbook.md#what-is-read). */
import { format, isDateFormat } from "numfmt";
import { withDateSeparators } from "~/services/answering/workbook/date-separators.server";

/** The formats that files name by number alone, without 0, which is General. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  // Each computer shows the dates of 14 and 22 in its own order of day and month. So they are read in words, which nobody takes for another day.
  14: "d mmm yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "d mmm yyyy h:mm",
  37: "#,##0;-#,##0",
  38: "#,##0;-#,##0",
  39: "#,##0.00;-#,##0.00",
  40: "#,##0.00;-#,##0.00",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
};
/** Excel takes no longer one. */
const CODE_MAX = 255;
/** The digits that Excel keeps of a number. A file may have more, which nobody typed. */
const DIGITS = 15;

/** The days from 1900 to 1904, when the dates of some workbooks begin. */
const DAYS_TO_1904 = 1_462;
/** The day of Excel on which the computer's time begins, and the milliseconds of a day. */
const DAY_OF_1970 = 25_569;
const DAY = 86_400_000;

/** What a workbook says of its formats. */
export interface Styles {
  /** The formats of its own, by number. */
  codes: ReadonlyMap<number, string>;
  /** For each style of a cell the number of its format. */
  styles: readonly number[];
}

/** The number formats of a workbook. */
export class NumberFormats {
  /** @param from1904 its dates begin in 1904 rather than in 1900 */
  constructor(
    private readonly own: Styles,
    private readonly from1904: boolean,
  ) {}

  /**
   * The text that a cell shows for a number or a written-out date of the file.
   * @param type of the cell, as the file names it
   * @returns undefined for what is neither
   */
  show(stored: string, { type, style }: { type: string; style: number }): string | undefined {
    const code = this.#codeOf(style);
    if (type === "d") return code && shownAs(code, dayOf(stored));
    const value = type === "n" && stored.trim() !== "" ? Number(stored) : Number.NaN;
    if (!Number.isFinite(value)) return undefined;
    const shown = code && shownAs(code, value + (this.from1904 && isDateFormat(code) ? DAYS_TO_1904 : 0));
    return shown ?? String(Number(value.toPrecision(DIGITS)));
  }

  /** The format of a style; undefined where numbers are shown as they are. */
  #codeOf(style: number): string | undefined {
    const id = this.own.styles[style] ?? 0;
    const code = this.own.codes.get(id) ?? BUILT_IN[id];
    return code === undefined || code.length > CODE_MAX || /^general$/i.test(code) ? undefined : code;
  }
}

/** The day of Excel for a date such as 2026-11-05T09:30:00. */
const dayOf = (text: string) => Date.parse(text.includes("T") && !text.endsWith("Z") ? `${text}Z` : text) / DAY + DAY_OF_1970;

/** A number in a format; undefined where it is no number, where the format is none, or where it shows nothing: whoever typed the number still meant it. */
function shownAs(code: string, value: number): string | undefined {
  if (Number.isNaN(value)) return undefined;
  try {
    return format(withDateSeparators(code), value, { locale: "en-GB" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The page between a form with pasted lines and what it does: it shows what was understood (docs/rules/pasted-lines.md#the-page-between). */

/** The fields that its two buttons add to those of the form. */
export const UNDERSTOOD = { seen: "seen", step: "step" } as const;
/** What the button posts that leads back to the form. */
export const CHANGE_STEP = "change";

/** A line that is not taken, and why. */
export interface LineLeft {
  line: string;
  why: string;
}

/** A line as it was understood. */
export interface UnderstoodRow {
  cells: string[];
  /** The line as it was pasted. */
  line: string;
  /** What the reader should look at, in sentences. */
  doubts: string[];
}

export interface Understood {
  /** The heads of the columns. */
  columns: string[];
  rows: UnderstoodRow[];
  wrong: LineLeft[];
  /** What the form holds, to be sent again. */
  fields: [name: string, value: string][];
  /** What is shown, in short: nothing else is done by the button. */
  seen: string;
}

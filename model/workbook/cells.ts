/** The cells of a workbook of answers, and what users may type into them (docs/rules/workbook.md#cells). */

import { withoutControls, withoutNonCharacters } from "../characters.ts";
import { fingerprint, NOTE_MAX, withLineFeeds } from "../note.ts";
import { withoutHalf } from "../words.ts";

/** Excel's limit for the characters of a cell. */
export const CELL_MAX = 32_767;

/**
 * The longest note that is read from a workbook, in UTF-16 units. It is more than a new note may have: a stored one may be longer than a limit
 * that was lowered since, and a character may take two units.
 */
export const NOTE_CELL_MAX = Math.max(CELL_MAX, 2 * NOTE_MAX);

const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** A text without what XML cannot hold: a file with it does not open. An upstream may have let it through. */
export const safeText = (text: string): string => withoutNonCharacters(text).replace(CONTROL, "");

/** A text as a cell can hold it: without what XML cannot hold, and cut to what Excel takes. */
export function cellText(text: string): string {
  return withoutHalf(safeText(withLineFeeds(text)).slice(0, CELL_MAX));
}

/** The digest of a note in the workbook's own record. Two notes that look alike in a cell count as one. */
export const notePrint = (note: string): string => fingerprint(cellText(note));

/** An answer as words say it: they are the choices of a cell. */
const WORDS = { F: "Fully", P: "Partially", R: "Rarely/Never" } as const;
export type AnswerLetter = keyof typeof WORDS | "N";

/** The choices of the cells of a thread, and of a practice. */
export const CHOICES = { thread: [WORDS.F, WORDS.P, WORDS.R], practice: [WORDS.F, WORDS.R] } as const;

/** What a cell shows for an answer; empty for none. */
export const answerWords = (letter: string): string => (letter in WORDS ? WORDS[letter as keyof typeof WORDS] : "");

const LETTERS: Readonly<Record<string, AnswerLetter>> = {
  fully: "F",
  partially: "P",
  "rarely/never": "R",
  rarely: "R",
  never: "R",
  "n/a": "N",
  "": "N",
};

/**
 * The answer that somebody typed, in any case and with any spaces around it.
 * @returns its letter, N for an empty cell; undefined for what is no answer of a thread or practice
 */
export function letterTyped(text: string, kind: keyof typeof CHOICES): AnswerLetter | undefined {
  const letter =
    LETTERS[
      withoutControls(text)
        .replace(/\s+/g, " ")
        .replace(/ ?\/ ?/, "/")
        .trim()
        .toLowerCase()
    ];
  return letter === "P" && kind === "practice" ? undefined : letter;
}

/** An option of a maturity component. */
export interface WorkbookOption {
  id: number;
  level?: number | undefined;
  name: string;
}

/** What a cell shows for an option: its level, if it has one, and its name. */
export const optionWords = ({ level, name }: WorkbookOption): string => (level === undefined ? name : `${level} – ${name}`);

/** The option that somebody chose or typed: as its cell shows it, or its level alone; undefined where there is none. */
export function optionTyped<O extends WorkbookOption>(text: string, options: readonly O[]): O | undefined {
  const plain = (words: string) =>
    withoutControls(words)
      .replace(/\s+/g, " ")
      .replace(/ [-–—] /, " – ")
      .trim()
      .toLowerCase();
  const typed = plain(text);
  return options.find((option) => plain(cellText(optionWords(option))) === typed || String(option.level) === typed);
}

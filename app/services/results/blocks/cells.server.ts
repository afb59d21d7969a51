/** The cells of a result's tables: the text that people read, and the number behind it (docs/rules/scores.md#how-scores-are-shown). */
import { answerInWords, type Place, unansweredWord } from "#model/answer-words.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ScoredName } from "#model/report-texts.ts";
import { formatDifference, formatScore, roundHalfAway } from "#model/rounding.ts";
import type { Cell, LevelMark } from "~/views/result";

/** A cell without a value: `–` in a table, empty in the Excel file. */
export const NONE: Cell = { text: "–", missing: true };

/** A score with two decimals. @param value from 0 to 5, not rounded */
export const score = (value: number): Cell => ({ text: formatScore(value), value: roundHalfAway(value, 2) });

/** A score with two decimals; `–` when it is not known. */
export const scoreOrNone = (value: number | null | undefined): Cell => (value === null || value === undefined ? NONE : score(value));

/** A name with its score as it is shown; nothing when the score is not known. */
export function scoredName(name: string, value: number | null | undefined): ScoredName[] {
  const cell = scoreOrNone(value);
  return cell.value === undefined ? [] : [{ name, shown: cell.text, value: cell.value }];
}

/** A whole number: a level, a rank, a count. */
export const whole = (value: number): Cell => ({ text: String(value), value });

/** A whole number; `–` when there is none. */
export const wholeOrNone = (value: number | null | undefined): Cell => (value === null || value === undefined ? NONE : whole(value));

/** A text without a number. */
export const textCell = (text: string): Cell => ({ text });

/** A text without a number; `–` when there is none. */
export const textOrNone = (text: string | null | undefined): Cell => (text ? textCell(text) : NONE);

/** What stands below each table with differences, as `- 0` is no minus. */
export const ABOUT_DIFFERENCES = "A difference of - 0 is less than 0.05.";

/** How far a score lies above (+) or below (−) another, to one decimal (docs/rules/benchmark.md#difference). Both are not rounded. */
export const difference = (own: number, other: number): Cell => ({
  text: formatDifference(own, other),
  value: roundHalfAway(own - other, 1),
});

/** Where a thread is in its assessment. */
export const threadPlace = (perspectiveId: number, threadId: number): string => placeOf({ kind: "thread", perspectiveId, threadId });

const ANSWER_MARKS: Readonly<Record<string, LevelMark>> = {
  Fully: "fully",
  Partially: "partially",
  Rarely: "rarely",
  "Rarely/Never": "rarely",
};

/**
 * A selection in words; where there is none, why (docs/rules/results-and-files.md#not-assessed).
 * @param place of the selection; by default in a thread or practice that is answered
 */
export function answer(selection: string | undefined, place: Place = { finished: true, locked: false }): Cell {
  const mark = selection === undefined ? undefined : ANSWER_MARKS[selection];
  if (mark !== undefined) return { text: answerInWords(selection), mark };
  return { text: unansweredWord(place), ...(place.finished && !place.descoped ? { mark: "unassessed" } : {}) };
}

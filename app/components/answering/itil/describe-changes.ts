/** What both screens of a practice, its questions and the grid, tell of changes. */

import { answerInWords } from "#model/answer-words.ts";
import { type AnsweredCriterion, fromPracticeLetters, isPracticeComplete, isPracticeStarted } from "#model/itil/gate.ts";
import { listed } from "#model/words.ts";
import type { StatusWord } from "~/components/shell/Status";
import type { PracticePage } from "~/views/answering/itil";
import { plainText } from "~/views/rich-text";

/** The state of a practice. */
export function practiceWord(criteria: readonly AnsweredCriterion[]): StatusWord {
  return isPracticeComplete(criteria) ? "Complete" : isPracticeStarted(criteria) ? "In progress" : "Not started";
}

/** What the last change cleared, in words. */
export function clearedInWords(cleared: readonly { level: number }[]): string | undefined {
  if (cleared.length === 0) return undefined;
  const levels = [...new Set(cleared.map(({ level }) => level))];
  const places = `${levels.length === 1 ? "level" : "levels"} ${listed(levels)}`;
  return cleared.length === 1 ? `An answer of ${places} was cleared.` : `${cleared.length} answers of ${places} were cleared.`;
}

/** Two versions of a practice's answers. */
export function compareAnswers(criteria: PracticePage["criteria"]) {
  const word = (letters: string, index: number) => answerInWords(fromPracticeLetters(letters)?.[index]);
  return (stored: string, mine: string) => ({
    what: "Criterion",
    rows: criteria.map(({ level, code, statement }, index) => ({
      name: `Level ${level}, ${code}: ${plainText(statement)}`,
      stored: word(stored, index),
      mine: word(mine, index),
    })),
  });
}

/** What both screens of a thread, its questions and the grid, tell of changes. */

import { answerInWords } from "#model/answer-words.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { fromThreadLetters, isThreadAnswered, isThreadStarted, type ThreadSelections } from "#model/p3m3/gate.ts";
import { listed } from "#model/words.ts";
import type { StatusWord } from "~/components/shell/Status";
import { MARK_WORDS, markAt, type P3m3QuestionsPage } from "~/views/answering/p3m3";
import { plainText } from "~/views/rich-text";

/** The state of a thread that is not descoped. */
export function threadWord(selections: ThreadSelections): StatusWord {
  return isThreadAnswered(selections) ? "Answered" : isThreadStarted(selections) ? "In progress" : "Not started";
}

/** Which answers the last change cleared, in words. */
export function clearedInWords(cleared: readonly number[]): string {
  const levels = listed(cleared);
  return cleared.length === 1 ? `The answer to level ${levels} was cleared.` : `The answers to levels ${levels} were cleared.`;
}

const nameOf = (letters: string, level: number) => answerInWords(fromThreadLetters(letters)?.[level - 1]);

/** Two versions of a thread's answers. */
export function compareAnswers(stored: string, mine: string) {
  const rows = LEVELS.map((level) => ({ name: `Level ${level}`, stored: nameOf(stored, level), mine: nameOf(mine, level) }));
  return { what: "Level", rows };
}

/** Two versions of a thread's marks. */
export function compareMarks(questions: P3m3QuestionsPage["questions"]) {
  const statements = questions.flatMap(({ level, diagnostics }) =>
    diagnostics.map(({ statement }) => `Level ${level}: ${plainText(statement)}`),
  );
  return (stored: string, mine: string) => {
    const rows = statements.map((name, index) => ({
      name,
      stored: MARK_WORDS[markAt(stored, index)],
      mine: MARK_WORDS[markAt(mine, index)],
    }));
    return { what: "Diagnostic", rows: rows.filter((row) => row.stored !== row.mine) };
  };
}

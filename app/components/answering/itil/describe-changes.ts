/** What the questions screen of a practice and its row in a grid tell of changes. */
import type { Gate } from "#model/gates/gate.ts";
import { listed } from "#model/words.ts";
import type { PracticeCriterion } from "~/views/answering/itil";
import { plainText } from "~/views/rich-text";

/** What the last change cleared, in words; undefined for nothing. */
export function clearedInWords(cleared: readonly { level: number }[]): string | undefined {
  if (cleared.length === 0) return undefined;
  const levels = [...new Set(cleared.map(({ level }) => level))];
  const places = `${levels.length === 1 ? "level" : "levels"} ${listed(levels)}`;
  return cleared.length === 1 ? `An answer of ${places} was cleared.` : `${cleared.length} answers of ${places} were cleared.`;
}

/** Two versions of a practice's answers. */
export const compareAnswers =
  ({ statements }: { statements: readonly PracticeCriterion[] }, { wordAt }: Pick<Gate, "wordAt">) =>
  (stored: string, mine: string) => ({
    what: "Criterion",
    rows: statements.map(({ level, code, statement }, index) => ({
      name: `Level ${level}, ${code}: ${plainText(statement)}`,
      stored: wordAt(stored, index),
      mine: wordAt(mine, index),
    })),
  });

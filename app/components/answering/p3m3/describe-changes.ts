/** What the questions screen of a thread and its row in a grid tell of changes. */
import type { Gate } from "#model/gates/gate.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { listed } from "#model/words.ts";
import { MARK_WORDS, markAt, type ThreadQuestion } from "~/views/answering/p3m3";
import { plainText } from "~/views/rich-text";

/** Which answers the last change cleared, in words; undefined for none. */
export function clearedInWords(effects: readonly { level: number; kind: string }[]): string | undefined {
  const cleared = effects.filter(({ kind }) => kind === "cleared").map(({ level }) => level);
  if (cleared.length === 0) return undefined;
  const levels = listed(cleared);
  return cleared.length === 1 ? `The answer to level ${levels} was cleared.` : `The answers to levels ${levels} were cleared.`;
}

/** Two versions of a thread's answers. */
export const compareAnswers =
  ({ wordAt }: Pick<Gate, "wordAt">) =>
  (stored: string, mine: string) => ({
    what: "Level",
    rows: LEVELS.map((level, index) => ({ name: `Level ${level}`, stored: wordAt(stored, index), mine: wordAt(mine, index) })),
  });

/** Two versions of a thread's marks. */
export function compareMarks(questions: readonly ThreadQuestion[]) {
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

/** The gate of a thread of P3M3: a ladder of five levels, a statement each (docs/rules/gate.md). */
import { answerInWords } from "../answer-words.ts";
import { LEVELS, type Level } from "../p3m3/catalogue.ts";
import {
  answeredBetween,
  applyThreadAnswer,
  applyThreadDifferences,
  EMPTY_THREAD,
  fromThreadLetters,
  gateThread,
  isThreadAnswered,
  isThreadStarted,
  isThreadState,
  sideEffects,
  THREAD_SELECTIONS,
  type ThreadSelection,
  type ThreadSelections,
  threadBeforeClearing,
  threadSelectionsFrom,
  toThreadLetters,
} from "../p3m3/gate.ts";
import { threadScore } from "../p3m3/progress.ts";
import { type AnswerOption, answeredIn, choiceOf, type Gate, numberIn } from "./gate.ts";

/** The answers to a level: '1', '2' or '3' in the form (docs/rules/gate.md#answers). */
export const LADDER_OPTIONS: readonly (AnswerOption & { letter: string })[] = THREAD_SELECTIONS.map((selection, index) => ({
  value: String(index + 1),
  letter: selection.charAt(0),
  word: selection,
}));

const read = (answers: string): ThreadSelections => fromThreadLetters(answers) ?? EMPTY_THREAD;

/** @param selectedLevel the level at which answering starts */
export function ladder(selectedLevel: Level): Gate {
  const isState = (text: string) => {
    const selections = fromThreadLetters(text);
    return selections !== undefined && isThreadState(selections);
  };
  return {
    options: LADDER_OPTIONS,
    empty: toThreadLetters(EMPTY_THREAD),
    canClear: true,
    answerAt: (answers, index) => answers[index],
    isState,
    isStarted: (answers) => isThreadStarted(read(answers)),
    isFinished: (answers) => isThreadAnswered(read(answers)),
    scoreOf(answers) {
      const selections = read(answers);
      return isThreadAnswered(selections) ? threadScore(selections) : null;
    },
    wordAt: (answers, index) => answerInWords(fromThreadLetters(answers)?.[index]),
    open(answers) {
      return gateThread(selectedLevel, read(answers)).map(({ level, selection, open, askedNext, impliedBy, reason }) => ({
        ...{ level, open, isNext: askedNext, choice: numberIn(THREAD_SELECTIONS, selection) },
        ...(impliedBy !== undefined && { impliedBy }),
        ...(reason !== undefined && { reason }),
      }));
    },
    apply(answers, index, choice) {
      const [level, selection] = [LEVELS[index], THREAD_SELECTIONS[choice]];
      if (level === undefined || selection === undefined) return answers;
      return toThreadLetters(applyThreadAnswer(selectedLevel, read(answers), level, selection));
    },
    applyPosted(base, posted) {
      const former = read(base);
      const given = threadSelectionsFrom(posted.map((value) => THREAD_SELECTIONS[choiceOf(LADDER_OPTIONS, value) ?? -1] ?? "N/A"));
      return {
        answers: toThreadLetters(applyThreadDifferences(selectedLevel, former, given)),
        before: toThreadLetters(threadBeforeClearing(selectedLevel, former, given)),
      };
    },
    effects(before, after) {
      const [former, now] = [read(before), read(after)];
      return sideEffects(former, now, answeredBetween(former, now)).map((change) => ({ ...change, index: change.level - 1 }));
    },
    confirm(answers, { index, answers: given }) {
      const selections = fromThreadLetters(answers);
      if (!selections) return undefined;
      if (index === "all") {
        return isState(given) && !isThreadStarted(selections) ? { answers: given, confirmed: answeredIn(given) } : undefined;
      }
      const gate = gateThread(selectedLevel, selections)[index];
      const selection = THREAD_SELECTIONS.find((each) => each.startsWith(given));
      if (!gate?.askedNext || !selection) return undefined;
      return { answers: toThreadLetters(applyThreadAnswer(selectedLevel, selections, gate.level, selection)), confirmed: [index] };
    },
    confirmAll(proposals) {
      const all = confirmedThread([...proposals].map((letter) => THREAD_SELECTIONS.find((each) => each.startsWith(letter))));
      return isThreadStarted(all) ? toThreadLetters(all) : undefined;
    },
  };
}

/**
 * The answers of an empty thread once everything is confirmed that can be: from level 1 up, as far as there are proposals
 * (docs/rules/assess-again.md#confirming).
 * @param proposals level 1 first
 * @returns a state that may be stored
 */
export function confirmedThread(proposals: readonly (ThreadSelection | undefined)[]): ThreadSelections {
  const end = proposals.findIndex((proposal) => proposal !== "Fully");
  const last = end === -1 ? undefined : proposals[end];
  const fully = proposals.slice(0, end === -1 ? proposals.length : end).map((): ThreadSelection => "Fully");
  return threadSelectionsFrom(last === undefined ? fully : [...fully, last]);
}

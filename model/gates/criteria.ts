/** The gate of a practice of ITIL: criteria in levels, a statement each (docs/rules/itil.md#gate-of-a-practice). */
import { answerInWords } from "../answer-words.ts";
import type { CriterionLevel } from "../itil/catalogue.ts";
import {
  type AnsweredCriterion,
  applyPracticeAnswer,
  applyPracticeAnswers,
  clearedCriteria,
  fromPracticeLetters,
  gatePractice,
  isPracticeComplete,
  isPracticeStarted,
  isPracticeState,
  PRACTICE_SELECTIONS,
  type PracticeLevelGate,
  type PracticeSelection,
  practiceBeforeClearing,
  toPracticeLetters,
} from "../itil/gate.ts";
import { practiceLevel } from "../itil/progress.ts";
import { type AnswerOption, answeredIn, choiceOf, type Gate, numberIn } from "./gate.ts";

/** The answers to a criterion: '1' for Fully, '2' for Rarely/Never in the form. */
export const CRITERIA_OPTIONS: readonly (AnswerOption & { letter: string })[] = PRACTICE_SELECTIONS.map((selection, index) => ({
  value: String(index + 1),
  letter: selection.charAt(0),
  word: answerInWords(selection),
}));

/** It also tells of whole levels, and gives the criteria of a text. */
export interface CriteriaGate extends Gate {
  levels(answers: string): PracticeLevelGate[];
  read(answers: string): AnsweredCriterion[];
}

const print = (criteria: readonly AnsweredCriterion[]) => toPracticeLetters(criteria.map(({ selection }) => selection));

/** @param levels the level of each criterion, in the order of the criteria */
export function criteria(levels: readonly CriterionLevel[]): CriteriaGate {
  const read = (answers: string): AnsweredCriterion[] => {
    const selections = fromPracticeLetters(answers) ?? [];
    return levels.map((level, index) => ({ level, selection: selections[index] ?? "N/A" }));
  };
  const isState = (text: string) => fromPracticeLetters(text)?.length === levels.length && isPracticeState(read(text));
  const open: Gate["open"] = (answers) => {
    const gates = gatePractice(read(answers));
    return read(answers).map(({ level, selection }) => {
      const { open = false, reason } = gates.find((gate) => gate.level === level) ?? {};
      const choice = numberIn(PRACTICE_SELECTIONS, selection);
      const at = { level, open, isNext: open && choice === undefined, choice };
      return reason === undefined ? at : { ...at, reason };
    });
  };
  return {
    options: CRITERIA_OPTIONS,
    empty: print(read("")),
    canClear: true,
    answerAt: (answers, index) => answers[index],
    read,
    levels: (answers) => gatePractice(read(answers)),
    isState,
    isStarted: (answers) => isPracticeStarted(read(answers)),
    isFinished: (answers) => isPracticeComplete(read(answers)),
    scoreOf: (answers) => practiceLevel(read(answers)),
    wordAt: (answers, index) => answerInWords(fromPracticeLetters(answers)?.[index]),
    open,
    apply(answers, index, choice) {
      const selection = PRACTICE_SELECTIONS[choice];
      return selection === undefined ? answers : print(applyPracticeAnswer(read(answers), index, selection));
    },
    applyPosted(base, posted) {
      const former = read(base);
      const given = former.map((_, index) => PRACTICE_SELECTIONS[choiceOf(CRITERIA_OPTIONS, posted[index]) ?? -1] ?? "N/A");
      return { answers: print(applyPracticeAnswers(former, given)), before: print(practiceBeforeClearing(former, given)) };
    },
    effects(before, after) {
      return clearedCriteria(read(before), read(after)).map((change) => ({ ...change, kind: "cleared" as const }));
    },
    confirm(answers, { index, answers: given }) {
      if (index === "all") {
        const isFree = isState(given) && !isPracticeStarted(read(answers));
        return isFree ? { answers: given, confirmed: answeredIn(given) } : undefined;
      }
      const selection = PRACTICE_SELECTIONS.find((each) => each.startsWith(given));
      if (!open(answers)[index]?.isNext || !selection) return undefined;
      return { answers: print(applyPracticeAnswer(read(answers), index, selection)), confirmed: [index] };
    },
    confirmAll(proposals) {
      const proposalAt = (index: number) => PRACTICE_SELECTIONS.find((each) => each.charAt(0) === proposals[index]);
      const all = toPracticeLetters(confirmedPractice(levels.map((level, index) => ({ level, proposal: proposalAt(index) }))));
      return answeredIn(all).length > 0 ? all : undefined;
    },
  };
}

/**
 * The answers of an empty practice once everything is confirmed that can be (docs/rules/assess-again.md#confirming). A level opens when all
 * below it are Fully.
 * @returns one selection for each criterion, in order
 */
export function confirmedPractice<T extends { level: AnsweredCriterion["level"]; proposal?: PracticeSelection | undefined }>(
  criteria: readonly T[],
): PracticeSelection[] {
  const empty = criteria.map(({ level }): AnsweredCriterion => ({ level, selection: "N/A" }));
  return applyPracticeAnswers(
    empty,
    criteria.map(({ proposal }) => proposal ?? "N/A"),
  ).map(({ selection }) => selection);
}

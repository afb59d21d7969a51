/** The gate of a maturity component of ITIL: one choice of several options, or none where it is calculated (docs/rules/itil.md#maturity-components). */
import { UNANSWERED } from "../answer-words.ts";
import { type AnswerOption, choiceOf, type Gate } from "./gate.ts";

/** An option that can be chosen. */
export interface ComponentOption {
  id: string;
  level: number | undefined;
  name: string;
}

/** @param computed nobody answers it */
export function options(all: readonly ComponentOption[], computed: boolean): Gate {
  const choices: AnswerOption[] = all.map(({ id, name }) => ({ value: id, word: name }));
  const chosenIn = (answers: string) => all.find(({ id }) => id === answers);
  const isStarted = (answers: string) => answers !== "";
  return {
    options: choices,
    empty: "",
    canClear: false,
    answerAt: (answers) => answers,
    isState: (text) => text === "" || chosenIn(text) !== undefined,
    isStarted,
    isFinished: isStarted,
    scoreOf: (answers) => chosenIn(answers)?.level ?? null,
    wordAt: (answers) => chosenIn(answers)?.name ?? UNANSWERED.open,
    open: (answers) => [
      {
        ...{ level: chosenIn(answers)?.level, choice: choiceOf(choices, answers) },
        ...{ open: !computed, isNext: !isStarted(answers) },
      },
    ],
    apply: (answers, _, choice) => all[choice]?.id ?? answers,
    // Its id is what the form posts. Nothing is cleared beside it.
    applyPosted: (base, [posted]) => ({ answers: posted ?? base, before: base }),
    effects: () => [],
    confirm: (answers, { answers: given }) => (computed || isStarted(answers) ? undefined : { answers: given, confirmed: [0] }),
    confirmAll: () => undefined,
  };
}

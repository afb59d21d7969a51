/**
 * The gate of a thread, practice or component: which of its statements may be answered, and what an answer changes. There are three kinds:
 * a ladder of levels (`ladder.ts`), criteria in levels (`criteria.ts`) and one choice of several options (`options.ts`). They ask the rules
 * of their model. Screens, forms and services know answers as one text, which a gate reads and writes.
 */

/**
 * All answers of a thread, practice or component as one text. A thread or practice has a letter for each statement in order, such as `FFPNN`;
 * N is no answer. A component has the id of its option, or nothing. Forms, drafts and comparisons use this text.
 */
export type Answers = string;

/** An answer that can be given. */
export interface AnswerOption {
  /** What the form posts. */
  value: string;
  /** The letter of its key; undefined for one that only has a number. */
  letter?: string;
  /** On screen. */
  word: string;
}

/** A statement as the gate sees it now. */
export interface GatedStatement {
  level: number | undefined;
  /** Its answer by its number among the options, from 0; undefined for none. */
  choice: number | undefined;
  /** It may be answered now. */
  open: boolean;
  /** It is open and has no answer. */
  isNext: boolean;
  /** The higher level whose answer gave this one its answer, too. */
  impliedBy?: number;
  /** Why it is locked, in words for the reader. */
  reason?: string;
}

/** What a change did to a statement that was not answered itself. */
export interface Effect {
  /** The number of the statement, from 0. */
  index: number;
  level: number;
  kind: "cleared" | "implied";
  /** In words for the reader: 'Cleared because level 3 is no longer Fully.' */
  reason: string;
}

/** What is to be confirmed of the assessment before: one answer by its number from 0, or all of an empty thread or practice. */
export interface Confirmation {
  index: number | "all";
  /** The letter of a selection, or the id of an option; all letters for `all`. */
  answers: Answers;
}

/** Answers after a confirmation, and the numbers of those that it gave. */
export interface ConfirmResult {
  answers: Answers;
  confirmed: number[];
}

export interface Gate {
  /** The answers of each statement, in the order of their keys. */
  options: readonly AnswerOption[];
  /** The text without any answer, and whether answers can be taken away again. */
  empty: Answers;
  canClear: boolean;
  /** Whether a text is a state that may be stored. */
  isState(text: string): boolean;
  isStarted(answers: Answers): boolean;
  /** Whether it needs no more answers. */
  isFinished(answers: Answers): boolean;
  /** The score, once it is finished; null before. */
  scoreOf(answers: Answers): number | null;
  /** The answer to a statement in words, also where there is none. @param index the number of the statement, from 0 */
  wordAt(answers: Answers, index: number): string;
  /** A single answer, as a confirmation names it. */
  answerAt(answers: Answers, index: number): string | undefined;
  /** Which statements are open, and why others are not; in their order. @throws RangeError for no state that may be stored */
  open(answers: Answers): GatedStatement[];
  /** The answers after one was given. @param choice the number of the option, from 0 */
  apply(answers: Answers, index: number, choice: number): Answers;
  /**
   * The answers after several were given at once, as a form without script posts them.
   * @param posted what was chosen for each statement in their order, as the form posts it; undefined where nothing was
   * @returns also the answers that Undo brings back
   */
  applyPosted(base: Answers, posted: readonly (string | undefined)[]): { answers: Answers; before: Answers };
  /** What a change did to other statements. */
  effects(before: Answers, after: Answers): Effect[];
  /**
   * Confirms what the assessment before proposes: an open statement without an answer, or all of what has none yet
   * (docs/rules/assess-again.md#confirming). Undefined where that is not possible any more.
   */
  confirm(answers: Answers, confirmation: Confirmation): ConfirmResult | undefined;
  /** The answers that confirming all proposals gives; undefined where that gives none. @param proposals a letter for each statement */
  confirmAll(proposals: string): Answers | undefined;
}

const NONE = "N";

/** The numbers of the statements that letters give an answer to. */
export const answeredIn = (letters: string): number[] => [...letters].flatMap((letter, index) => (letter === NONE ? [] : [index]));

/** The first statement that is to be answered next, by its number from 0. */
export function nextOf(statements: readonly Pick<GatedStatement, "isNext">[]): number | undefined {
  return numberIn(
    statements.map(({ isNext }) => isNext),
    true,
  );
}

/** The number of a value in a list, from 0; undefined where it is not in it. */
export function numberIn<Value>(list: readonly Value[], value: unknown): number | undefined {
  const index = list.indexOf(value as Value);
  return index === -1 ? undefined : index;
}

/** The number of an option; undefined where none has this value. */
export const choiceOf = (options: readonly AnswerOption[], value: string | undefined): number | undefined =>
  numberIn(
    options.map((option) => option.value),
    value,
  );

/**
 * The gate of one practice (docs/rules/itil.md#gate-of-a-practice). The browser, the web server and the reference API all ask these
 * functions. They take the criteria of one practice, in any order of levels.
 */
import { CRITERION_LEVELS, type CriterionLevel } from "./catalogue.ts";

export const PRACTICE_SELECTIONS = ["Fully", "Rarely"] as const;
/** An answer that a person can give. For Rarely the screens say 'Rarely/Never'. */
export type PracticeAnswer = (typeof PRACTICE_SELECTIONS)[number];
/** What is stored for a criterion; N/A means no selection. */
export type PracticeSelection = PracticeAnswer | "N/A";

/** The score of each selection. */
export const PRACTICE_SCORES: Readonly<Record<PracticeSelection, 1 | 0 | null>> = { Fully: 1, Rarely: 0, "N/A": null };

const LETTERS: Readonly<Record<PracticeSelection, string>> = { Fully: "F", Rarely: "R", "N/A": "N" };
const BY_LETTER = new Map([...PRACTICE_SELECTIONS, "N/A" as const].map((selection) => [LETTERS[selection], selection]));

/** Selections as a text with one letter each. This is what is stored, and how a form carries its base. */
export function toPracticeLetters(selections: readonly PracticeSelection[]): string {
  return selections.map((selection) => LETTERS[selection]).join("");
}

/** The selections of a list of letters; undefined if a letter is unknown. */
export function fromPracticeLetters(letters: string): PracticeSelection[] | undefined {
  const selections = [...letters].map((letter) => BY_LETTER.get(letter));
  return selections.every((selection) => selection !== undefined) ? selections : undefined;
}

/** A criterion of a practice with its answer. */
export interface AnsweredCriterion {
  level: CriterionLevel;
  selection: PracticeSelection;
}

/**
 * The lowest level whose criteria are not all Fully: the level to answer next, or the one that holds the practice back. Undefined when
 * every level is.
 */
export function openLevel(criteria: readonly AnsweredCriterion[]): CriterionLevel | undefined {
  return CRITERION_LEVELS.find((level) => criteria.some((criterion) => criterion.level === level && criterion.selection !== "Fully"));
}

/** Whether a level is open. */
export interface PracticeLevelGate {
  level: CriterionLevel;
  /** May be answered now. */
  open: boolean;
  /** Every criterion of the level is Fully. */
  met: boolean;
  /** Why a locked level is locked, in words for the reader. */
  reason?: string;
}

/** Which levels are open or locked, and why. Level 2 is open; any other opens once every criterion below it is Fully. */
export function gatePractice(criteria: readonly AnsweredCriterion[]): PracticeLevelGate[] {
  const next = openLevel(criteria);
  return CRITERION_LEVELS.map((level) => {
    if (next === undefined || level <= next) return { level, open: true, met: level !== next };
    const heldBack = criteria.some((criterion) => criterion.level === next && criterion.selection === "Rarely");
    const reason = heldBack
      ? `Locked because level ${next} is not all Fully.`
      : `Opens when every criterion of level ${level - 1} is Fully.`;
    return { level, open: false, met: false, reason };
  });
}

/** Whether a state may be stored: above a level that is not all Fully everything is N/A. The API refuses any other with 422. */
export function isPracticeState(criteria: readonly AnsweredCriterion[]): boolean {
  const next = openLevel(criteria);
  return next === undefined || criteria.every(({ level, selection }) => level <= next || selection === "N/A");
}

/** Clears everything above a level that is not all Fully. */
function settled<T extends AnsweredCriterion>(criteria: readonly T[]): T[] {
  const next = openLevel(criteria);
  return criteria.map((criterion) => (next !== undefined && criterion.level > next ? { ...criterion, selection: "N/A" } : criterion));
}

/**
 * The criteria after answering the one at `index`. Less than Fully clears the levels above. Answering a locked criterion changes
 * nothing. The result is always a state that may be stored.
 */
export function applyPracticeAnswer<T extends AnsweredCriterion>(criteria: readonly T[], index: number, selection: PracticeAnswer): T[] {
  return settled(criteria.map((criterion, position) => (position === index ? { ...criterion, selection } : criterion)));
}

/**
 * Applies several answers at once, as a form without script posts them. Where they contradict each other, the lower level wins.
 * @param posted one selection for each criterion, in their order; N/A means that the criterion was not sent
 */
export function applyPracticeAnswers<T extends AnsweredCriterion>(criteria: readonly T[], posted: readonly PracticeSelection[]): T[] {
  return settled(
    criteria.map((criterion, index) => {
      const selection = posted[index] ?? "N/A";
      return selection === "N/A" ? criterion : { ...criterion, selection };
    }),
  );
}

/**
 * The state that Undo brings back after several answers were applied at once. It keeps the answers of the same post above the level that
 * locked them, and drops the answers that locked it.
 */
export function practiceBeforeClearing<T extends AnsweredCriterion>(criteria: readonly T[], posted: readonly PracticeSelection[]): T[] {
  const next = openLevel(applyPracticeAnswers(criteria, posted));
  return applyPracticeAnswers(
    criteria,
    criteria.map(({ level }, index) => (next !== undefined && level > next ? (posted[index] ?? "N/A") : "N/A")),
  );
}

/** A criterion whose answer was cleared. */
export interface ClearedCriterion {
  index: number;
  level: CriterionLevel;
  /** In words for the reader, e.g. "Cleared because level 2 is no longer all Fully." */
  reason: string;
}

/** What a change cleared, so that nothing is cleared silently. */
export function clearedCriteria(before: readonly AnsweredCriterion[], after: readonly AnsweredCriterion[]): ClearedCriterion[] {
  const next = openLevel(after);
  return after.flatMap(({ level, selection }, index) => {
    const had = before[index]?.selection ?? "N/A";
    if (selection !== "N/A" || had === "N/A") return [];
    // A criterion above the open level was cleared because of it; any other was cleared by the user.
    const reason = next !== undefined && level > next ? `Cleared because level ${next} is no longer all Fully.` : "Cleared.";
    return [{ index, level, reason }];
  });
}

/** Whether every criterion of the open levels is answered (docs/rules/itil.md#complete-practices). */
export function isPracticeComplete(criteria: readonly AnsweredCriterion[]): boolean {
  const next = openLevel(criteria);
  return criteria.every(({ level, selection }) => selection !== "N/A" || (next !== undefined && level > next));
}

/** Whether any criterion is answered. */
export function isPracticeStarted(criteria: readonly AnsweredCriterion[]): boolean {
  return criteria.some(({ selection }) => selection !== "N/A");
}

/**
 * How many criteria count as answered (docs/rules/itil.md#complete-practices): those that are, and those above a level that a Rarely
 * holds back. The N/A of a level that may still open does not count.
 */
export function answeredCriteria(criteria: readonly AnsweredCriterion[]): number {
  const next = openLevel(criteria);
  const heldBack = criteria.some(({ level, selection }) => level === next && selection === "Rarely");
  return criteria.filter(({ level, selection }) => selection !== "N/A" || (heldBack && next !== undefined && level > next)).length;
}

/**
 * The names of the ITIL questions form's fields and how answers are written as short texts: a letter for each criterion of a
 * practice (see the model), the option's id for a maturity component. Read by the server from what was posted and by the
 * browser from the form on the page.
 */
import { CRITERION_LEVELS, type CriterionLevel } from "#model/itil/catalogue.ts";
import {
  type AnsweredCriterion,
  applyPracticeAnswers,
  fromPracticeLetters,
  PRACTICE_SELECTIONS,
  type PracticeAnswered,
  toPracticeLetters,
} from "#model/itil/gate.ts";

/** The words of the screens for an answer (specification C9). */
export const ANSWER_WORDS: Readonly<Record<PracticeAnswered, string>> = { Fully: "Fully", Rarely: "Rarely/Never" };

/** By the criterion's place on the screen. */
export const criterionField = (index: number) => `criterion-${index}`;
export const OPTION_FIELD = "option";

/** The radio's code: '1' for Fully, '2' for Rarely/Never. */
export const codeOfAnswer = (selection: PracticeAnswered) => String(PRACTICE_SELECTIONS.indexOf(selection) + 1);

/** The levels of the criteria, a digit for each in the order of the screen; with the letters they make criteria. */
export function levelsOf(criteria: readonly { level: number }[]): string {
  return criteria.map(({ level }) => level).join("");
}

/** Criteria from letters and levels, or undefined where the two do not belong together. */
export function criteriaFrom(letters: string, levels: string): AnsweredCriterion[] | undefined {
  const selections = fromPracticeLetters(letters);
  if (selections?.length !== levels.length) return undefined;
  const criteria = selections.flatMap((selection, index) => {
    const level = CRITERION_LEVELS.find((each) => String(each) === levels[index]);
    return level === undefined ? [] : [{ level: level satisfies CriterionLevel, selection }];
  });
  return criteria.length === levels.length ? criteria : undefined;
}

export const lettersOf = (criteria: readonly AnsweredCriterion[]) => toPracticeLetters(criteria.map(({ selection }) => selection));

/** The letters that a form asks for: what was posted, applied to its base by the rule, the lower level winning. */
export function postedCriteria(base: readonly AnsweredCriterion[], posted: (name: string) => string | undefined): string {
  const selections = base.map((_, index) => PRACTICE_SELECTIONS[Number(posted(criterionField(index))) - 1] ?? "N/A");
  return lettersOf(applyPracticeAnswers(base, selections));
}

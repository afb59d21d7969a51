import { criteria as criteriaGate } from "#model/gates/criteria.ts";
import type { Confirmation } from "#model/gates/gate.ts";
import type { CriterionLevel } from "#model/itil/catalogue.ts";
import {
  type AnsweredCriterion,
  applyPracticeAnswer,
  clearedCriteria,
  fromPracticeLetters,
  isPracticeState,
  type PracticeAnswer,
} from "#model/itil/gate.ts";
import { useEdited } from "~/components/answering/concerns";
import { type EditingOptions, useAnswering, useUndo } from "~/components/answering/useAnswering";
import type { AnsweredView } from "~/views/answering";
import { postedAnswers } from "~/views/answering/item";
import { type ItilProgressView, lettersOf } from "~/views/answering/itil";

interface UsePracticeOptions extends EditingOptions<ItilProgressView> {
  practice: AnsweredView & { item: { name: string }; criteria: readonly { level: CriterionLevel }[] };
}

/** The state of a practice in the browser: the gate is applied at once, and each change is saved in the background. */
export function usePractice({ practice, was, result, form, fieldName, onProgress, lastChange }: UsePracticeOptions) {
  const gate = criteriaGate(practice.criteria.map(({ level }) => level));
  const editable = practice.readOnly === undefined;
  const withLetters = (letters: string): AnsweredCriterion[] => {
    const selections = fromPracticeLetters(letters) ?? [];
    return practice.criteria.map(({ level }, index) => ({ level, selection: selections[index] ?? "N/A" }));
  };
  const answering = useAnswering<ItilProgressView>({
    view: practice,
    label: practice.item.name,
    writable: editable,
    result,
    form,
    fieldName,
    onProgress,
    lastChange,
    earlyAnswers: (onForm) => gate.applyPosted(practice.answers, postedAnswers("criteria", practice.criteria.length, onForm)).answers,
  });
  const { answers } = answering;
  const edited = useEdited(practice.concerns, answering);
  const criteria = withLetters(answers.value);
  const before = was === null || was === practice.answers || was.length !== practice.criteria.length ? undefined : withLetters(was);
  const { former, change, confirm, undo } = useUndo(answering, before && isPracticeState(before) ? lettersOf(before) : undefined);
  const show = (next: readonly AnsweredCriterion[]) => change(lettersOf(next));
  return {
    ...answering,
    edited,
    editable,
    criteria,
    former,
    cleared: former === undefined ? [] : clearedCriteria(withLetters(former), criteria),
    answer: (index: number, selection: PracticeAnswer) => show(applyPracticeAnswer(criteria, index, selection)),
    /** Confirms an answer of the assessment before, or all. @returns false where that is not possible */
    confirm: (confirmation: Confirmation) => confirm(editable ? gate.confirm(answers.value, confirmation) : undefined),
    clear: () => show(criteria.map((criterion) => ({ ...criterion, selection: "N/A" as const }))),
    undo,
  };
}

/** The questions of practices and maturity components with what is stored for them, as they go over the wire. */
import type { Versions } from "#model/contract/common.ts";
import type { ItilCapabilityAnswer, ItilCapabilityQuestion, ItilMaturityQuestion } from "#model/contract/itil.ts";
import { isPracticeStarted, PRACTICE_SCORES, type PracticeSelection } from "#model/itil/gate.ts";
import { itilProgress } from "#model/itil/progress.ts";
import { componentsOf } from "#model/itil/scope.ts";
import type { AssessmentRow } from "../access.ts";
import { answeredPart, type PartAddress } from "../versions.ts";
import { type getItilState, practicesOf, scopeOf } from "./practices.ts";

type ItilState = Awaited<ReturnType<typeof getItilState>>;

/** The ids of a practice's answers follow from the id of its row. */
const ANSWERS_PER_ROW = 100;
export const answerId = (rowId: number, index: number) => rowId * ANSWERS_PER_ROW + index;

export const answerOf = (rowId: number, index: number, questionId: number, selection: PracticeSelection): ItilCapabilityAnswer => ({
  id: answerId(rowId, index),
  questionId,
  selection,
  score: PRACTICE_SCORES[selection],
});

/** The parts of a practice whose versions its questions carry. */
export const practiceParts = (assessmentId: number, id: number): PartAddress[] =>
  (["answers", "flag"] as const).map((name) => answeredPart(name, assessmentId, { kind: "capability", id }));

/** The criteria of a practice. */
export function describePractice(
  { id, name, rowId, criteria }: ItilState["state"]["practices"][number],
  stored: { flagged: boolean; versions: Versions | undefined },
): ItilCapabilityQuestion[] {
  const answered = rowId !== undefined && isPracticeStarted(criteria);
  return criteria.map(({ selection, criterion: { sameAs: _, ...criterion } }, index) => ({
    ...criterion,
    capability: { id, name },
    answer: answered ? answerOf(rowId, index, criterion.id, selection) : null,
    ...stored,
  }));
}

/** The ids of the components that a saved scope assesses; none before it is saved. */
export function assessedComponents(row: AssessmentRow): number[] {
  return row.practices === null ? [] : componentsOf(scopeOf(row));
}

/** The ids of the practices of the saved scope. */
export const assessedPractices = (row: AssessmentRow): number[] => practicesOf(row).map(({ id }) => id);

/** The questions about the assessed components. A computed component has its level as its answer. */
export function describeComponents(
  row: AssessmentRow,
  { content, components, state }: ItilState,
  versionsOf: (componentId: number) => Versions | undefined,
): ItilMaturityQuestion[] {
  const levels = new Map(itilProgress(state).maturityProgress.map((component) => [component.id, component.currentScore]));
  return assessedComponents(row).flatMap((componentId) => {
    const component = content.components.find((item) => item.id === componentId);
    if (!component) return [];
    const chosen = component.options.find(({ level }) => level === levels.get(componentId));
    const stored = components.find((item) => item.componentId === componentId);
    return [
      {
        id: component.questionId,
        code: component.code,
        maturity: { id: component.id, name: component.name },
        computed: component.computed,
        options: [...component.options],
        answer: chosen ? { ...(stored ? { id: stored.id } : {}), optionId: chosen.id } : null,
        versions: versionsOf(componentId),
      },
    ];
  });
}

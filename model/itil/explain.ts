/** Why the scores of an ITIL assessment are what they are, and what would lift them first (docs/rules/itil.md#what-holds-a-level). */
import type { ItilProgress, ItilProgressItem } from "../contract/itil.ts";
import { COMPONENTS, CONTINUAL_IMPROVEMENT_ID, type CriterionLevel } from "./catalogue.ts";
import { type AnsweredCriterion, isPracticeComplete, openLevel } from "./gate.ts";
import { HIGHEST, holdingCriteria, practiceBound, practiceLevel } from "./progress.ts";

/** Why a practice is at its level. */
export interface PracticeFacts<T> {
  /** Null until every open criterion is answered. */
  level: number | null;
  /** The level that is not all Fully; undefined when all are. */
  heldAt: CriterionLevel | undefined;
  /** The criteria answered Rarely at that level: they have to be met to reach it. */
  holding: T[];
  /** Open criteria without an answer. */
  unanswered: T[];
}

/** Which criteria hold a practice at its level, or keep it from having one. */
export function practiceFacts<T extends AnsweredCriterion>(criteria: readonly T[]): PracticeFacts<T> {
  const heldAt = openLevel(criteria);
  const unanswered = isPracticeComplete(criteria) ? [] : criteria.filter(({ level, selection }) => level === heldAt && selection === "N/A");
  return { level: practiceLevel(criteria), heldAt, holding: holdingCriteria(criteria), unanswered };
}

/** True for M-P and M-CI, which nobody answers. */
export function isComputed({ code }: { code: string }): boolean {
  return COMPONENTS.some((component) => component.code === code && component.computed);
}

/**
 * The score so far (docs/rules/scores.md#score-so-far): the mean level of the practices that are complete and the components that are
 * answered. Computed components follow from the practices, which would count twice with them. Null while there is none.
 */
export function itilScoreSoFar({ capabilityProgress, maturityProgress }: Pick<ItilProgress, "capabilityProgress" | "maturityProgress">) {
  const items = [...capabilityProgress, ...maturityProgress.filter((component) => !isComputed(component))];
  const levels = items.flatMap(({ complete, currentScore }) => (complete && currentScore !== null ? currentScore : []));
  return levels.length === 0 ? null : levels.reduce((sum, level) => sum + level, 0) / levels.length;
}

/** The practices that a computed component rests on: all of them for M-P, continual improvement for M-CI; none for the others. */
export function restsOn({ code }: { code: string }, { capabilityProgress }: Pick<ItilProgress, "capabilityProgress">): ItilProgressItem[] {
  if (!isComputed({ code })) return [];
  return code === "M-CI" ? capabilityProgress.filter(({ id }) => id === CONTINUAL_IMPROVEMENT_ID) : capabilityProgress;
}

/** The practices that hold a computed component at its level; before it has one, those that are not complete. */
export function practicesHolding(component: ItilProgressItem, progress: Pick<ItilProgress, "capabilityProgress">): ItilProgressItem[] {
  const practices = restsOn(component, progress);
  const { currentScore } = component;
  if (currentScore === null) return practices.filter(({ complete }) => !complete);
  if (currentScore === HIGHEST) return [];
  return practices.filter(
    (practice) =>
      (component.code === "M-CI" ? practice.currentScore : practiceBound(practice.mode, practice.currentScore)) === currentScore,
  );
}

/** The components that cap the SVS maturity: the lowest. Before it is known, those that are not complete. */
export function cappingComponents({ maturityProgress, maturityScore }: Pick<ItilProgress, "maturityProgress" | "maturityScore">) {
  if (maturityScore === null) return maturityProgress.filter(({ complete }) => !complete);
  return maturityProgress.filter(({ currentScore }) => currentScore === maturityScore);
}

/** One step towards a higher score. */
export interface Step {
  kind: "practice" | "component";
  item: ItilProgressItem;
  /** The level that it has to reach. */
  to: number;
  /** How many criteria have to be met for it, if known. */
  criteria?: number;
}

const stepOf = (kind: Step["kind"], item: ItilProgressItem): Step => ({
  kind,
  item,
  to: (item.currentScore ?? 0) + 1,
  ...(kind === "practice" && item.toNextLevel !== undefined ? { criteria: item.toNextLevel } : {}),
});

/** Fewer criteria take less effort. Another option of a component counts as more effort than any number of criteria. */
const effort = ({ kind, criteria = 1_000 }: Step) => (kind === "component" ? 2_000 : criteria);
const cheapestFirst = (steps: readonly Step[]) => steps.toSorted((a, b) => effort(a) - effort(b));

/**
 * The steps that lift the result by one level, the least effort first. A scope with maturity components needs all steps, because each of
 * them holds the SVS maturity back. Without them each step lifts the level of one practice. Empty while the result is not known, and at the
 * highest level.
 */
export function nextSteps(progress: ItilProgress): Step[] {
  const { capabilityProgress, maturityProgress, maturityScore } = progress;
  if (maturityProgress.length === 0) {
    if (!capabilityProgress.every(({ complete }) => complete)) return [];
    return cheapestFirst(capabilityProgress.filter(({ currentScore }) => currentScore !== HIGHEST).map((item) => stepOf("practice", item)));
  }
  if (maturityScore === null || maturityScore === HIGHEST) return [];
  const steps = cappingComponents(progress).flatMap((component) =>
    isComputed(component)
      ? practicesHolding(component, progress).map((practice) => stepOf("practice", practice))
      : [stepOf("component", component)],
  );
  return cheapestFirst(steps.filter((step, index) => steps.findIndex(({ item }) => item === step.item) === index));
}

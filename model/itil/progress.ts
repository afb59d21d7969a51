/** Levels (docs/rules/itil.md#capability-level), progress and scores of an ITIL assessment. */

import type { SelectionMode } from "../contract/assessments.ts";
import { placeOf } from "../contract/history.ts";
import type { ItilProgress, ItilScores } from "../contract/itil.ts";
import { type FlagsAndEvidence, flagAndEvidenceAt } from "../flags-and-evidence.ts";
import { COMPONENTS, CONTINUAL_IMPROVEMENT_ID, type ComponentCode, type CriterionLevel, type ItilScope } from "./catalogue.ts";
import { type AnsweredCriterion, answeredCriteria, isPracticeComplete, isPracticeStarted, openLevel } from "./gate.ts";
import { assessesMaturity, PRIMARY } from "./scope.ts";

/** The highest level of a practice, a component and the whole. */
export const HIGHEST = 5;

/** A practice in scope with all its criteria. */
export interface PracticeRecord {
  id: number;
  code: string;
  name: string;
  mode: SelectionMode;
  criteria: readonly AnsweredCriterion[];
}

/** What an assessment covers, and what was answered. */
export interface ItilState {
  scope: ItilScope;
  /** In catalogue order. */
  practices: readonly PracticeRecord[];
  /** The level of the chosen option, by component id. Computed components are not in it. */
  componentLevels: ReadonlyMap<number, number>;
}

/** The capability level: the highest level whose criteria, and all below, are Fully; at least 1. Null until the practice is complete. */
export function practiceLevel(criteria: readonly AnsweredCriterion[]): number | null {
  if (!isPracticeComplete(criteria)) return null;
  const heldAt = openLevel(criteria);
  return heldAt === undefined ? HIGHEST : heldAt - 1;
}

/** The levels of some practices: '1 to 3', or '2' where all have the same. @param levels at least one */
export function levelRange(levels: readonly number[]): string {
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  return low === high ? String(low) : `${low} to ${high}`;
}

/** The criteria that hold a practice at its level: those answered Rarely at the lowest level that is not all Fully. */
export function holdingCriteria<T extends AnsweredCriterion>(criteria: readonly T[]): T[] {
  const heldAt = openLevel(criteria);
  return criteria.filter(({ level, selection }) => level === heldAt && selection === "Rarely");
}

interface LevelOfPractice {
  id: number;
  mode: SelectionMode | null;
  level: number | null;
}

/**
 * The level of the component Practices (docs/rules/itil.md#computed-components): the smaller of the lowest Primary level and the lowest
 * Supporting level plus one, at most 5. Null while any practice has no level, or when there is no practice.
 */
export function practicesComponentLevel(practices: readonly LevelOfPractice[]): number | null {
  return lowest(practices.map(({ mode, level }) => practiceBound(mode, level)));
}

/** The highest level that one practice allows the component Practices; null while the practice has no level. */
export function practiceBound(mode: SelectionMode | null, level: number | null): number | null {
  return level === null || mode === PRIMARY ? level : Math.min(level + 1, HIGHEST);
}

/** The level of the component Continual Improvement: that of the practice of the same name. */
export function continualImprovementLevel(practices: readonly LevelOfPractice[]): number | null {
  return practices.find(({ id }) => id === CONTINUAL_IMPROVEMENT_ID)?.level ?? null;
}

/** The lowest of some levels; null when any of them is unknown, or there are none. */
function lowest(levels: readonly (number | null)[]): number | null {
  const known = levels.filter((level) => level !== null);
  return known.length === 0 || known.length < levels.length ? null : Math.min(...known);
}

const COMPUTED: ReadonlyMap<string, (practices: readonly LevelOfPractice[]) => number | null> = new Map([
  ["M-P", practicesComponentLevel],
  ["M-CI", continualImprovementLevel],
] satisfies [ComponentCode, unknown][]);

/** The level of a component: from the levels of the practices if it is computed, else that of the chosen option. */
export function componentLevel(code: string, practices: readonly LevelOfPractice[], chosen: number | null): number | null {
  const compute = COMPUTED.get(code);
  return compute ? compute(practices) : chosen;
}

/** The lowest level of the components (docs/rules/itil.md#svs-maturity); null until all are known, and where there are none. */
export const svsMaturity = (components: readonly (number | null)[]): number | null => lowest(components);

/** The five components with their levels; none for the Capability scope. */
function componentItems({ scope, practices, componentLevels }: ItilState, levels: readonly LevelOfPractice[]) {
  if (!assessesMaturity(scope)) return [];
  return COMPONENTS.map(({ id, code, name }) => {
    const level = componentLevel(code, levels, componentLevels.get(id) ?? null);
    const rested = code === "M-CI" ? practices.filter((practice) => practice.id === CONTINUAL_IMPROVEMENT_ID) : practices;
    const started = COMPUTED.has(code) ? rested.some(({ criteria }) => isPracticeStarted(criteria)) : level !== null;
    return { id, code, name, level, started };
  });
}

const levelsOf = (practices: readonly PracticeRecord[]): LevelOfPractice[] =>
  practices.map(({ id, mode, criteria }) => ({ id, mode, level: practiceLevel(criteria) }));

/** How many criteria a complete practice has to meet for its next level. */
function toNextLevel(criteria: readonly AnsweredCriterion[]): { toNextLevel?: number } {
  const count = holdingCriteria(criteria).length;
  return isPracticeComplete(criteria) && count > 0 ? { toNextLevel: count } : {};
}

/**
 * The progress of an assessment on the wire. A score is null until its practice or component is complete.
 * @param extras flags and evidence; if absent, the progress does not mention them
 */
export function itilProgress(state: ItilState, extras?: FlagsAndEvidence): ItilProgress {
  const levels = levelsOf(state.practices);
  const components = componentItems(state, levels);
  return {
    capabilityProgress: state.practices.map(({ id, code, name, mode, criteria }, index) => ({
      id,
      code,
      name,
      mode,
      complete: isPracticeComplete(criteria),
      started: isPracticeStarted(criteria),
      currentScore: levels[index]?.level ?? null,
      ...toNextLevel(criteria),
      ...(extras && flagAndEvidenceAt(extras, { kind: "capability", id })),
    })),
    maturityProgress: components.map(({ id, code, name, level, started }) => ({
      id,
      code,
      name,
      mode: null,
      complete: level !== null,
      started,
      currentScore: level,
      ...(extras && { evidence: extras.evidence.get(placeOf({ kind: "maturity", id })) ?? 0 }),
    })),
    maturityScore: svsMaturity(components.map(({ level }) => level)),
  };
}

/** The scores of an assessment on the wire, with the SVS maturity (docs/rules/itil.md#svs-maturity). */
export function itilScores(state: ItilState): ItilScores {
  const { capabilityProgress, maturityProgress, maturityScore } = itilProgress(state);
  return {
    maturityScore,
    capabilities: capabilityProgress.map(({ id, code, name, currentScore }, index) => ({
      id,
      code,
      name,
      mode: state.practices[index]?.mode ?? PRIMARY,
      score: currentScore,
    })),
    maturities: maturityProgress.map(({ id, code, name, currentScore }) => ({ id, code, name, score: currentScore })),
  };
}

/** The answered questions and all questions of one practice, for rows and progress. */
export function practiceCounts(criteria: readonly AnsweredCriterion[]): { answeredQuestions: number; totalQuestions: number } {
  return { answeredQuestions: answeredCriteria(criteria), totalQuestions: criteria.length };
}

/**
 * What a practice should improve (docs/rules/itil.md#areas-of-improvement): the criteria answered Rarely at the level that holds it
 * back, then those of the levels above. Empty at level 5.
 */
export function criteriaToImprove<T extends AnsweredCriterion>(criteria: readonly T[]): T[] {
  const heldAt: CriterionLevel | undefined = openLevel(criteria);
  if (heldAt === undefined) return [];
  const above = criteria.filter(({ level }) => level > heldAt).toSorted((a, b) => a.level - b.level);
  return [...holdingCriteria(criteria), ...above];
}

interface CountedItem {
  answeredQuestions: number;
  totalQuestions: number;
}

/** The progress that a row shows (docs/rules/navigation-and-home.md#row-progress). `components` is undefined for the Capability scope. */
export function itilRowProgress(assessment: {
  selectedScope: string | null;
  capabilities?: readonly CountedItem[] | undefined;
  maturities?: readonly CountedItem[] | undefined;
}) {
  const complete = (items: readonly CountedItem[] = []) =>
    items.filter(({ answeredQuestions, totalQuestions }) => totalQuestions > 0 && answeredQuestions >= totalQuestions).length;
  const practices = { complete: complete(assessment.capabilities), total: assessment.capabilities?.length ?? 0 };
  const components = { complete: complete(assessment.maturities), total: COMPONENTS.length };
  return { practices, components: assessment.selectedScope === "Capability" ? undefined : components };
}

/** What an ITIL assessment may cover (docs/rules/itil.md#scopes). */
import type { SelectionMode } from "../contract/assessments.ts";
import { textMessages } from "../text.ts";
import { COMPONENTS, CONTINUAL_IMPROVEMENT_ID, type ItilScope, PRACTICES } from "./catalogue.ts";

export const PRIMARY: SelectionMode = 1;
export const SUPPORTING: SelectionMode = 2;

/** A practice in scope. A practice that is N/A is in no list. */
export interface PracticeChoice {
  id: number;
  mode: SelectionMode;
}

/** The least and the most practices that a scope takes, as `countedPractices` counts them. */
export const PRACTICE_BOUNDS: Readonly<Record<ItilScope, { least: number; most: number }>> = {
  Comprehensive: { least: 6, most: PRACTICES.length - 1 },
  Capability: { least: 1, most: PRACTICES.length },
  Maturity: { least: 0, most: 5 },
};

/** Whether a scope assesses the maturity components: Comprehensive and Maturity assess all five, and need continual improvement as Primary. */
export function assessesMaturity(scope: ItilScope): boolean {
  return scope !== "Capability";
}

/** The practices that a scope adds, and that cannot be changed (docs/rules/itil.md#continual-improvement). */
export function lockedPractices(scope: ItilScope): PracticeChoice[] {
  return assessesMaturity(scope) ? [{ id: CONTINUAL_IMPROVEMENT_ID, mode: PRIMARY }] : [];
}

/** The ids of the components that a scope assesses: all five or none. */
export function componentsOf(scope: ItilScope): number[] {
  return assessesMaturity(scope) ? COMPONENTS.map(({ id }) => id) : [];
}

/** The chosen practices with those that the scope adds, in catalogue order and without unknown or repeated ones. */
export function completeChoice(scope: ItilScope, practices: readonly PracticeChoice[]): PracticeChoice[] {
  const modes = new Map([...practices, ...lockedPractices(scope)].map(({ id, mode }) => [id, mode]));
  return PRACTICES.flatMap(({ id }) => {
    const mode = modes.get(id);
    return mode === undefined ? [] : [{ id, mode }];
  });
}

/**
 * Saved practices after a change of the profile (docs/rules/itil.md#changing-the-scope): they stay, with what the scope adds. A scope that
 * was never saved stays empty.
 */
export function practicesFollowing(scope: ItilScope, saved: readonly PracticeChoice[]): PracticeChoice[] {
  return saved.length === 0 ? [] : completeChoice(scope, saved);
}

/** How many practices count towards a scope's bounds: all chosen ones but those that the scope adds. */
export function countedPractices(scope: ItilScope, practices: readonly { id: number }[]): number {
  const added = lockedPractices(scope).map(({ id }) => id);
  return new Set(practices.map(({ id }) => id).filter((id) => !added.includes(id))).size;
}

/** How many more practices a scope needs before it may be saved. */
export function missingPractices(scope: ItilScope, practices: readonly { id: number }[]): number {
  return Math.max(0, PRACTICE_BOUNDS[scope].least - countedPractices(scope, practices));
}

/**
 * Whether there are more practices than the Maturity scope takes. The user is then asked whether to make the assessment Comprehensive
 * (docs/rules/itil.md#outgrowing-maturity).
 */
export function callsForComprehensive(scope: ItilScope, practices: readonly { id: number }[]): boolean {
  return scope === "Maturity" && countedPractices(scope, practices) > PRACTICE_BOUNDS.Maturity.most;
}

/** A scope as it is to be saved. */
export interface ItilScopeChoice {
  selectedScope: ItilScope;
  practices: readonly PracticeChoice[];
  /** The components that were switched on or off; if absent, all that the scope assesses. */
  components?: readonly { id: number; isSelected: boolean }[] | undefined;
}

/** Something wrong with a scope, and the field it is shown at. */
export interface ItilScopeIssue {
  path: "capabilities" | "maturities";
  message: string;
}

/**
 * How many practices there are to choose, and whether continual improvement is one of them, in words for the reader. The same words
 * wherever users choose a scope (docs/rules/itil.md#scopes).
 */
export function practiceRule(scope: ItilScope): string {
  const { least, most } = PRACTICE_BOUNDS[scope];
  const added = "Continual improvement is added to them as Primary";
  if (scope === "Comprehensive") return `Choose at least ${least} practices. ${added}, so at least ${least + 1} are assessed.`;
  if (scope === "Maturity") return `Choose up to ${most} practices. ${added}, so at most ${most + 1} are assessed.`;
  return `Choose at least ${least} practice. Continual improvement is not added; if you choose it, it counts.`;
}

/** The message for too few practices (docs/rules/setup-and-scope.md#validation-messages). */
export function minimumMessage(least: number): string {
  return `Please, select the minimum required. To proceed you need to pick at least ${least} ${least === 1 ? "item" : "items"}.`;
}

/** Everything that is wrong with a scope; empty when it may be saved. Continual improvement may be absent where the scope adds it. */
export function itilScopeIssues({ selectedScope, practices, components = [] }: ItilScopeChoice): ItilScopeIssue[] {
  return [...practiceIssues(selectedScope, practices), ...componentIssues(selectedScope, components)];
}

function practiceIssues(scope: ItilScope, practices: readonly PracticeChoice[]): ItilScopeIssue[] {
  const issue = (message: string): ItilScopeIssue[] => [{ path: "capabilities", message }];
  if (!practices.every(({ id }) => PRACTICES.some((practice) => practice.id === id))) return issue(textMessages.wrongType("practice"));
  if (new Set(practices.map(({ id }) => id)).size < practices.length) return issue("Each practice can be chosen only once.");
  if (!practices.every(({ mode }) => mode === PRIMARY || mode === SUPPORTING)) return issue(textMessages.oneOf);
  const changed = lockedPractices(scope).some(({ id, mode }) => practices.some((practice) => practice.id === id && practice.mode !== mode));
  if (changed) return issue(`Continual improvement is always Primary in the ${scope} scope.`);
  if (missingPractices(scope, practices) > 0) return issue(minimumMessage(PRACTICE_BOUNDS[scope].least));
  if (callsForComprehensive(scope, practices))
    return issue(
      `The Maturity scope takes at most ${PRACTICE_BOUNDS.Maturity.most} practices beside continual improvement. With more, make the assessment Comprehensive.`,
    );
  return [];
}

function componentIssues(scope: ItilScope, components: readonly { id: number; isSelected: boolean }[]): ItilScopeIssue[] {
  const issue = (message: string): ItilScopeIssue[] => [{ path: "maturities", message }];
  const needed = componentsOf(scope);
  if (!components.every(({ id }) => COMPONENTS.some((component) => component.id === id)))
    return issue(textMessages.wrongType("maturity component"));
  if (components.some(({ id, isSelected }) => needed.includes(id) && !isSelected))
    return issue(`All five maturity components are mandatory in the ${scope} scope.`);
  if (components.some(({ id, isSelected }) => !needed.includes(id) && isSelected))
    return issue(`The ${scope} scope assesses no maturity components.`);
  return [];
}

/**
 * Whether the saved practices make a scope that can be answered. They may have been saved for another scope
 * (docs/rules/itil.md#changing-the-scope).
 */
export function isScopeReady(scope: ItilScope, practices: readonly PracticeChoice[]): boolean {
  return practices.length > 0 && itilScopeIssues({ selectedScope: scope, practices }).length === 0;
}

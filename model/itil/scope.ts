/** What an ITIL assessment may cover (specification B2, B4, B5; design rules, "ITIL", "Scope"). */
import type { SelectionMode } from "../contract/assessments.ts";
import { textMessages } from "../text.ts";
import { COMPONENTS, CONTINUAL_IMPROVEMENT_ID, type ItilScope, PRACTICES } from "./catalogue.ts";

export const PRIMARY: SelectionMode = 1;
export const SUPPORTING: SelectionMode = 2;

/** A practice that was chosen; one that is N/A is not in any list. */
export interface PracticeChoice {
  id: number;
  mode: SelectionMode;
}

/** How many practices a scope takes, as `countedPractices` counts them. */
export const PRACTICE_BOUNDS: Readonly<Record<ItilScope, { least: number; most: number }>> = {
  Comprehensive: { least: 6, most: PRACTICES.length - 1 },
  Capability: { least: 1, most: PRACTICES.length },
  Maturity: { least: 0, most: 5 },
};

/** Comprehensive and Maturity assess the maturity components too; both then need all five, and continual improvement as Primary. */
export function assessesMaturity(scope: ItilScope): boolean {
  return scope !== "Capability";
}

/** The practices that a scope includes by itself and that nobody may change. */
export function lockedPractices(scope: ItilScope): PracticeChoice[] {
  return assessesMaturity(scope) ? [{ id: CONTINUAL_IMPROVEMENT_ID, mode: PRIMARY }] : [];
}

/** The ids of the components that a scope assesses: all five or none. */
export function componentsOf(scope: ItilScope): number[] {
  return assessesMaturity(scope) ? COMPONENTS.map(({ id }) => id) : [];
}

/** The choice with what the scope adds by itself, in catalogue order; what is unknown or repeated is left out. */
export function completeChoice(scope: ItilScope, practices: readonly PracticeChoice[]): PracticeChoice[] {
  const modes = new Map([...practices, ...lockedPractices(scope)].map(({ id, mode }) => [id, mode]));
  return PRACTICES.flatMap(({ id }) => {
    const mode = modes.get(id);
    return mode === undefined ? [] : [{ id, mode }];
  });
}

/** How many practices count towards a scope's bounds: those somebody chose, without continual improvement where it is added by itself. */
export function countedPractices(scope: ItilScope, practices: readonly { id: number }[]): number {
  const added = lockedPractices(scope).map(({ id }) => id);
  return new Set(practices.map(({ id }) => id).filter((id) => !added.includes(id))).size;
}

/** How many practices have to be added before a scope may be saved. */
export function missingPractices(scope: ItilScope, practices: readonly { id: number }[]): number {
  return Math.max(0, PRACTICE_BOUNDS[scope].least - countedPractices(scope, practices));
}

/** More practices than the Maturity scope takes: whoever chose them is asked whether to make the assessment Comprehensive. */
export function callsForComprehensive(scope: ItilScope, practices: readonly { id: number }[]): boolean {
  return scope === "Maturity" && countedPractices(scope, practices) > PRACTICE_BOUNDS.Maturity.most;
}

export interface ItilScopeChoice {
  selectedScope: ItilScope;
  practices: readonly PracticeChoice[];
  /** The components that somebody switched on or off; all of a scope's components where absent. */
  components?: readonly { id: number; isSelected: boolean }[] | undefined;
}

export interface ItilScopeIssue {
  path: "capabilities" | "maturities";
  message: string;
}

/** The message of the specification (B5) for too few practices. */
export function minimumMessage(least: number): string {
  return `Please, select the minimum required. To proceed you need to pick at least ${least} ${least === 1 ? "item" : "items"}.`;
}

/** Everything wrong with a choice of practices, each with its field; empty when it may be saved. Continual improvement may be absent: it is added. */
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
 * Whether an assessment's saved practices make a scope that can be answered. They may have been saved for another scope:
 * changing the scope in the profile keeps them, and the scope step then asks for what is missing.
 */
export function isScopeReady(scope: ItilScope, practices: readonly PracticeChoice[]): boolean {
  return practices.length > 0 && itilScopeIssues({ selectedScope: scope, practices }).length === 0;
}

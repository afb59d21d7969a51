/** What differs between the two maturity models where an assessment is set up. */
import type { Assessment, AssessmentForm } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import type { AssessmentChanges } from "~/services/upstream/assessments.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths, type SuggestedSetUp } from "~/views/paths";
import type { Fact, ScopeConsequence, ScopeStep } from "~/views/setup";
import type { Flash } from "~/views/shell";

/** What a posted form chose, what is wrong with it, and the changes that would save it. */
export interface ScopeReading<Chosen> {
  chosen: Chosen;
  errors: Record<string, string[]>;
  update: AssessmentChanges;
  /** How many practices, if too many for the Maturity scope: ask first whether to make the assessment Comprehensive. */
  tooMany?: number | undefined;
}

export interface SetUpModel<Own extends Assessment, Step extends ScopeStep> {
  /** The scopes that an assessment may have. */
  scopes: readonly string[];
  /** What the scope step asks, at the start of a sentence in the plural. */
  scopeParts: string;
  /** Whether the profile of an assessment without a scope can be saved and left. */
  scopeMayBeOpen: boolean;
  /** What an address recommends for a new assessment. */
  readSuggestion(request: { url: string }): SuggestedSetUp | undefined;
  /**
   * The offer of the scope step, the choice, and the parts that must stay.
   * @param request may recommend what is chosen as long as no scope is saved
   * @param source its level and places are chosen at first, as far as they are offered
   * @throws LoadFailure; Redirect for the profile when the assessment has no scope, or one that the model does not know
   */
  loadScope(api: UserApi, assessment: Own, request?: { url: string }, source?: Own): Promise<Step>;
  /**
   * Adds to the scope step what the assessment before left out. Without it where that cannot be read.
   * @param step as `loadScope` gives it
   */
  withDescoped?(api: UserApi, assessment: Own, step: Step): Promise<Step>;
  /**
   * Leaves out again what the assessment before left out, as far as the saved scope has it and nobody has answered it.
   * @param pageId the page that holds the lock
   * @returns what became of it, for the next page; undefined where nothing was to be done
   */
  descopeAgain?(context: UserContext, assessmentId: Id, pageId: string | undefined): Promise<Flash | undefined>;
  /** Reads a posted scope. @throws as `loadScope` does */
  readScope(api: UserApi, assessment: Own, form: FormData): Promise<ScopeReading<Step["chosen"]>>;
  /** The names of what has answers and is left out by a choice. @throws LoadFailure */
  findLost(api: UserApi, assessment: Own, chosen: Step["chosen"]): Promise<string[]>;
  /** The scope as labels and values, in the order of its form. */
  scopeFacts(assessment: Own): Fact[];
  /** How many statements a saved scope means, and roughly how long they take; none while there is no scope. */
  sizeFacts(assessment: Own): Fact[];
  /** The codes of what has a score, and so may have a target. */
  scoredCodes(assessment: Own): string[];
  /** What else a chosen level makes available (docs/rules/setup-and-scope.md#level-note). */
  levelNote(assessment: Own): string | undefined;
  /** The changes that a profile makes to the saved scope, for the same request. @throws UpstreamFault */
  scopeFollowing(api: UserApi, stored: Own, form: AssessmentForm): Promise<AssessmentChanges>;
  /**
   * How saving a profile would change the saved scope, in words for a dialog
   * (docs/rules/setup-and-scope.md#what-the-profile-does-to-a-saved-scope); undefined when the scope stays as it is.
   */
  scopeConsequence(stored: Own, form: AssessmentForm): ScopeConsequence | undefined;
}

/** The scope that was chosen in the profile. @throws Redirect for the profile when there is none, or one that the model does not know */
export function requireScope<Scope>(
  { id, selectedScope, assessmentType }: Assessment,
  find: (name: string | null) => Scope | undefined,
): Scope {
  const scope = find(selectedScope);
  if (!scope) throw new Redirect(paths.step("profile", id, assessmentType));
  return scope;
}

/** Names in a list of facts. */
export const namesOf = (items: readonly { name: string }[] | undefined): string =>
  items?.map(({ name }) => name).join(", ") || "Not Provided";

/** The statements of what is chosen. */
export const countStatements = (items: readonly { totalQuestions: number }[]) =>
  items.reduce((sum, { totalQuestions }) => sum + totalQuestions, 0);

/** Questions that services of several families have about an assessment. What differs between the two maturity models is in its two implementations. */
import type { CheckedPlace } from "#model/checks.ts";
import type { Assessment, AssessmentUpdate } from "#model/contract/assessments.ts";
import type { Subject } from "#model/contract/history.ts";
import type { Overview } from "#model/contract/overview.ts";
import type { Gate } from "#model/gates/gate.ts";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { AnsweringPaths } from "~/views/paths";

/** A thread, practice or component in scope that is answered: what it is called, and where. */
export interface InScope {
  subject: Subject;
  place: string;
  group: string;
  label: string;
  name: string;
  /** Of perspective and thread, or of the practice or component. */
  codes: readonly string[];
  to: string;
}

export interface AssessmentModel<Own extends Assessment> {
  /** What is answered, in words. */
  unit: string;
  /** What somebody requested of an external body; undefined if nothing. */
  requested(assessment: Own): "certify" | "endorse" | undefined;
  /** Whether a scope was chosen that can be answered. */
  hasScope(assessment: Own): boolean;
  /** How much of the model it covers (docs/rules/scores.md#what-was-assessed); undefined for all of it. */
  extentOf(assessment: Own): string | undefined;
  /** The update that would leave an assessment as it is, without the fields that both models have. */
  asStored(assessment: Own): Partial<AssessmentUpdate>;
  /** The answerable parts of an assessment, in the order of its scope. @param at to edit, or to view */
  listInScope(assessment: Own, at: AnsweringPaths): InScope[];
  /** The places that are answered in full; what is calculated is not answered by anybody. @throws LoadFailure */
  listAnsweredPlaces(api: UserApi, assessment: Own): Promise<ReadonlySet<string>>;
  /**
   * What checks look at in each place of the scope, with whether it is answered in full.
   * @param overview of this model; undefined where the upstream gives none
   * @throws UpstreamFault
   */
  listChecked(api: UserApi, assessment: Own, overview: Overview | undefined): Promise<CheckedPlace[]>;
  /** What is answered at each place, as one text that another edition has if it says the same. @param overview of this model */
  answersIn(overview: Overview): ReadonlyMap<string, string>;
  /** The gate of a thread or practice. @param levels of its statements, in their order */
  gateOf(assessment: Own, levels: readonly number[]): Gate;
  /** The first questions screen; undefined without a scope. @param at to edit, or to view */
  firstQuestions(assessment: Own, at: AnsweringPaths): string | undefined;
}

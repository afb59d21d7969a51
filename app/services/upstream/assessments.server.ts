/** Assessments: loading, creating and changing them, and why one is read-only. */

import type { Assessment, AssessmentForm, AssessmentUpdate, ItilAssessment } from "#model/contract/assessments.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id } from "#model/contract/common.ts";
import type { ItilProgress } from "#model/contract/itil.ts";
import type { P3M3Progress } from "#model/contract/p3m3.ts";
import { findItilScope } from "#model/itil/catalogue.ts";
import { isScopeReady } from "#model/itil/scope.ts";
import { loadFor } from "~/services/faults.server";
import { listOrganizations, seesAllAssessments } from "~/services/upstream/organizations.server";
import { keyFor, unusableAnswer } from "~/services/upstream/upstream.server";
import type { Reader, UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";

/** An assessment. @param subject what the reader asked for: the assessment, or its result. @throws LoadFailed */
export function getAssessment(api: UserApi, assessmentId: Id, subject: "assessment" | "result" = "assessment"): Promise<Assessment> {
  return loadFor(subject, api.assessments.get({ id: assessmentId }));
}

/**
 * Creates an assessment (docs/rules/locks-and-saving.md#one-write).
 * @param formId of the form: sent twice with the same content, it creates one assessment
 * @returns its id
 * @throws UpstreamFault
 */
export async function createAssessment(api: UserApi, organizationId: Id, body: AssessmentForm, formId: string): Promise<Id> {
  const idempotencyKey = keyFor(formId, "assessment", organizationId, body);
  const { id } = await api.organizations.assessments.create({ id: organizationId, body }, { idempotencyKey });
  return id;
}

/** Changes an assessment. The caller holds its lock. @throws UpstreamFault with 409 when it does not */
export function updateAssessment(api: UserApi, assessmentId: Id, body: AssessmentUpdate): Promise<unknown> {
  return api.assessments.put({ id: assessmentId, body });
}

/** What can be done with an assessment as a whole. */
export type AssessmentCommand = "complete" | "certify" | "endorse" | "archive" | "unarchive";

/** Completes, certifies, endorses, archives or restores an assessment (docs/upstream-contract.md#assessments). @throws UpstreamFault */
export function commandAssessment(api: UserApi, assessmentId: Id, command: AssessmentCommand): Promise<unknown> {
  return api.assessments[command]({ id: assessmentId });
}

/** The progress of a P3M3 assessment. @throws UpstreamFault */
export async function readP3M3Progress(api: UserApi, assessmentId: Id): Promise<P3M3Progress> {
  const progress = await api.assessments.progress({ id: assessmentId });
  if ("perspectivesProgress" in progress) return progress;
  throw unusableAnswer(CONTRACT.assessments.progress, "perspectivesProgress");
}

/** The progress of an ITIL assessment. @throws UpstreamFault */
export async function readItilProgress(api: UserApi, assessmentId: Id): Promise<ItilProgress> {
  const progress = await api.assessments.progress({ id: assessmentId });
  if ("capabilityProgress" in progress) return progress;
  throw unusableAnswer(CONTRACT.assessments.progress, "capabilityProgress");
}

/** The progress of a P3M3 assessment, for a screen that needs it. @throws LoadFailed */
export function getP3M3Progress(api: UserApi, assessmentId: Id) {
  return loadFor("assessment", readP3M3Progress(api, assessmentId));
}

/** The path of the home screen with the assessment's organization open. */
export function homeOf(found: Assessment): string {
  return paths.home(found.organization ? { organizationId: found.organization.id } : undefined);
}

/**
 * Why an assessment cannot be changed, in words for the reader; undefined when it can (docs/rules/rights.md#read-only-assessments).
 * @throws LoadFailed
 */
export async function readOnlyReason(context: Reader, found: Assessment): Promise<string | undefined> {
  if (found.isArchived) return "This assessment is archived. Restore it on the home screen to go on with it.";
  if (found.status === "Completed") return "This assessment has been submitted, so it can be read but no longer changed.";
  if (await belongsToAnotherTeam(context, found)) return "This assessment belongs to another team, so you can read it but not change it.";
  return undefined;
}

/**
 * Whether the user may only read an assessment, because it belongs to another team and the account is an internal one.
 * @throws LoadFailed
 */
export function belongsToAnotherTeam(context: Reader, found: Assessment): Promise<boolean> {
  return isOrganizationOfAnotherTeam(context, found.organization?.id);
}

/** The same for an organization. @throws LoadFailed */
export async function isOrganizationOfAnotherTeam(context: Reader, organizationId: Id | undefined): Promise<boolean> {
  if (!seesAllAssessments(context.user)) return false;
  const { myOrgnizations } = await loadFor("dashboard", listOrganizations(context.api));
  return !myOrgnizations.some(({ organization }) => String(organization.id) === String(organizationId));
}

/** The practices of an assessment in the form that the rules of `model/itil` take. */
export const practicesOf = (found: ItilAssessment) =>
  (found.capabilities ?? []).map(({ id, selectionMode }) => ({ id, mode: selectionMode }));

/** Whether a scope was chosen that can be answered: perspectives and threads, or as many practices as the scope needs. */
export function hasScope(found: Assessment): boolean {
  if (found.assessmentType === "P3M3") return Boolean(found.perspectives?.length && found.threads?.length);
  const scope = findItilScope(found.selectedScope);
  return scope !== undefined && isScopeReady(scope, practicesOf(found));
}

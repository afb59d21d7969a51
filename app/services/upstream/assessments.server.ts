/** One assessment: loading it, creating, changing and completing it, and what may be done with it. */

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

/** @throws a failure page by the error catalogue */
export function getAssessment(api: UserApi, assessmentId: Id): Promise<Assessment> {
  return loadFor("assessment", api.assessments.get({ id: assessmentId }));
}

/**
 * Creates an assessment and gives its id.
 * @param formId the form that it was typed into: the same form with the same content creates one assessment, however often it is sent
 */
export async function createAssessment(api: UserApi, organizationId: Id, body: AssessmentForm, formId: string): Promise<Id> {
  const idempotencyKey = keyFor(formId, "assessment", organizationId, body);
  const { id } = await api.organizations.assessments.create({ id: organizationId, body }, { idempotencyKey });
  return id;
}

export function updateAssessment(api: UserApi, assessmentId: Id, body: AssessmentUpdate): Promise<unknown> {
  return api.assessments.put({ id: assessmentId, body });
}

export type AssessmentCommand = "complete" | "certify" | "endorse" | "archive" | "unarchive";

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

export function getP3M3Progress(api: UserApi, assessmentId: Id) {
  return loadFor("assessment", readP3M3Progress(api, assessmentId));
}

/** Home, with the assessment's organization open. */
export function homeOf(found: Assessment): string {
  return paths.home(found.organization ? { organizationId: found.organization.id } : undefined);
}

/** Why an assessment cannot be changed, in words for the reader, or undefined when it can. */
export async function readOnlyReason(context: Reader, found: Assessment): Promise<string | undefined> {
  if (found.isArchived) return "This assessment is archived. Restore it on the home screen to go on with it.";
  if (found.status === "Completed") return "This assessment has been submitted, so it can be read but no longer changed.";
  if (await belongsToAnotherTeam(context, found)) return "This assessment belongs to another team, so you can read it but not change it.";
  return undefined;
}

/** An assessment that the user may read only because the account sees those of every team. */
export function belongsToAnotherTeam(context: Reader, found: Assessment): Promise<boolean> {
  return isOrganizationOfAnotherTeam(context, found.organization?.id);
}

/** The same of an organization. */
export async function isOrganizationOfAnotherTeam(context: Reader, organizationId: Id | undefined): Promise<boolean> {
  if (!seesAllAssessments(context.user)) return false;
  const { myOrgnizations } = await loadFor("dashboard", listOrganizations(context.api));
  return !myOrgnizations.some(({ organization }) => String(organization.id) === String(organizationId));
}

/** The practices of an assessment as the rules take them. */
export const practicesOf = (found: ItilAssessment) =>
  (found.capabilities ?? []).map(({ id, selectionMode }) => ({ id, mode: selectionMode }));

/** A scope was chosen that can be answered: perspectives and threads, or the practices that the scope asks for. */
export function hasScope(found: Assessment): boolean {
  if (found.assessmentType === "P3M3") return Boolean(found.perspectives?.length && found.threads?.length);
  const scope = findItilScope(found.selectedScope);
  return scope !== undefined && isScopeReady(scope, practicesOf(found));
}

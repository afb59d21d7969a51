/** One assessment: loading it, creating, changing and completing it, and what may be done with it. */
import { redirect } from "@remix-run/node";
import type { Assessment, AssessmentForm, AssessmentUpdate } from "#model/contract/assessments.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id, Role } from "#model/contract/common.ts";
import type { ItilProgress } from "#model/contract/itil.ts";
import type { P3M3Progress } from "#model/contract/p3m3.ts";
import { listOrganizations, seesAllAssessments } from "~/services/home/organizations.server";
import { loading } from "~/services/http/failures.server";
import { keyFor, unusableAnswer } from "~/services/upstream/upstream.server";
import type { AppContext } from "~/sessions.server";
import { paths } from "~/views/paths";

/** @throws a failure page by the error catalogue */
export function getAssessment(context: AppContext, assessmentId: Id): Promise<Assessment> {
  return loading("assessment", context.api.assessments.get({ id: assessmentId }));
}

/** Sends a request that came by the other model's address to the right one. */
export function requireModel(found: Assessment, model: Role, rightAddress: (model: Role) => string): void {
  if (found.assessmentType !== model) throw redirect(rightAddress(found.assessmentType));
}

/**
 * Creates an assessment and gives its id. Its organisation counts as the one opened last.
 * @param formId the form that it was typed into: the same form with the same content creates one assessment, however often it is sent
 */
export async function createAssessment(context: AppContext, organizationId: Id, body: AssessmentForm, formId: string): Promise<Id> {
  const idempotencyKey = keyFor(formId, "assessment", organizationId, body);
  const { id } = await context.api.organizations.assessments.create({ id: organizationId, body }, { idempotencyKey });
  context.setLastOrganization(String(organizationId));
  return id;
}

export function updateAssessment(context: AppContext, assessmentId: Id, body: AssessmentUpdate): Promise<unknown> {
  return context.api.assessments.put({ id: assessmentId, body });
}

export type AssessmentCommand = "complete" | "certify" | "endorse" | "archive" | "unarchive";

export function commandAssessment(context: AppContext, assessmentId: Id, command: AssessmentCommand): Promise<unknown> {
  return context.api.assessments[command]({ id: assessmentId });
}

/** The progress of a P3M3 assessment. @throws UpstreamError */
export async function readP3M3Progress({ api }: AppContext, assessmentId: Id): Promise<P3M3Progress> {
  const progress = await api.assessments.progress({ id: assessmentId });
  if ("perspectivesProgress" in progress) return progress;
  throw unusableAnswer(CONTRACT.assessments.progress, "perspectivesProgress");
}

/** The progress of an ITIL assessment. @throws UpstreamError */
export async function readItilProgress({ api }: AppContext, assessmentId: Id): Promise<ItilProgress> {
  const progress = await api.assessments.progress({ id: assessmentId });
  if ("capabilityProgress" in progress) return progress;
  throw unusableAnswer(CONTRACT.assessments.progress, "capabilityProgress");
}

export function getP3M3Progress(context: AppContext, assessmentId: Id) {
  return loading("assessment", readP3M3Progress(context, assessmentId));
}

/** Home, with the assessment's organization open. */
export function homeOf(found: Assessment): string {
  return paths.home(found.organization ? { organizationId: found.organization.id } : undefined);
}

/** Why an assessment cannot be changed, in words for the reader, or undefined when it can. */
export async function readOnlyReason(context: AppContext, found: Assessment): Promise<string | undefined> {
  if (found.isArchived) return "This assessment is archived. Restore it on the home screen to go on with it.";
  if (found.status === "Completed") return "This assessment has been submitted, so it can be read but no longer changed.";
  if (await belongsToAnotherTeam(context, found)) return "This assessment belongs to another team, so you can read it but not change it.";
  return undefined;
}

/** An assessment that the user may read only because the account sees those of every team. */
export function belongsToAnotherTeam(context: AppContext, found: Assessment): Promise<boolean> {
  return isOrganizationOfAnotherTeam(context, found.organization?.id);
}

/** The same of an organization. */
export async function isOrganizationOfAnotherTeam(context: AppContext, organizationId: Id | undefined): Promise<boolean> {
  if (!seesAllAssessments(context)) return false;
  const { myOrgnizations } = await loading("dashboard", listOrganizations(context));
  return !myOrgnizations.some(({ organization }) => String(organization.id) === String(organizationId));
}

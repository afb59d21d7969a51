/** Assessments: loading, creating and changing them, and why one is read-only. */

import type {
  Assessment,
  AssessmentForm,
  AssessmentUpdate,
  ItilAssessment,
  ItilAssessmentUpdate,
  P3m3Assessment,
  P3m3AssessmentUpdate,
} from "#model/contract/assessments.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf, type Subject } from "#model/contract/history.ts";
import type { ItilProgress } from "#model/contract/itil.ts";
import type { Overview } from "#model/contract/overview.ts";
import type { P3m3Progress } from "#model/contract/p3m3.ts";
import { PROFILE_FIELDS, storedValues } from "#model/fields.ts";
import { findItilScope } from "#model/itil/catalogue.ts";
import { isScopeReady } from "#model/itil/scope.ts";
import { loadFor } from "~/services/faults.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { confirmed } from "~/services/upstream/lost-answers.server";
import { listOrganizations, seesAllAssessments } from "~/services/upstream/organizations.server";
import { isUpstreamFault, keyFor, unusableAnswer } from "~/services/upstream/upstream.server";
import type { Reader, UserApi } from "~/services/upstream/user-api.server";
import { paths, resultPaths } from "~/views/paths";

/** An assessment. @param subject what the reader asked for: the assessment, or its result. @throws LoadFailure */
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

/** What a step of the set-up changes: fields of the update, all of the assessment's own model. */
export type AssessmentChanges = Partial<Omit<P3m3AssessmentUpdate | ItilAssessmentUpdate, "assessmentType">> &
  Pick<P3m3AssessmentUpdate, "perspectives" | "threads" | "selectedLevel"> &
  Pick<ItilAssessmentUpdate, "capabilities" | "maturities">;

/**
 * Changes an assessment. All of it is sent, what does not change as it was read: an upstream may replace the whole
 * (docs/rules/setup-and-scope.md#saving-sends-the-whole). The caller holds its lock.
 * @param stored the assessment as it was read after the lock was taken
 * @throws UpstreamFault with 409 without the lock
 */
export function updateAssessment(api: UserApi, stored: Assessment, changes: AssessmentChanges): Promise<unknown> {
  const body = { ...asStored(stored), ...changes } as AssessmentUpdate;
  return api.assessments.put({ id: stored.id, body }, { madeFrom: stored.versions });
}

/** The update that would leave an assessment as it is. */
function asStored(stored: Assessment): AssessmentUpdate {
  const { name, selectedScope } = stored;
  const common = { ...storedValues(PROFILE_FIELDS, stored), name: name ?? "", selectedScope };
  if (stored.assessmentType === "P3M3") {
    const { selectedLevel } = stored;
    const items = (list: P3m3Assessment["threads"]) => list?.map(({ id, name, code }) => ({ id, name, code }));
    const { perspectives, threads } = stored;
    return { assessmentType: "P3M3", ...common, perspectives: items(perspectives), threads: items(threads), selectedLevel };
  }
  const { id, capabilities, maturities } = stored;
  return {
    ...{ assessmentType: "ITIL", id, ...common },
    capabilities: capabilities?.map(({ id, name, selectionMode }) => ({ id, name, selectionMode })),
    maturities: maturities?.map(({ id, name, isSelected }) => ({ id, name, isSelected })),
  };
}

/** What can be done with an assessment as a whole. */
export type AssessmentCommand = "complete" | "certify" | "endorse" | "archive" | "unarchive";

/** Whether an assessment is what a command makes it. */
const IS_DONE: Readonly<Record<AssessmentCommand, (found: Assessment) => boolean>> = {
  complete: ({ status }) => status === "Completed",
  certify: (found) => found.assessmentType === "P3M3" && found.certified === true,
  endorse: (found) => found.assessmentType === "ITIL" && found.endorsed === true,
  archive: ({ isArchived }) => isArchived,
  unarchive: ({ isArchived }) => !isArchived,
};

/**
 * Completes, certifies, endorses, archives or restores an assessment (docs/upstream-contract.md#assessments). One that is already what the
 * command makes it counts as done, so that a second click does no harm.
 * @throws UpstreamFault when it was not done, OutcomeUnknown when nobody knows
 */
export function commandAssessment(api: UserApi, assessmentId: Id, command: AssessmentCommand): Promise<void> {
  const carryOut = () => api.assessments[command]({ id: assessmentId });
  return confirmed(carryOut, async () => IS_DONE[command](await api.assessments.get({ id: assessmentId })));
}

/** The progress of a P3M3 assessment. @throws UpstreamFault */
export async function readP3m3Progress(api: UserApi, assessmentId: Id): Promise<P3m3Progress> {
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

/** The progress of a P3M3 assessment, for a screen that needs it. @throws LoadFailure */
export function getP3m3Progress(api: UserApi, assessmentId: Id) {
  return loadFor("assessment", readP3m3Progress(api, assessmentId));
}

/** The way home with the assessment's organization open. */
export function homeOf(found: Assessment): string {
  return paths.homeAt(found.organization ? { organizationId: found.organization.id } : undefined);
}

/** The path of the result, once there is one. */
export function resultOf(found: Assessment): string | undefined {
  return found.status === "Completed" ? paths.result(found.id, found.assessmentType) : undefined;
}

/** The path of the draft result of an assessment in progress; undefined where the upstream has none (docs/upstream-contract.md#drafts). */
export async function draftOf(found: Assessment): Promise<string | undefined> {
  const hasDraft = found.status === "Active" && (await hasExtension("drafts"));
  return hasDraft ? resultPaths(true).result(found.id, found.assessmentType) : undefined;
}

/** The path of the history, or of a part of it; undefined where the upstream keeps none (docs/upstream-contract.md#history). */
export async function historyOf(found: { id: Id }, subject?: Subject): Promise<string | undefined> {
  if (!(await hasExtension("history"))) return undefined;
  return paths.history(found.id, subject ? { place: placeOf(subject) } : {});
}

/** The path of the register of evidence; undefined where the upstream keeps none (docs/upstream-contract.md#evidence). */
export async function evidenceOf(found: { id: Id }): Promise<string | undefined> {
  return (await hasExtension("evidence")) ? paths.evidence(found.id) : undefined;
}

/**
 * All answers, notes and flags of an assessment at once; undefined where the upstream does not give that, or cannot now. The first call
 * asks the upstream to leave statements out. If the upstream refuses that, a second call asks for everything.
 */
export async function findOverview(api: UserApi, assessmentId: Id): Promise<Overview | undefined> {
  if (!(await hasExtension("overview"))) return undefined;
  const { overview } = api.assessments;
  return overview({ id: assessmentId, without: "statements" })
    .catch((error: unknown) => {
      if (isUpstreamFault(error) && (error.status === 400 || error.status === 422)) return overview({ id: assessmentId });
      throw error;
    })
    .catch((error: unknown) => {
      if (isUpstreamFault(error)) return undefined;
      throw error;
    });
}

/**
 * Why an assessment cannot be changed, in words for the reader; undefined when it can (docs/rules/rights.md#read-only-assessments).
 * @throws LoadFailure
 */
export async function readOnlyReason(context: Reader, found: Assessment): Promise<string | undefined> {
  if (found.isArchived) return "This assessment is archived. Restore it on the home screen to go on with it.";
  if (found.status === "Completed") return "This assessment has been submitted, so it can be read but no longer changed.";
  if (await belongsToAnotherTeam(context, found)) return "This assessment belongs to another team, so you can read it but not change it.";
  return undefined;
}

/**
 * Whether the user may only read an assessment, because it belongs to another team and the account is an internal one.
 * @throws LoadFailure
 */
export function belongsToAnotherTeam(context: Reader, found: Assessment): Promise<boolean> {
  return isOrganizationOfAnotherTeam(context, found.organization?.id);
}

/** The same for an organization. @throws LoadFailure */
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

/** Where one comes from: the result, the summary, or what is still to be set up. */
export function wayBack(found: Assessment): { href: string; label: string } {
  const model = found.assessmentType;
  if (found.status === "Completed") return { href: paths.result(found.id, model), label: "Result" };
  if (hasScope(found)) return { href: paths.summary(found.id, model), label: "Summary" };
  return { href: paths.step("review", found.id, model), label: "Review" };
}

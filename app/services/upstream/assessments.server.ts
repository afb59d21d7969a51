/** Assessments: loading, creating and changing them, and why one is read-only. */

import type { z } from "zod";
import type {
  Assessment,
  AssessmentForm,
  AssessmentUpdate,
  ItilAssessmentUpdate,
  P3m3AssessmentUpdate,
} from "#model/contract/assessments.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf, type Subject } from "#model/contract/history.ts";
import type { Overview, overviewQuery } from "#model/contract/overview.ts";
import { withEdition } from "#model/editions.ts";
import { PROFILE_FIELDS, storedValues } from "#model/fields.ts";
import type { UserContext } from "~/services/context.server";
import { LoadFailure, loadFor } from "~/services/faults.server";
import { hasExtension, ifOffered } from "~/services/upstream/extensions.server";
import { confirmed } from "~/services/upstream/lost-answers.server";
import { modelOf } from "~/services/upstream/models.server";
import { seesAllAssessments } from "~/services/upstream/organizations.server";
import { mayChange, requireMayChange } from "~/services/upstream/permissions.server";
import { withRichTexts } from "~/services/upstream/rich-text.server";
import { isUpstreamFault, keyFor, unusableAnswer } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
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
  const { name, selectedScope, previousId } = stored;
  const before = previousId === undefined ? {} : { previousId };
  const common = { ...storedValues(PROFILE_FIELDS, stored), name: name ?? "", selectedScope, ...before };
  const body = { ...common, ...modelOf(stored).asStored(stored), ...changes } as AssessmentUpdate;
  return api.assessments.put({ id: stored.id, body }, { madeFrom: stored.versions });
}

/** What can be done with an assessment as a whole. */
export type AssessmentCommand = "complete" | "certify" | "endorse" | "archive" | "unarchive";

/** Whether an assessment is what a command makes it. */
const IS_DONE: Readonly<Record<AssessmentCommand, (found: Assessment) => boolean>> = {
  complete: ({ status }) => status === "Completed",
  certify: (found) => modelOf(found).requested(found) === "certify",
  endorse: (found) => modelOf(found).requested(found) === "endorse",
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

/** What the screens and files of an assessment call it: its name, and which edition it is. */
export const titleOf = (found: Pick<Assessment, "name" | "edition">) => withEdition(found.name ?? "Not provided", found);

/** The way home with the assessment's organization open. */
export function homeOf(found: Assessment): string {
  return paths.homeAt(found.organization ? { organizationId: found.organization.id } : undefined);
}

/** The path of the result, once there is one. */
export function resultOf(found: Assessment): string | undefined {
  return found.status === "Completed" ? paths.result(found.id, found.assessmentType) : undefined;
}

/** Where a completed assessment is assessed again; undefined for any other, for an edition that was replaced, and where the upstream or the rights do not allow it. */
export async function againOf(context: UserContext, found: Assessment): Promise<string | undefined> {
  const { status, isArchived, organization, id, edition } = found;
  if (status !== "Completed" || isArchived || edition?.replacedBy || !organization || !(await hasExtension("again"))) return undefined;
  return (await isKnownAsOwn(context, found)) ? paths.assessAgain(organization.id, id) : undefined;
}

/** The path of the draft result of an assessment in progress; undefined where the upstream has none (docs/upstream-contract.md#drafts). */
export async function draftOf(found: Assessment): Promise<string | undefined> {
  return found.status === "Active" ? ifOffered("drafts", resultPaths(true).result(found.id, found.assessmentType)) : undefined;
}

/** The path of the history, or of a part of it; undefined where the upstream keeps none (docs/upstream-contract.md#history). */
export const historyOf = ({ id }: { id: Id }, subject?: Subject) =>
  ifOffered("history", paths.history(id, subject ? { place: placeOf(subject) } : {}));

/** What the overview of an assessment is, by its model. */
export type OverviewOf<EvidenceSource extends Assessment> = Extract<Overview, { assessmentType: EvidenceSource["assessmentType"] }>;

/** @throws UpstreamFault for an answer of the other model */
function requireModel<EvidenceSource extends Assessment>(
  { assessmentType }: EvidenceSource,
  overview: Overview,
): OverviewOf<EvidenceSource> {
  if (overview.assessmentType === assessmentType) return overview as OverviewOf<EvidenceSource>;
  throw unusableAnswer(CONTRACT.assessments.overview, "assessmentType");
}

/** All answers, notes and flags of an assessment at once, with their statements. @param only some perspectives or practices @throws UpstreamFault */
export async function readOverview<EvidenceSource extends Assessment>(
  api: UserApi,
  found: EvidenceSource,
  only: z.input<typeof overviewQuery> = {},
): Promise<OverviewOf<EvidenceSource>> {
  return requireModel(found, await api.assessments.overview({ id: found.id, ...only }).then(withRichTexts));
}

/**
 * The same without statements; undefined where the upstream does not give that, or cannot now. The first call asks to leave them out. If
 * the upstream refuses that, a second call asks for everything.
 */
export async function findOverview<EvidenceSource extends Assessment>(
  api: UserApi,
  found: EvidenceSource,
): Promise<OverviewOf<EvidenceSource> | undefined> {
  if (!(await hasExtension("overview"))) return undefined;
  const { overview } = api.assessments;
  return overview({ id: found.id, without: "statements" })
    .catch((error: unknown) => {
      if (isUpstreamFault(error) && (error.status === 400 || error.status === 422)) return overview({ id: found.id });
      throw error;
    })
    .then((told) => requireModel(found, told))
    .catch((error: unknown) => {
      if (isUpstreamFault(error)) return undefined;
      throw error;
    });
}

const ARCHIVED = "This assessment is archived.";

/** Why an assessment cannot be changed, whoever asks in the user's team, in words; undefined when it can. @throws LoadFailure */
async function reasonForAll(context: UserContext, found: Assessment): Promise<string | undefined> {
  if (found.isArchived) return mayChange(found) ? `${ARCHIVED} Restore it on the home screen to go on with it.` : ARCHIVED;
  if (found.status === "Completed") return "This assessment has been submitted, so it can be read but no longer changed.";
  if (await belongsToAnotherTeam(context, found)) return "This assessment belongs to another team, so you can read it but not change it.";
  return undefined;
}

/**
 * Why an assessment cannot be changed, in words for the reader; undefined when it can (docs/rules/rights.md#read-only-assessments).
 * @throws LoadFailure
 */
export async function readOnlyReason(context: UserContext, found: Assessment): Promise<string | undefined> {
  const reason = await reasonForAll(context, found);
  return reason ?? (mayChange(found) ? undefined : "You are a viewer of this team, so you can read this assessment but not change it.");
}

/**
 * The same for what only exists to change an assessment, such as the screen that edits an open one.
 * @throws NotPermitted for a viewer of an assessment that others can change; LoadFailure
 */
export async function reasonNotToEdit(context: UserContext, found: Assessment): Promise<string | undefined> {
  const reason = await reasonForAll(context, found);
  if (reason === undefined) requireMayChange(found);
  return reason;
}

/**
 * Whether the user may only read an assessment, because it belongs to another team and the account is an internal one.
 * @throws LoadFailure
 */
export function belongsToAnotherTeam(context: UserContext, found: Assessment): Promise<boolean> {
  return isOrganizationOfAnotherTeam(context, found.organization?.id);
}

/** For what can be done with a completed assessment too. @throws NotPermitted for a viewer, but not for readers of another team; LoadFailure */
export async function refuseViewer(context: UserContext, found: Assessment): Promise<void> {
  if (!(await belongsToAnotherTeam(context, found))) requireMayChange(found);
}

/** Whether the user is a viewer of an assessment that colleagues may change now. @throws LoadFailure */
export async function isViewerOfOpen(context: UserContext, found: Assessment): Promise<boolean> {
  return !mayChange(found) && (await reasonForAll(context, found)) === undefined;
}

/** Whether the user may only read an assessment, whatever its state: another team's, or as a viewer. @throws LoadFailure */
export async function isOnlyToRead(context: UserContext, found: Assessment): Promise<boolean> {
  return !mayChange(found) || (await belongsToAnotherTeam(context, found));
}

/** Whether the user may make something new of an assessment, for a link that a screen can do without: where that cannot be read, they may not. */
export async function isKnownAsOwn(context: UserContext, found: Assessment): Promise<boolean> {
  try {
    return !(await isOnlyToRead(context, found));
  } catch (error) {
    if (error instanceof LoadFailure) return false;
    throw error;
  }
}

/** Whether an organization belongs to another team, so that an internal account may only read it. @throws LoadFailure */
export async function isOrganizationOfAnotherTeam(context: UserContext, organizationId: Id | undefined): Promise<boolean> {
  if (!seesAllAssessments(context.user)) return false;
  const { myOrgnizations } = await loadFor("dashboard", context.api.organizations.list());
  return !myOrgnizations.some(({ organization }) => String(organization.id) === String(organizationId));
}

/** Whether a scope was chosen that can be answered: perspectives and threads, or as many practices as the scope needs. */
export const hasScope = (found: Assessment) => modelOf(found).hasScope(found);

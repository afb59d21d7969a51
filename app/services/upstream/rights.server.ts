/** What the user may do with an assessment (docs/rules/rights.md#read-only-assessments). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import { LoadFailure } from "~/services/faults.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { readOrganizations, seesAllAssessments } from "~/services/upstream/organizations.server";
import { mayChange, requireMayChange } from "~/services/upstream/permissions.server";
import { morePaths } from "~/views/more-paths";

export interface Rights {
  /** It belongs to another team, and the user's account is an internal one, which reads it. */
  isForeign: boolean;
  /** The user may change it, or make something new of it, as far as its state allows. */
  mayWrite: boolean;
  /** Why it cannot be changed now, in words for the reader; undefined when it can. */
  readOnly: string | undefined;
  /** The user is a viewer, and colleagues may change it now. */
  isViewerOfOpen: boolean;
}

/** @throws LoadFailure */
export async function rightsOf(context: UserContext, assessment: Assessment): Promise<Rights> {
  const isForeign = await isOrganizationOfAnotherTeam(context, assessment.organization?.id);
  const isViewer = !mayChange(assessment);
  const forAll = reasonForAll(assessment, { isForeign, isViewer });
  const forViewers = isViewer ? "You are a viewer of this team, so you can read this assessment but not change it." : undefined;
  return {
    isForeign,
    mayWrite: !isForeign && !isViewer,
    readOnly: forAll ?? forViewers,
    isViewerOfOpen: isViewer && forAll === undefined,
  };
}

/** The message for readers of an archived assessment. @param mayRestore whether the reader can restore it */
const archivedWords = (mayRestore: boolean) =>
  `This assessment is archived.${mayRestore ? " Restore it on the home screen to go on with it." : ""}`;

/** That an assessment is archived, in words for the reader; undefined where it is not. */
export async function archivedNotice(context: UserContext, assessment: Assessment): Promise<string | undefined> {
  return assessment.isArchived ? archivedWords(await isKnownAsOwn(context, assessment)) : undefined;
}

/** Why nobody in the user's team can change an assessment; undefined when somebody can. */
function reasonForAll({ isArchived, status }: Assessment, { isForeign, isViewer }: { isForeign: boolean; isViewer: boolean }) {
  if (isArchived) return archivedWords(!isViewer && !isForeign);
  if (status === "Completed") return "This assessment has been submitted, so it can be read but no longer changed.";
  return isForeign ? "This assessment belongs to another team, so you can read it but not change it." : undefined;
}

/**
 * Why an assessment cannot be changed, for what only exists to change one, such as the screen that edits an open one.
 * @throws NotPermitted for a viewer of an assessment that others can change; LoadFailure
 */
export async function reasonNotToEdit(context: UserContext, assessment: Assessment): Promise<string | undefined> {
  const { readOnly, isViewerOfOpen } = await rightsOf(context, assessment);
  if (isViewerOfOpen) requireMayChange(assessment);
  return readOnly;
}

/** Whether the user may make something new of an assessment, for a link that a screen can do without: where that cannot be read, they may not. */
export async function isKnownAsOwn(context: UserContext, assessment: Assessment): Promise<boolean> {
  try {
    return (await rightsOf(context, assessment)).mayWrite;
  } catch (error) {
    if (error instanceof LoadFailure) return false;
    throw error;
  }
}

/** Where a completed assessment is assessed again; undefined for any other, for an edition that was replaced, and where the upstream or the rights do not allow it. */
export async function againOf(context: UserContext, assessment: Assessment): Promise<string | undefined> {
  const { status, isArchived, organization, id, edition } = assessment;
  if (status !== "Completed" || isArchived || edition?.replacedBy || !organization || !(await hasExtension("again"))) return undefined;
  return (await isKnownAsOwn(context, assessment)) ? morePaths.assessAgain(organization.id, id) : undefined;
}

/** Whether an organization belongs to another team, so that an internal account may only read it. @throws LoadFailure */
export async function isOrganizationOfAnotherTeam(context: UserContext, organizationId: Id | undefined): Promise<boolean> {
  if (!seesAllAssessments(context.user)) return false;
  return !(await readOrganizations(context.api, "mine", { open: organizationId })).hasOpen;
}

/** The set-up wizard: its sidebar, opening a step, and saving one without losing anything (docs/rules/setup-and-scope.md#steps). */

import { createHash } from "node:crypto";
import type { Assessment, Lock } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { findLock, handoverOf, holdLock, markRenewed, takeLock } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { getAssessment, hasScope, homeOf } from "~/services/upstream/assessments.server";
import { confirmed } from "~/services/upstream/lost-answers.server";
import { modelOf } from "~/services/upstream/models.server";
import { getOwnOrganization } from "~/services/upstream/organizations.server";
import { reasonNotToEdit, rightsOf } from "~/services/upstream/rights.server";
import { UpstreamFault, untilUnmoved } from "~/services/upstream/upstream.server";
import { orNotProvided } from "~/views/missing";
import { modelAt, paths } from "~/views/paths";
import type { Fact, SaveProblem, StepName, WizardView } from "~/views/setup";

/**
 * The sidebar: the organization and the three steps with their states (docs/rules/setup-and-scope.md#sidebar).
 * @param params with an organization when an assessment is created, with an assessment when it is edited
 * @throws LoadFailure; Forbidden for somebody else's organization; NotPermitted for a viewer who would create an assessment
 */
export async function loadWizard(
  context: UserContext,
  params: { assessmentId?: string | undefined; organizationId?: string | undefined },
): Promise<WizardView> {
  const { api } = context;
  const assessment = params.assessmentId === undefined ? undefined : await getAssessment(api, params.assessmentId);
  const isViewer = assessment !== undefined && (await rightsOf(context, assessment)).isViewerOfOpen;
  const organization =
    params.organizationId === undefined ? assessment?.organization : await getOwnOrganization(api, params.organizationId);
  const scoped = assessment !== undefined && hasScope(assessment);
  const step = (id: StepName, name: string, isComplete: boolean) => ({
    id,
    name,
    route: assessment && (id === "review" || !isViewer) ? paths.step(id, assessment.id, assessment.assessmentType) : undefined,
    isEnabled: assessment !== undefined || id === "profile",
    isComplete,
  });
  return {
    organization: {
      name: orNotProvided(organization?.name),
      location: orNotProvided(organization?.country?.name),
      businessUnit: orNotProvided(organization?.businessUnit),
    },
    certified: assessment !== undefined && modelOf(assessment).requested(assessment) === "certify",
    home: assessment ? homeOf(assessment) : paths.homeAt(organization && { organizationId: organization.id }),
    steps: [
      step("profile", "Assessment details", assessment !== undefined),
      step("scope", "Scope details", scoped),
      step("review", "Review profile", scoped),
    ],
  };
}

/**
 * Opens a step of an existing assessment. Takes the lock if it may be changed (docs/rules/locks-and-saving.md#taking-the-lock).
 * @returns the assessment. If it cannot be changed, also why. Otherwise also the id of the page that holds the lock, the colleague who
 * wishes for it, and where the assessment can be read after a handover
 * @throws LoadFailure; NotPermitted for a viewer, who may only see the review; Redirect for the address of the other model, and for home while
 * another user holds the lock
 */
export async function openStep(context: UserContext, request: Request, assessmentId: Id, step: StepName) {
  const assessment = await getAssessment(context.api, assessmentId);
  if (modelAt(request) !== assessment.assessmentType) throw new Redirect(paths.step(step, assessment.id, assessment.assessmentType));
  const readOnly = step === "review" ? (await rightsOf(context, assessment)).readOnly : await reasonNotToEdit(context, assessment);
  // A posted form that is shown again must stay on the page: asking for a lock that another user holds would lead home.
  const mayHold = readOnly === undefined && (!context.unsavedForm.kept || context.lockMarkers.find(assessment.id) !== undefined);
  const pageId = mayHold ? await holdLock(context, request, assessment) : undefined;
  const keeping = pageId && {
    pageId,
    handover: await handoverOf(assessment),
    view: hasScope(assessment) ? paths.view(assessment.id) : homeOf(assessment),
  };
  return { assessment, readOnly, pageId, keeping: keeping || undefined };
}

/** The assessment of a posted step. From here on, whatever page answers the request gives back what was typed. @throws LoadFailure */
export function openForSaving({ api, unsavedForm }: UserContext, form: FormData, assessmentId: Id): Promise<Assessment> {
  unsavedForm.keep(form);
  return getAssessment(api, assessmentId);
}

// --- saving ---------------------------------------------------------------------------------------------------------

/** The version of what a form was rendered from, as a short text. The form carries it, and it is compared before anything is written. */
export function versionOf(facts: readonly Fact[]): string {
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
}

/**
 * Saves a step of an existing assessment under its lock. If the write gets a 409, this asks for the lock once more, and repeats the write
 * if nobody else has changed the step (docs/rules/locks-and-saving.md#a-write-that-meets-409).
 * @param form holds `base`, the version that it was rendered from, and `page`, the page that holds the lock
 * @param facts gives the facts of an assessment that the step's form shows
 * @param write gets the assessment as it was read under the lock
 * @returns why nothing was saved; undefined when it was
 * @throws UpstreamFault when the write fails, OutcomeUnknown when nobody knows; LoadFailure, SessionOver
 */
export async function saveStep(
  context: UserContext,
  form: FormData,
  assessment: Assessment,
  facts: (assessment: Assessment) => Fact[],
  write: (stored: Assessment) => Promise<unknown>,
): Promise<SaveProblem | undefined> {
  const { id } = assessment;
  const base = form.get("base");
  const pageId = String(form.get("page") ?? "") || undefined;
  const reason = await reasonNotToEdit(context, assessment);
  if (reason !== undefined) return { why: "readOnly", reason };
  let stored = assessment;
  if (!context.lockMarkers.find(id)) {
    if (!(await takeLock(context, id, pageId))) return lockedBy(await findLock(context.api, id));
    stored = await getAssessment(context.api, id);
  }
  const changed = (): SaveProblem | undefined => {
    const now = facts(stored);
    return base === null || base === versionOf(now) ? undefined : { why: "changed", stored: now };
  };
  const writeUnlessChanged = async () => {
    const before = changed();
    if (before) return before;
    const former = versionOf(facts(stored));
    // While we hold the lock, a change that is stored is ours.
    const isDone = async () => versionOf(facts(await context.api.assessments.get({ id }))) !== former;
    await confirmed(() => write(stored), isDone).catch(async (error) => {
      // Overtaken: what is compared and written next has to be what is stored now.
      if (error instanceof UpstreamFault && error.status === 412) stored = await getAssessment(context.api, id);
      throw error;
    });
    markRenewed(context.lockMarkers, id);
    return undefined;
  };
  try {
    return await untilUnmoved(writeUnlessChanged);
  } catch (error) {
    if (!(error instanceof UpstreamFault) || error.status !== 409) throw error;
    if (!(await takeLock(context, id, pageId))) return lockedBy(await findLock(context.api, id));
    stored = await getAssessment(context.api, id);
    return untilUnmoved(writeUnlessChanged);
  }
}

const lockedBy = (lock: Partial<Lock> | undefined): SaveProblem => ({ why: "locked", by: lock?.lockedBy, until: lock?.expiresAt });

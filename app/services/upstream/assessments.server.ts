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
import { loadFor } from "~/services/faults.server";
import { hasExtension, ifOffered } from "~/services/upstream/extensions.server";
import { confirmed } from "~/services/upstream/lost-answers.server";
import { modelOf } from "~/services/upstream/models.server";
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
const IS_DONE: Readonly<Record<AssessmentCommand, (assessment: Assessment) => boolean>> = {
  complete: ({ status }) => status === "Completed",
  certify: (assessment) => modelOf(assessment).requested(assessment) === "certify",
  endorse: (assessment) => modelOf(assessment).requested(assessment) === "endorse",
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
export const titleOf = (assessment: Pick<Assessment, "name" | "edition">) => withEdition(assessment.name ?? "Not provided", assessment);

/** The way home with the assessment's organization open. */
export function homeOf(assessment: Assessment): string {
  return paths.homeAt(assessment.organization ? { organizationId: assessment.organization.id } : undefined);
}

/** The path of the result, once there is one. */
export function resultOf(assessment: Assessment): string | undefined {
  return assessment.status === "Completed" ? paths.result(assessment.id, assessment.assessmentType) : undefined;
}

/** The path of the draft result of an assessment in progress; undefined where the upstream has none (docs/upstream-contract.md#drafts). */
export async function draftOf(assessment: Assessment): Promise<string | undefined> {
  return assessment.status === "Active"
    ? ifOffered("drafts", resultPaths(true).result(assessment.id, assessment.assessmentType))
    : undefined;
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
  assessment: EvidenceSource,
  only: z.input<typeof overviewQuery> = {},
): Promise<OverviewOf<EvidenceSource>> {
  return requireModel(assessment, await api.assessments.overview({ id: assessment.id, ...only }).then(withRichTexts));
}

/**
 * The same without statements; undefined where the upstream does not give that, or cannot now. The first call asks to leave them out. If
 * the upstream refuses that, a second call asks for everything.
 */
export async function findOverview<EvidenceSource extends Assessment>(
  api: UserApi,
  assessment: EvidenceSource,
): Promise<OverviewOf<EvidenceSource> | undefined> {
  if (!(await hasExtension("overview"))) return undefined;
  const { overview } = api.assessments;
  return overview({ id: assessment.id, without: "statements" })
    .catch((error: unknown) => {
      if (isUpstreamFault(error) && (error.status === 400 || error.status === 422)) return overview({ id: assessment.id });
      throw error;
    })
    .then((overview) => requireModel(assessment, overview))
    .catch((error: unknown) => {
      if (isUpstreamFault(error)) return undefined;
      throw error;
    });
}

/** Whether a scope was chosen that can be answered: perspectives and threads, or as many practices as the scope needs. */
export const hasScope = (assessment: Assessment) => modelOf(assessment).hasScope(assessment);

/** The page on which a corrected edition is made (docs/rules/editions.md#making-one). */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Assessment } from "#model/contract/assessments.ts";
import { requiredText } from "#model/contract/common.ts";
import { editionInWords, editionNumber, editionsProblem } from "#model/editions.ts";
import { EDITION_REASON_MAX } from "#model/text.ts";
import { upperFirst } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { getAssessment, homeOf, resultOf, titleOf } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { requireMayChange } from "~/services/upstream/permissions.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { screensOf } from "~/services/upstream/screens.server";
import { isUpstreamFault, keyFor } from "~/services/upstream/upstream.server";
import type { EditionPage, EditionReply } from "~/views/editions";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/** @throws NotFound where the upstream makes no editions; LoadFailure */
export async function loadEditionPage(context: UserContext, assessmentId: string): Promise<EditionPage> {
  await requireExtension("editions");
  const assessment = await getAssessment(context.api, assessmentId);
  const refusal = await refusalOf(context, assessment);
  return {
    assessment: { name: titleOf(assessment), scope: assessment.selectedScope ?? "Not provided" },
    number: editionNumber(assessment) + 1,
    formId: randomUUID(),
    refusal,
    back: resultOf(assessment) ?? homeOf(assessment),
    screens: await screensOf(assessment, undefined, false),
  };
}

/** Why no edition can be made of an assessment, and where to go instead. @throws NotPermitted for a viewer */
async function refusalOf(context: UserContext, assessment: Assessment): Promise<EditionPage["refusal"]> {
  const { edition, assessmentType: model } = assessment;
  const next = editionInWords(editionNumber(assessment) + 1);
  const { isForeign } = await rightsOf(context, assessment);
  if (isForeign) return { words: "This assessment belongs to another team, so you cannot correct it." };
  requireMayChange(assessment);
  if (assessment.status !== "Completed") return { words: "This assessment has not been submitted, so it can be changed as it is." };
  if (assessment.isArchived) return { words: "This assessment is archived. Restore it on the home screen, then correct it." };
  if (edition?.replacedBy)
    return {
      words: `${upperFirst(next)} has replaced this one. The correction belongs there.`,
      link: { to: paths.edition(edition.replacedBy.id), words: `Correct ${next}` },
    };
  const openId = edition?.openId;
  if (openId && (await getAssessment(context.api, openId)).isArchived)
    return {
      words: `${upperFirst(next)} was begun, and is in the archive. Restore it there, then submit it. Only one edition can be open at a time.`,
      link: { to: paths.homeAt({ organizationId: assessment.organization?.id, tab: "archive" }), words: "Go to the archive" },
    };
  if (openId)
    return {
      words: `${upperFirst(next)} is being made already. Only one edition can be open at a time.`,
      link: { to: paths.summary(openId, model), words: `Go on with ${next}` },
    };
  const full = editionsProblem(assessment);
  if (full) return { words: full };
  return undefined;
}

const schema = z.object({ reason: requiredText(EDITION_REASON_MAX), formId: z.string().min(1) });

/**
 * Makes an edition from the form of the page.
 * @returns the reply to show when none was made
 * @throws Redirect for the summary of the new edition; NotFound, SessionOver, LoadFailure
 */
export async function makeEdition(context: UserContext, assessmentId: string, form: FormData): Promise<Reply<EditionReply>> {
  await requireExtension("editions");
  context.unsavedForm.keep(form);
  const submission = readSubmission(form, schema);
  if (submission.status !== "success") return [submission.reply(), { status: 400 }];
  const { reason, formId } = submission.value;
  const assessment = await getAssessment(context.api, assessmentId);
  const body = { reason };
  try {
    const idempotencyKey = keyFor(formId, "edition", assessmentId, body);
    const { id } = await context.api.editions.make({ id: assessmentId, body }, { idempotencyKey });
    const number = editionInWords(editionNumber(assessment) + 1);
    context.flash.leave({
      kind: "success",
      title: `${upperFirst(number)} was made.`,
      text: "It holds everything as it was. Change what is wrong, then submit it.",
    });
    throw new Redirect(paths.summary(id, assessment.assessmentType));
  } catch (error) {
    if (isUpstreamFault(error) && (error.status === 409 || error.status === 422)) {
      const now = await loadFor("assessment", context.api.assessments.get({ id: assessmentId }));
      const refusal = await refusalOf(context, now);
      if (refusal) return [submission.reply({ formErrors: [refusal.words] }), { status: 409 }];
    }
    const { status, errors, messages } = failedForm(context.requestId, "edition", error);
    return [submission.reply({ formErrors: messages, fieldErrors: errors }), { status }];
  }
}

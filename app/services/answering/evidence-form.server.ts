/** Posted evidence: without script in the form of a questions screen, with script in a request of its own. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import {
  addComment,
  evidenceChoices,
  loadEvidence,
  putBackEvidence,
  removeEvidence,
  saveEvidence,
  takeOverEvidence,
} from "~/services/answering/evidence.server";
import { answeringOf } from "~/services/answering/models.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest, NotFound } from "~/services/faults.server";
import { type EvidenceDone, fieldReader, formStatus, saveInit } from "~/services/saving/posted-form.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { FormResult } from "~/views/answering";
import { type EvidenceOutcome, type EvidenceResult, evidenceAsked, OPEN_FIELD, REMOVED_FIELD } from "~/views/answering/evidence";
import { isBlank, typedEvidence } from "~/views/answering/evidence-form";
import type { FieldReader } from "~/views/saving";
import type { Reply } from "~/views/shell";

/** What was typed into an entry of evidence on a questions screen; undefined where nothing was. */
export function typedBeside(assessment: Assessment, place: string, posted: FieldReader): EvidenceResult | undefined {
  const typed = typedEvidence(posted, evidenceChoices(assessment, place));
  const given = evidenceAsked(posted("go"))?.act;
  return typed && given !== "cancel" && (given === "save" || !isBlank(typed)) ? { typed } : undefined;
}

/**
 * Does what a form without script asks about evidence, after its answers are saved. Whatever button was pressed, an entry that was typed is
 * saved (docs/rules/errors-and-retries.md#nothing-typed-is-lost).
 * @returns the reply to show when it failed, or the message; undefined when the form asked for nothing
 * @throws SessionOver, LoadFailure
 */
export async function settleEvidence(
  context: RequestContext,
  assessment: Assessment,
  place: string,
  posted: FieldReader,
): Promise<{ refused: Reply<FormResult> } | { done: EvidenceDone | undefined }> {
  const action = evidenceAsked(posted("go"));
  const typed = typedBeside(assessment, place, posted);
  const pageId = posted("page");
  if (!(await hasExtension("evidence")) || (!action && !typed)) return { done: undefined };
  if (typed) {
    const outcome = await saveEvidence(context, assessment, { typed: typed.typed, place, pageId });
    if (outcome.kind !== "saved") {
      if (outcome.kind === "failed" && outcome.unknown) context.unsavedForm.doubt();
      return { refused: notSaved({ ...typed, outcome }, formStatus(outcome)) };
    }
    context.unsavedForm.forget();
  }
  if (!action || action.act === "save") return { done: { title: "The evidence is saved.", query: {} } };
  if (action.act === "cancel") return { done: { title: null, query: {} } };
  if (action.act === "open") return { done: { title: null, query: { [OPEN_FIELD]: action.id } } };
  const outcome = await carryOut(context, assessment, action.act, { id: action.id, place, pageId });
  if (outcome.kind !== "saved") return { refused: notSaved({ typed: {}, outcome }, formStatus(outcome)) };
  if (action.act === "remove") return { done: { title: null, query: { [REMOVED_FIELD]: action.id } } };
  return { done: { title: DONE[action.act], query: {} } };
}

const DONE = {
  take: "The evidence is taken over.",
  voice: "The comment is kept as evidence.",
  back: "The evidence is back.",
} as const;

/** The reply to a form whose evidence was not saved, or not removed or put back. */
const notSaved = (evidence: EvidenceResult, status: number): Reply<FormResult> => [
  { intent: "evidence", outcome: { kind: "failed" }, typed: {}, evidence },
  { status },
];

function carryOut(
  context: RequestContext,
  assessment: Assessment,
  act: "remove" | "back" | "take" | "voice",
  { id, place, pageId }: { id: string; place: string; pageId: string | undefined },
): Promise<EvidenceOutcome> {
  if (id === "") throw new BadRequest();
  if (act === "take") {
    // Without an assessment before, no page of ours offers it.
    if (assessment.previousId === undefined || assessment.previousId === null) throw new BadRequest();
    return takeOverEvidence(context, assessment, { id, place, pageId });
  }
  if (act === "voice") return addComment(context, assessment, { id, place, pageId });
  return act === "remove" ? removeEvidence(context, assessment, id, pageId) : putBackEvidence(context, assessment, id, pageId);
}

/**
 * Carries out a script's request about evidence.
 * @returns the outcome, and after a save the new list of the screen
 * @throws NotFound where no evidence is kept, or not for this; BadRequest, SessionOver, LoadFailure
 */
export async function changeInBackground(context: RequestContext, assessmentId: Id, form: FormData): Promise<Response> {
  await requireExtension("evidence");
  const { api } = context;
  const posted = fieldReader(form);
  const assessment = await getAssessment(api, assessmentId);
  const place = listInScope(assessment).find((item) => item.place === posted("at"))?.place;
  if (place === undefined) throw new NotFound();
  const action = evidenceAsked(posted("go"));
  const typed = typedEvidence(posted, evidenceChoices(assessment, place));
  const pageId = posted("page");
  if (!action || action.act === "open" || action.act === "cancel") throw new BadRequest();
  if (action.act === "save" && !typed) throw new BadRequest();
  const outcome =
    action.act === "save"
      ? await saveEvidence(context, assessment, { typed: typed ?? {}, place, pageId })
      : await carryOut(context, assessment, action.act, { id: action.id, place, pageId });
  if (outcome.kind !== "saved") return Response.json({ outcome }, saveInit(outcome));
  const [evidence, progress] = await Promise.all([
    loadEvidence(api, assessment, place),
    answeringOf(assessment).readProgress(api, assessment).catch(ignoreFault),
  ]);
  return Response.json({ outcome, evidence, progress });
}

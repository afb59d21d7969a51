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
export function typedBeside(found: Assessment, place: string, posted: FieldReader): EvidenceResult | undefined {
  const typed = typedEvidence(posted, evidenceChoices(found, place));
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
  found: Assessment,
  place: string,
  posted: FieldReader,
): Promise<{ refused: Reply<FormResult> } | { done: EvidenceDone | undefined }> {
  const asked = evidenceAsked(posted("go"));
  const beside = typedBeside(found, place, posted);
  const pageId = posted("page");
  if (!(await hasExtension("evidence")) || (!asked && !beside)) return { done: undefined };
  if (beside) {
    const outcome = await saveEvidence(context, found, { typed: beside.typed, place, pageId });
    if (outcome.kind !== "saved") {
      if (outcome.kind === "failed" && outcome.unknown) context.unsavedForm.doubt();
      return { refused: notSaved({ ...beside, outcome }, formStatus(outcome)) };
    }
    context.unsavedForm.forget();
  }
  if (!asked || asked.act === "save") return { done: { title: "The evidence is saved.", query: {} } };
  if (asked.act === "cancel") return { done: { title: null, query: {} } };
  if (asked.act === "open") return { done: { title: null, query: { [OPEN_FIELD]: asked.id } } };
  const outcome = await carryOut(context, found, asked.act, { id: asked.id, place, pageId });
  if (outcome.kind !== "saved") return { refused: notSaved({ typed: {}, outcome }, formStatus(outcome)) };
  if (asked.act === "remove") return { done: { title: null, query: { [REMOVED_FIELD]: asked.id } } };
  return { done: { title: DONE[asked.act], query: {} } };
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
  found: Assessment,
  act: "remove" | "back" | "take" | "voice",
  { id, place, pageId }: { id: string; place: string; pageId: string | undefined },
): Promise<EvidenceOutcome> {
  if (id === "") throw new BadRequest();
  if (act === "take") {
    // Without an assessment before, no page of ours offers it.
    if (found.previousId === undefined || found.previousId === null) throw new BadRequest();
    return takeOverEvidence(context, found, { id, place, pageId });
  }
  if (act === "voice") return addComment(context, found, { id, place, pageId });
  return act === "remove" ? removeEvidence(context, found, id, pageId) : putBackEvidence(context, found, id, pageId);
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
  const found = await getAssessment(api, assessmentId);
  const place = listInScope(found).find((item) => item.place === posted("at"))?.place;
  if (place === undefined) throw new NotFound();
  const asked = evidenceAsked(posted("go"));
  const typed = typedEvidence(posted, evidenceChoices(found, place));
  const pageId = posted("page");
  if (!asked || asked.act === "open" || asked.act === "cancel") throw new BadRequest();
  if (asked.act === "save" && !typed) throw new BadRequest();
  const outcome =
    asked.act === "save"
      ? await saveEvidence(context, found, { typed: typed ?? {}, place, pageId })
      : await carryOut(context, found, asked.act, { id: asked.id, place, pageId });
  if (outcome.kind !== "saved") return Response.json({ outcome }, saveInit(outcome));
  const [evidence, progress] = await Promise.all([
    loadEvidence(api, found, place),
    answeringOf(found).readProgress(api, found).catch(ignoreFault),
  ]);
  return Response.json({ outcome, evidence, progress });
}

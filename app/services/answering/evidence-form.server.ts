/** Evidence that the form of a questions screen posts without script. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Settled } from "~/services/answering/concerns/concern.server";
import {
  addComment,
  evidenceChoices,
  putBackEvidence,
  removeEvidence,
  saveEvidence,
  takeOverEvidence,
} from "~/services/answering/evidence.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { formStatus } from "~/services/saving/posted-form.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import type { FormResult } from "~/views/answering";
import {
  EVIDENCE_ID,
  type EvidenceOutcome,
  type EvidenceResult,
  evidenceAsked,
  OPEN_FIELD,
  REMOVED_FIELD,
} from "~/views/answering/evidence";
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
): Promise<Settled> {
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
  if (!action || action.act === "save") return done("The evidence is saved.");
  if (action.act === "cancel") return done(null);
  if (action.act === "open") return done(null, { [OPEN_FIELD]: action.id });
  const outcome = await carryOut(context, assessment, action.act, { id: action.id, place, pageId });
  if (outcome.kind !== "saved") return { refused: notSaved({ typed: {}, outcome }, formStatus(outcome)) };
  return action.act === "remove" ? done(null, { [REMOVED_FIELD]: action.id }) : done(DONE[action.act]);
}

/** The screen then shows its evidence. */
const done = (title: string | null, query: Record<string, string> = {}): Settled => ({ done: { title, query, fragment: EVIDENCE_ID } });

const DONE = {
  take: "The evidence is taken over.",
  voice: "The comment is kept as evidence.",
  back: "The evidence is back.",
} as const;

/** The reply to a form whose evidence was not saved, or not removed or put back. */
const notSaved = (evidence: EvidenceResult, status: number): Reply<FormResult> => [
  { intent: "evidence", outcome: { kind: "failed" }, typed: {}, concerns: { evidence } },
  { status },
];

/** Does what a form, or script, asks about an entry. @throws BadRequest for what no page of ours offers; SessionOver, LoadFailure */
export function carryOut(
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

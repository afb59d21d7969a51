/** Submitting an assessment of either model (specification C4): what the form on the summary is answered with. */
import { data, redirect } from "@remix-run/node";
import type { Id, Role } from "#model/contract/common.ts";
import { commandAssessment, getAssessment } from "~/services/answering/assessments.server";
import { guarded, withLock } from "~/services/answering/saving.server";
import type { AppContext } from "~/sessions.server";
import type { SaveOutcome } from "~/views/answering";
import { paths } from "~/views/paths";

const STATUS = { saved: 200, refused: 422, conflict: 409, locked: 409, failed: 502 } as const;

/**
 * Submits the assessment.
 * @returns the outcome where it was not submitted
 * @throws redirect to the results, which open with the message that it was
 */
export async function submitByForm(context: AppContext, assessmentId: Id, model: Role, page?: string) {
  const outcome = await submitAssessment(context, assessmentId, page);
  if (outcome.kind !== "saved") return data({ outcome }, { status: STATUS[outcome.kind] });
  context.clearLockMarker(assessmentId);
  context.setFlash({
    kind: "success",
    title: "The assessment was submitted.",
    text: "It can be read here from now on, but no longer changed.",
  });
  throw redirect(paths.result(assessmentId, model));
}

/** Submitting what is submitted already succeeds, as a second click should. */
async function submitAssessment(context: AppContext, assessmentId: Id, page?: string): Promise<SaveOutcome> {
  const submit = async (): Promise<SaveOutcome> => {
    await commandAssessment(context, assessmentId, "complete");
    return { kind: "saved" };
  };
  const outcome = await guarded(() => withLock(context, assessmentId, page, submit));
  if (outcome.kind === "refused" && (await getAssessment(context, assessmentId)).status === "Completed") return { kind: "saved" };
  return outcome;
}

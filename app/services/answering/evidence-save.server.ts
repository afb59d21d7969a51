/** Evidence that script posts in a request of its own. */
import type { Id } from "#model/contract/common.ts";
import { evidenceChoices, loadEvidence, saveEvidence } from "~/services/answering/evidence.server";
import { carryOut } from "~/services/answering/evidence-form.server";
import { answeringOf } from "~/services/answering/models.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest, NotFound } from "~/services/faults.server";
import { fieldReader, saveInit } from "~/services/saving/posted-form.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { evidenceAsked } from "~/views/answering/evidence";
import { typedEvidence } from "~/views/answering/evidence-form";

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
  const request = evidenceAsked(posted("go"));
  const typed = typedEvidence(posted, evidenceChoices(assessment, place));
  const pageId = posted("page");
  if (!request || request.act === "open" || request.act === "cancel") throw new BadRequest();
  if (request.act === "save" && !typed) throw new BadRequest();
  const outcome =
    request.act === "save"
      ? await saveEvidence(context, assessment, { typed: typed ?? {}, place, pageId })
      : await carryOut(context, assessment, request.act, { id: request.id, place, pageId });
  if (outcome.kind !== "saved") return Response.json({ outcome }, saveInit(outcome));
  const [evidence, progress] = await Promise.all([
    loadEvidence(api, assessment, place),
    answeringOf(assessment).readProgress(api, assessment).catch(ignoreFault),
  ]);
  return Response.json({ outcome, evidence, progress });
}

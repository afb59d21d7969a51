/** Submitting an assessment of either model (docs/rules/submission-and-certification.md#submission). */

import type { Id, Role } from "#model/contract/common.ts";
import { giveBack } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import { Redirect, ScreenUnavailable } from "~/services/faults.server";
import { putOffUntil } from "~/services/http/failures.server";
import { saveInit } from "~/services/saving/posted-form.server";
import { catchFaults } from "~/services/saving/save-versioned.server";
import { withLock } from "~/services/saving/with-lock.server";
import { commandAssessment } from "~/services/upstream/assessments.server";
import { UpstreamFault } from "~/services/upstream/upstream.server";
import { paths } from "~/views/paths";
import type { SaveOutcome } from "~/views/saving";
import type { Reply } from "~/views/shell";

/** A fault that only delays a submission: its message does not speak of too many saves. @throws any other fault as it is */
function toLaterSubmission(error: unknown): SaveOutcome {
  const message = error instanceof UpstreamFault ? putOffUntil(error, "submit it again") : undefined;
  if (message === undefined) throw error;
  return { kind: "refused", message };
}

/**
 * Submits the assessment from the form on the summary.
 * @param pageId the page that holds the lock
 * @returns the reply to show when it was not submitted
 * @throws Redirect for the result, which then shows that it was submitted; ScreenUnavailable when it is not known; SessionOver, LoadFailure
 */
export async function submitByForm(
  context: UserContext,
  assessmentId: Id,
  model: Role,
  pageId?: string,
): Promise<Reply<{ outcome: SaveOutcome }>> {
  const submit = async (): Promise<SaveOutcome> => {
    await commandAssessment(context.api, assessmentId, "complete");
    return { kind: "saved" };
  };
  const outcome = await catchFaults(() => withLock(context, assessmentId, pageId, () => submit().catch(toLaterSubmission)));
  if (outcome.kind === "failed" && outcome.unknown) {
    const message = "It is not known whether the assessment was submitted. Look at its summary before you try again.";
    throw new ScreenUnavailable("Something happened, please try again...", message, paths.summary(assessmentId, model));
  }
  if (outcome.kind !== "saved") return [{ outcome }, { status: saveInit(outcome).status }];
  // An upstream may leave the lock of what it has completed to its holder.
  await giveBack(context, [assessmentId]);
  context.flash.leave({
    kind: "success",
    modal: true,
    title: "The assessment was submitted.",
    text: "From now on it can be read here, but no longer changed.",
  });
  throw new Redirect(paths.result(assessmentId, model));
}

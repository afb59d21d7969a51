import type { UserContext } from "~/services/context.server";
import { LoadFailure } from "~/services/faults.server";
import { saveText } from "~/services/results/files/client-report/report-page.server";
import { loadReportReview } from "~/services/reviews/report-review.server";
import { savePostedText } from "~/services/saving/posted-text.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { nothingToRead, withVisitor } from "~/with-user.server";

/** Saves one text of a report in the background and answers with the outcome as JSON, and with the peer review as it is after that. */
export const action = withVisitor(({ request, params, context }) =>
  savePostedText(context, request, async (reader, form) => {
    const { assessmentId = "" } = params;
    const outcome = await saveText(reader, assessmentId, form);
    return outcome.kind === "saved" ? { ...outcome, review: await reviewNow(reader, assessmentId) } : outcome;
  }),
);

/** The text is stored, whether this can be read or not. */
const reviewNow = (reader: UserContext, assessmentId: string) =>
  loadReportReview(reader, assessmentId).catch((error: unknown) => (error instanceof LoadFailure ? undefined : ignoreFault(error)));

export const loader = nothingToRead;

/** How far the peer review of an assessment is, for lists (docs/rules/peer-review.md#in-lists). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { ReviewState } from "#model/contract/peer-review.ts";
import { counted, lowerFirst } from "#model/words.ts";
import { hasExtension } from "~/services/upstream/extensions.server";
import { shortDate } from "~/views/dates";
import { colleagueName } from "~/views/engagements";
import { reviewPaths } from "~/views/peer-review";

const nameOf = (decision: NonNullable<ReviewState["decision"]>) => colleagueName({ ...decision, email: decision.by });

/** The decision, requests that wait, and open points: nothing where nobody has used any of it. */
function reviewInWords(review: ReviewState | null | undefined): string[] {
  if (!review) return [];
  const { decision, requests, openPoints } = review;
  return [
    ...(decision
      ? [
          decision.decision === "approved"
            ? `Approved by ${nameOf(decision)} as it was on ${shortDate(decision.at)}`
            : `Sent back by ${nameOf(decision)} on ${shortDate(decision.at)}`,
        ]
      : []),
    ...(requests > 0 ? ["Asked for"] : []),
    ...(openPoints > 0 ? [counted(openPoints, "open point")] : []),
  ];
}

/** The same as a link of a row; undefined where there is nothing to tell. */
export async function reviewLink({ id, review }: Assessment): Promise<{ words: string; to: string } | undefined> {
  const words = reviewInWords(review).join(", ");
  return words === "" || !(await hasExtension("peer-review"))
    ? undefined
    : { words: `Peer review: ${lowerFirst(words)}`, to: reviewPaths.screen(id) };
}

/** What of a peer review is not in order when a report leaves the house (docs/rules/peer-review.md#when-a-version-leaves-the-house). */
import type { PeerReview } from "#model/contract/peer-review.ts";
import { shownAddress } from "#model/mail-address.ts";
import { changeInWords, isCurrent, newestOfEach } from "#model/peer-review.ts";
import { counted, listed } from "#model/words.ts";
import { shortDate } from "~/views/dates";

const nameOf = ({ firstName, by }: { firstName: string | null; by: string }): string => firstName ?? by;

/** In sentences: nothing where all is in order, or nobody has asked or decided. */
export function beforeDelivery(review: PeerReview): string[] {
  const { decisions, requests, ended, openPoints } = review;
  if (decisions.length + requests.length + ended.length === 0) return [];
  const newest = newestOfEach(decisions);
  const approvals = newest.filter(({ decision }) => decision === "approved");
  const isApproved = approvals.some(isCurrent);
  const former = isApproved ? [] : approvals;
  const waiting = listed(requests.map(({ person }) => person.firstName ?? shownAddress(person.email)));
  return [
    ...newest
      .filter(({ decision }) => decision === "sentBack")
      .map((decision) => `${nameOf(decision)} sent it back on ${shortDate(decision.at)}, and has not approved it since.`),
    ...former.map(
      (decision) =>
        `${nameOf(decision)} approved it on ${shortDate(decision.at)}. Changed since: ${(decision.changed ?? []).map(changeInWords).join(", ")}.`,
    ),
    ...(approvals.length === 0 ? ["Nobody has approved it."] : []),
    ...(requests.length > 0
      ? [`${waiting} ${requests.length === 1 ? "has" : "have"} been asked, and ${requests.length === 1 ? "has" : "have"} not decided yet.`]
      : []),
    ...(openPoints > 0 ? [`${counted(openPoints, "review point is", "review points are")} open.`] : []),
  ];
}

/** What of a peer review is not in order when a report leaves the house (docs/rules/peer-review.md#when-a-version-leaves-the-house). */
import type { FourEyes, PeerReview } from "#model/contract/peer-review.ts";
import { shownAddress } from "#model/mail-address.ts";
import { changeInWords, isCurrent, newestOfEach, type UncountedWhy } from "#model/peer-review.ts";
import { counted, listed } from "#model/words.ts";
import { shortDate } from "~/views/dates";

const nameOf = ({ firstName, by }: { firstName: string | null; by: string }): string => firstName ?? by;

/** Why somebody cannot review. */
export const WHY_NOT: Partial<Record<string, string>> = {
  left: "has left the team",
  suspended: "is suspended",
  noModel: "does not work with the model",
  walledOff: "may not see the organization",
  unconfirmed: "has not confirmed their address yet",
} satisfies Partial<Record<UncountedWhy, string>>;

export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Why an approval of what is there now does not count for the rule; undefined where it does, and without the rule. */
export function uncountedInWords({ isOn, approvals = [] }: FourEyes, approver: string): string | undefined {
  const approval = isOn ? approvals.find(({ by, counts }) => !counts && isSame(by, approver)) : undefined;
  if (!approval || approval.changed.length > 0) return undefined;
  const { why } = approval;
  // An older upstream does not say which.
  return why === "changed"
    ? "has changed something in it"
    : (WHY_NOT[why ?? ""] ?? "has changed something in it, or can no longer review it");
}

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

/** What the rule of four eyes says before somebody submits (docs/rules/peer-review.md#four-eyes). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { FourEyes } from "#model/contract/peer-review.ts";
import { shownAddress } from "#model/mail-address.ts";
import { changeInWords, reviewMessages } from "#model/peer-review.ts";
import { listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { shortDate } from "~/views/dates";
import { reviewPaths } from "~/views/peer-review";

/** What the rule says of an assessment now; undefined without the rule. */
export function fourEyesInWords({ isOn, isMet, approvers, approvals = [] }: FourEyes): string | undefined {
  if (!isOn) return undefined;
  const counting = approvals.filter(({ counts }) => counts).map(nameOf);
  if (isMet)
    return `Your team has the rule of four eyes. ${
      counting.length > 0
        ? `Approved by ${listed(counting.slice(0, NAMED))}, who ${counting.length === 1 ? "has" : "have"} changed nothing in it.`
        : "Somebody has approved this who has changed nothing in it."
    }`;
  const former = approvals.slice(0, NAMED).map((approval) => {
    const { changed, at } = approval;
    return changed.length > 0
      ? `The approval of ${nameOf(approval)} on ${shortDate(at)} no longer holds. Changed since: ${changed.map(changeInWords).join(", ")}.`
      : `${nameOf(approval)} has approved it, but has changed something in it, or can no longer review it.`;
  });
  const names = approvers.slice(0, NAMED).map(({ firstName, email }) => firstName ?? shownAddress(email));
  const needed =
    names.length === 0
      ? `${reviewMessages.nobody}.`
      : `Your team has the rule of four eyes: before this is submitted, somebody has to approve it who has changed nothing in it. ${listed(names)} can.`;
  return [needed, ...former].join(" ");
}

const nameOf = ({ firstName, by }: { firstName: string | null; by: string }): string => firstName ?? shownAddress(by);

/** How many are named. */
const NAMED = 10;

/**
 * What the rule says before a submission by the reader, for the summary: who has approved, or what is in the way.
 * @returns undefined without the rule, where the upstream has no such thing, or cannot tell now @throws SessionOver
 */
export async function fourEyesBeside(
  { api, user }: UserContext,
  assessment: Assessment,
): Promise<{ words: string; to: string } | undefined> {
  const { id, status, isArchived } = assessment;
  if (status !== "Active" || isArchived || !(await hasExtension("peer-review")) || !(await hasExtension("team-rules"))) return undefined;
  const rule = await api.peerReview.fourEyes({ id }).catch(ignoreFault);
  if (!rule?.isOn) return undefined;
  const isReader = (address: string) => address.toLowerCase() === user.email.toLowerCase();
  const counting = (rule.approvals ?? []).filter(({ counts }) => counts);
  const isOnlyReader = !rule.isMet && rule.approvers.length > 0 && rule.approvers.every(({ email }) => isReader(email));
  const isOwn = rule.isMet && counting.length > 0 && counting.every(({ by }) => isReader(by));
  const words = isOwn ? reviewMessages.approvedBySubmitter : isOnlyReader ? reviewMessages.onlySubmitter : fourEyesInWords(rule);
  return words === undefined ? undefined : { words, to: reviewPaths.screen(id) };
}

/** What the rule of four eyes says before somebody submits (docs/rules/peer-review.md#four-eyes). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { FourEyes } from "#model/contract/peer-review.ts";
import { shownAddress } from "#model/mail-address.ts";
import { changeInWords, reviewMessages } from "#model/peer-review.ts";
import { listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { isSame, uncountedInWords } from "~/services/upstream/before-delivery.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { shortDate } from "~/views/dates";
import { reviewPaths } from "~/views/peer-review";

/** How an assessment stands under the rule of four eyes, in sentences; undefined without the rule. @param reader the address of who reads it @param isBrief without what has changed since an approval, which another line says */
export function fourEyesInWords(rule: FourEyes, reader: string, isBrief = false): string | undefined {
  const { isOn, isMet, approvers, approvals = [] } = rule;
  if (!isOn) return undefined;
  const counting = approvals.filter(({ counts }) => counts).map(nameOf);
  if (isMet)
    return `Your team has the rule of four eyes. ${
      counting.length > 0
        ? `Approved by ${listed(counting.slice(0, NAMED))}, who ${counting.length === 1 ? "has" : "have"} changed nothing in it.`
        : "Somebody has approved this who has changed nothing in it."
    }`;
  const spoken = isBrief ? approvals.filter(({ changed }) => changed.length === 0) : approvals;
  const former = spoken.slice(0, NAMED).map((approval) => {
    const { changed, at, by, why } = approval;
    if (changed.length > 0)
      return `The approval of ${nameOf(approval)} on ${shortDate(at)} no longer holds. Changed since: ${changed.map(changeInWords).join(", ")}.`;
    if (why === "changed" && isSame(by, reader)) return reviewMessages.ownWork;
    return `${nameOf(approval)} has approved it, but ${uncountedInWords(rule, by)}.`;
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
): Promise<{ words: string; brief: string; to: string; refuses: boolean } | undefined> {
  const { id, status, isArchived } = assessment;
  if (status !== "Active" || isArchived || !(await hasExtension("peer-review")) || !(await hasExtension("team-rules"))) return undefined;
  const rule = await api.peerReview.fourEyes({ id }).catch(ignoreFault);
  if (!rule?.isOn) return undefined;
  const isReader = (address: string) => isSame(address, user.email);
  const counting = (rule.approvals ?? []).filter(({ counts }) => counts);
  const isOnlyReader = !rule.isMet && rule.approvers.length > 0 && rule.approvers.every(({ email }) => isReader(email));
  const isOwn = rule.isMet && counting.length > 0 && counting.every(({ by }) => isReader(by));
  const words = isOwn
    ? reviewMessages.approvedBySubmitter
    : isOnlyReader
      ? reviewMessages.onlySubmitter
      : fourEyesInWords(rule, user.email);
  if (words === undefined) return undefined;
  const brief = isOwn || isOnlyReader ? words : (fourEyesInWords(rule, user.email, true) ?? words);
  return { words, brief, to: reviewPaths.screen(id), refuses: isOwn || !rule.isMet };
}

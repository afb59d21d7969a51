/** What the rule of four eyes says before somebody submits (docs/rules/peer-review.md#four-eyes). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { FourEyes } from "#model/contract/peer-review.ts";
import { shownAddress } from "#model/mail-address.ts";
import { reviewMessages } from "#model/peer-review.ts";
import { listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { reviewPaths } from "~/views/peer-review";

/** What the rule says of an assessment now; undefined without the rule. */
export function fourEyesInWords({ isOn, isMet, approvers }: FourEyes): string | undefined {
  if (!isOn) return undefined;
  if (isMet) return "Your team has the rule of four eyes: this has been approved by somebody who has changed nothing in it.";
  if (approvers.length === 0) return `${reviewMessages.nobody}.`;
  const names = approvers.slice(0, NAMED).map(({ firstName, email }) => firstName ?? shownAddress(email));
  return `Your team has the rule of four eyes: before this is submitted, somebody has to approve it who has changed nothing in it. ${listed(names)} can.`;
}

/** How many are named. */
const NAMED = 10;

/**
 * What is in the way of a submission by the reader, for the summary.
 * @returns undefined where nothing is, the upstream has no such rule, or it cannot tell now @throws SessionOver
 */
export async function fourEyesBeside(
  { api, user }: UserContext,
  assessment: Assessment,
): Promise<{ words: string; to: string } | undefined> {
  const { id, status, isArchived } = assessment;
  if (status !== "Active" || isArchived || !(await hasExtension("peer-review")) || !(await hasExtension("team-rules"))) return undefined;
  const rule = await api.peerReview.fourEyes({ id }).catch(ignoreFault);
  if (!rule?.isOn || rule.isMet) return undefined;
  const isOnlyReader = rule.approvers.length > 0 && rule.approvers.every(({ email }) => email.toLowerCase() === user.email.toLowerCase());
  const words = isOnlyReader ? reviewMessages.onlySubmitter : fourEyesInWords(rule);
  return words === undefined ? undefined : { words, to: reviewPaths.screen(id) };
}

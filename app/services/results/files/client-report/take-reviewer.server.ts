/** Puts somebody who has approved a report on its cover (docs/rules/peer-review.md#on-the-reports-screen). */
import type { Id } from "#model/contract/common.ts";
import { isCurrent, newestOfEach } from "#model/peer-review.ts";
import { COVER_FIELDS, coverPart } from "#model/report-cover.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { putOff } from "~/services/http/failures.server";
import { getForTexts, oneLine, storeText } from "~/services/results/files/client-report/wording.server";
import { uncountedInWords } from "~/services/upstream/before-delivery.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { Flash } from "~/views/shell";

const failed = (text: string): Flash => ({ kind: "error", title: "The reviewer was not changed.", text });

/**
 * Fills the reviewer of the cover, and with it the table to sign off in, with the name of whoever has approved what is there now.
 * @returns what to tell about it @throws BadRequest for what our own page never sends, and as `getForTexts`
 */
export async function takeAsReviewer(reader: UserContext, assessmentId: Id, form: FormData): Promise<Flash> {
  const { api } = reader;
  const [by, base] = ["by", "base"].map((name) => form.get(name));
  const isOffered = (await hasExtension("peer-review")) && (await hasExtension("wording"));
  if (typeof by !== "string" || typeof base !== "string" || !isOffered) throw new BadRequest();
  const { id } = await getForTexts(reader, assessmentId);
  try {
    const { decisions, fourEyes } = await api.peerReview.get({ id });
    const approval = newestOfEach(decisions).find((each) => each.by === by && isCurrent(each));
    const uncounted = uncountedInWords(fourEyes, by);
    if (approval?.firstName && uncounted)
      return failed(`The rule of four eyes does not count this approval: ${approval.firstName} ${uncounted}.`);
    if (!approval?.firstName) return failed("Something has changed since this person approved it. Look at the page again.");
    const body = oneLine(approval.firstName, COVER_FIELDS.reviewer.max);
    const stored = await storeText(api, id, { part: coverPart("reviewer"), body, base });
    return stored.kind === "saved"
      ? { kind: "success", title: `${body} is the reviewer on the cover.` }
      : failed(`Somebody changed it after you opened the page. This is saved now: ${stored.now || "nothing"}.`);
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    return failed(putOff(error)?.message ?? "Please try again.");
  }
}

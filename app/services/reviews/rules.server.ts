/** The screen on which leads set the rules of their team (docs/rules/peer-review.md#four-eyes). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { typedText } from "#model/contract/common.ts";
import { withLineFeeds } from "#model/note.ts";
import { RULES_REASON_MAX, reviewMessages } from "#model/peer-review.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import { type RulesPage, type RulesReply, reviewPaths } from "~/views/peer-review";
import type { Reply } from "~/views/shell";

/** @throws NotFound where the upstream keeps no rules; NotPermitted for anybody but a lead; LoadFailure */
export async function loadRules({ api }: UserContext): Promise<RulesPage> {
  await requireExtension("team-rules");
  const { fourEyes, tooFew, changed, versions } = await loadFor("dashboard", api.teamRules.get());
  const [model] = tooFew;
  return {
    fourEyes,
    problem: !fourEyes && model ? reviewMessages.fewPeople(model) : undefined,
    changed: changed ? { by: changed.firstName ?? changed.by, at: changed.at, reason: changed.reason } : undefined,
    version: versions?.teamRules,
  };
}

const schema = z.object({
  fourEyes: z.enum(["on", "off"]),
  reason: typedText(RULES_REASON_MAX)
    .optional()
    .transform((typed) => typed ?? ""),
});

/** Switches the rule on or off. @returns the form that was not stored @throws Redirect once it is; NotFound, NotPermitted, LoadFailure */
export async function saveRules(context: UserContext, request: Request): Promise<Reply<RulesReply>> {
  await requireExtension("team-rules");
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const id = randomUUID();
  if (form.has("reason")) form.set("reason", withLineFeeds(String(form.get("reason"))));
  const submission = readSubmission(form, schema);
  if (submission.status !== "success") return [{ id, result: submission.reply() }, { status: 400 }];
  const { fourEyes, reason } = submission.value;
  const version = form.get("version");
  const madeFrom = typeof version === "string" && /^\d{1,9}$/.test(version) ? { madeFrom: { teamRules: Number(version) } } : {};
  try {
    await context.api.teamRules.put({ body: { fourEyes: fourEyes === "on", reason } }, madeFrom);
  } catch (error) {
    const isMoved = isUpstreamFault(error) && error.status === 412;
    if (isMoved)
      return [{ id, result: submission.reply({ formErrors: ["Another lead has changed the rule meanwhile."] }) }, { status: 409 }];
    const { status, errors, messages } = failedForm(context.requestId, "rules of the team", error);
    const { reason: ofReason, fourEyes: ofRule } = errors;
    const formErrors = ofRule ?? (ofReason ? undefined : messages);
    return [
      {
        id,
        result: submission.reply({ ...(ofReason ? { fieldErrors: { reason: ofReason } } : {}), ...(formErrors ? { formErrors } : {}) }),
      },
      { status },
    ];
  }
  context.flash.leave({ kind: "success", title: fourEyes === "on" ? "The rule is switched on." : "The rule is switched off." });
  throw new Redirect(reviewPaths.rules());
}

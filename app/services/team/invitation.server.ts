/** An open invitation, whose name and address a lead corrects (docs/rules/people.md#invitations). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { onOneLine } from "#model/characters.ts";
import type { Id } from "#model/contract/common.ts";
import { textProblem, withoutInvisible } from "#model/text.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor, NotFound, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { versionIn } from "~/services/upstream/carry-out.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import { type FormReply, INVITATION, INVITATION_RULES, type InvitationPage } from "~/views/joining";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/** @throws NotFound where the upstream cannot correct invitations, or for one that is over; NotPermitted for anybody but a lead; LoadFailure */
export async function loadInvitation({ api }: UserContext, id: Id): Promise<InvitationPage> {
  await requireExtension("joining");
  const { invitations } = await loadFor("dashboard", api.people.list());
  const invitation = invitations.find((each) => String(each.id) === String(id));
  if (!invitation || invitation.expiresAt <= new Date().toISOString())
    throw new NotFound({
      title: "There is no such open invitation.",
      description: "It was answered or taken back, or it has lapsed.",
      next: { href: paths.people(), label: "See all people" },
    });
  return { id: invitation.id, name: invitation.name ?? "", email: invitation.email, version: invitation.versions?.invitation };
}

const line = (name: keyof typeof INVITATION_RULES) =>
  z
    .string()
    .optional()
    .transform((typed = "", { addIssue }) => {
      const text = withoutInvisible(onOneLine(typed)).trim();
      const message = textProblem(text, INVITATION_RULES[name] ?? {});
      if (message !== undefined) addIssue(message);
      return text;
    });
const schema = z.object({ [INVITATION.name]: line("name"), [INVITATION.email]: line("email") });

/** Corrects it. @returns the form that was not stored @throws Redirect once it is; NotFound, NotPermitted, LoadFailure, SessionOver */
export async function correctInvitation(context: UserContext, id: Id, request: Request): Promise<Reply<FormReply>> {
  await requireExtension("joining");
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const submission = readSubmission(form, schema);
  if (submission.status !== "success") return [{ id: randomUUID(), result: submission.reply() }, { status: 400 }];
  const { name, email } = submission.value;
  const version = versionIn(form);
  try {
    const madeFrom = version === undefined ? undefined : { invitation: version };
    const invitation = await context.api.joining.invitation({ id, body: { name, email } }, { madeFrom });
    const isNew = String(invitation.id) !== String(id);
    context.flash.leave({ kind: "success", title: isNew ? `${invitation.email} was invited instead.` : "The invitation was corrected." });
  } catch (error) {
    if (isUpstreamFault(error) && error.status === 404) await loadInvitation(context, id);
    if (isUpstreamFault(error) && error.status === 412) {
      const now = await loadInvitation(context, id);
      const formErrors = [
        `Somebody else has changed this invitation. It is for ${[now.name, now.email].filter(Boolean).join(", ")} now.`,
        "Save again to store what is typed here.",
      ];
      return [
        { id: randomUUID(), result: submission.reply({ formErrors }), ...(now.version === undefined ? {} : { changedTo: now.version }) },
        { status: 409 },
      ];
    }
    const { status, errors, messages } = failedForm(context.requestId, "invitation", error);
    const isAboutFields = Object.keys(errors).some((field) => field in INVITATION);
    return [
      { id: randomUUID(), result: submission.reply({ ...(isAboutFields ? {} : { formErrors: messages }), fieldErrors: errors }) },
      { status },
    ];
  }
  throw new Redirect(paths.people());
}

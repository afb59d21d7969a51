/** The buttons of a dashboard row (docs/rules/navigation-and-home.md#row-actions). Each is a form; the next page tells how it ended. */

import { giveBack } from "~/services/answering/locks.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest, Redirect } from "~/services/faults.server";
import { readDashboardPlace } from "~/services/home/dashboard.server";
import { putOffUntil } from "~/services/http/failures.server";
import { type AssessmentCommand, commandAssessment } from "~/services/upstream/assessments.server";
import { OutcomeUnknown } from "~/services/upstream/lost-answers.server";
import { certificationRequested, SEND_AGAIN, validationRequested } from "~/services/upstream/request-messages.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type DashboardAddress, paths } from "~/views/paths";
import type { Flash, Reply } from "~/views/shell";

/** Messages for the next page. */
const SUCCESS: Readonly<Record<Exclude<AssessmentCommand, "complete">, (api: UserApi) => Flash | Promise<Flash>>> = {
  archive: () => ({ kind: "success", title: "The assessment was archived." }),
  unarchive: () => ({ kind: "success", title: "The assessment was restored." }),
  certify: certificationRequested,
  endorse: validationRequested,
};

const FAILED = "Something went wrong, please try again later";
const UNCHANGED = "The assessment is unchanged.";

const isCommand = (command: string): command is keyof typeof SUCCESS => Object.hasOwn(SUCCESS, command);

/**
 * Carries out the command of a row, leaves a message about it, and returns to the place in the dashboard.
 * @param query of the dashboard's address
 * @returns the reply to show when the box for consent was not ticked
 * @throws Redirect for the dashboard, whether it succeeded or not; BadRequest, SessionOver
 */
export async function changeAssessment(
  context: RequestContext,
  form: FormData,
  query: URLSearchParams,
): Promise<Reply<{ consentIsMissing: true }>> {
  const command = String(form.get("command"));
  const assessmentId = String(form.get("assessment"));
  if (command === "ask" || command === "withdraw") return changeWish(context, assessmentId, command, readDashboardPlace(query));
  if (!isCommand(command)) throw new BadRequest();
  const asksFirst = command === "certify" || command === "endorse";
  if (asksFirst && form.get("consent") !== "on") return [{ consentIsMissing: true }, { status: 400 }];
  const place = { ...readDashboardPlace(query), confirm: undefined };
  try {
    await commandAssessment(context.api, assessmentId, command);
    if (command === "archive" && context.lockMarkers.find(assessmentId)) await giveBack(context, [assessmentId]);
    context.flash.leave(await SUCCESS[command](context.api));
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    if (error.status === 409) {
      context.lockMarkers.lose(assessmentId);
      context.flash.leave(
        asksFirst
          ? { kind: "error", modal: true, title: FAILED, text: `Somebody else is editing this assessment now. ${UNCHANGED}` }
          : { kind: "error", title: "Locked for editing by another user", text: UNCHANGED },
      );
      throw new Redirect(paths.home({ ...place, locked: assessmentId }));
    }
    // The message also tells that archiving failed, so that nobody believes that it was done
    // (docs/rules/navigation-and-home.md#archive-and-restore).
    context.flash.leave({
      kind: "error",
      modal: asksFirst,
      title: FAILED,
      text:
        error instanceof OutcomeUnknown
          ? "It is not known whether it was done. Look at the assessment before you try again."
          : [UNCHANGED, putOffUntil(error, asksFirst ? SEND_AGAIN : "try again")].filter(Boolean).join(" "),
    });
  }
  throw new Redirect(paths.home(place));
}

/**
 * Asks whoever is editing an assessment to hand it over, or takes that back (docs/rules/locks-and-saving.md#asking-to-take-over). The row
 * then says what came of it.
 * @throws Redirect for the dashboard, always; SessionOver
 */
async function changeWish(
  { api, flash }: RequestContext,
  assessmentId: string,
  command: "ask" | "withdraw",
  { retry: _, ...place }: DashboardAddress,
): Promise<never> {
  try {
    if (command === "withdraw") await api.handover.withdraw({ id: assessmentId });
    else {
      const { lock } = await api.handover.ask({ id: assessmentId, body: {} });
      if (!lock || lock.mine) flash.leave({ kind: "success", title: "It is free for editing again." });
    }
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    flash.leave(
      error.status === 409 ? { kind: "info", title: "A colleague has asked to take over already" } : { kind: "error", title: FAILED },
    );
  }
  throw new Redirect(paths.home({ ...place, confirm: undefined }));
}

/** What a dashboard row's buttons change. Each is a form; the page that follows shows what came of it. */

import { VALIDATION_REQUESTED } from "~/services/answering/itil/summary.server";
import { BadRequest, Elsewhere } from "~/services/faults.server";
import { readDashboardPlace } from "~/services/home/dashboard.server";
import type { FlashMessages } from "~/services/http/flash.server";
import { type AssessmentCommand, commandAssessment } from "~/services/upstream/assessments.server";
import { SessionOver, UpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";
import type { Flash, Reply } from "~/views/shell";

/** Shown afterwards. */
const SUCCESS: Readonly<Record<Exclude<AssessmentCommand, "complete">, Flash>> = {
  archive: { kind: "success", title: "The assessment was archived." },
  unarchive: { kind: "success", title: "The assessment was restored." },
  certify: {
    kind: "success",
    modal: true,
    title: "Certification was requested",
    text: "The certifying body has been told of this assessment and will get in touch about the fee. The home screen shows it as certified.",
  },
  endorse: VALIDATION_REQUESTED,
};

const isCommand = (command: string): command is keyof typeof SUCCESS => Object.hasOwn(SUCCESS, command);

/**
 * Carries out the command of a row, leaves a message about it, and leads back to where the row was.
 * @returns that consent is missing, where it is asked for
 */
export async function changeAssessment(
  context: { api: UserApi; flash: FlashMessages },
  form: FormData,
  query: URLSearchParams,
): Promise<Reply<{ consentIsMissing: true }>> {
  const command = String(form.get("command"));
  const assessmentId = String(form.get("assessment"));
  if (!isCommand(command)) throw new BadRequest();
  if (command === "certify" && form.get("consent") !== "on") return [{ consentIsMissing: true }, { status: 400 }];
  const asksFirst = command === "certify" || command === "endorse";
  const place = { ...readDashboardPlace(query), confirm: undefined };
  try {
    await commandAssessment(context.api, assessmentId, command);
    context.flash.leave(SUCCESS[command]);
  } catch (error) {
    if (!(error instanceof UpstreamFault) || error instanceof SessionOver) throw error;
    if (error.status === 409) {
      context.flash.leave({ kind: "error", title: "Locked for editing by another user", text: "The assessment is unchanged." });
      throw new Elsewhere(paths.home({ ...place, locked: assessmentId }));
    }
    // Specification A8 shows nothing when archiving fails; nobody may believe that it was done.
    context.flash.leave({
      kind: "error",
      modal: asksFirst,
      title: "Something went wrong, please try again later",
      text: "The assessment is unchanged.",
    });
  }
  throw new Elsewhere(paths.home(place));
}

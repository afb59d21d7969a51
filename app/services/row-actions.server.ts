/** What a dashboard row's buttons change. Without script each is a form; the page then shows what came of it. */
import { data } from "@remix-run/node";
import { type AssessmentCommand, commandAssessment } from "~/services/assessments.server";
import { UpstreamError } from "~/services/upstream.server";
import type { AppContext } from "~/sessions.server";

const SUCCESS: Partial<Record<string, string>> = { archive: "The assessment was archived.", unarchive: "The assessment was restored." };

/** Carries out the command of a row and leaves a message about it. */
export async function changeAssessment(context: AppContext, form: FormData): Promise<void> {
  const command = String(form.get("command"));
  if (!SUCCESS[command]) throw data(null, { status: 400 });
  try {
    await commandAssessment(context, String(form.get("assessment")), command as AssessmentCommand);
    context.setFlash({ kind: "success", title: SUCCESS[command] });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const locked = error.status === 409;
    context.setFlash({
      kind: "error",
      title: locked ? "Locked for editing by another user" : "Something went wrong, please try again later",
      text: "The assessment is unchanged.",
    });
  }
}

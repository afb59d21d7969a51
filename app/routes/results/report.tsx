import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ReportScreen } from "~/components/results/ReportScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { issueVersion } from "~/services/results/files/client-report/issued-versions.server";
import { loadReportPage, saveReportSteps, saveText } from "~/services/results/files/client-report/report-page.server";
import { saveCover } from "~/services/results/files/client-report/save-cover.server";
import { keepAsRight } from "~/services/results/files/client-report/still-right.server";
import { saveTickedNotes } from "~/services/results/files/client-report/ticked-notes.server";
import { resultRequestOf } from "~/services/results/results.server";
import { formStatus } from "~/services/saving/posted-form.server";
import { COVER_ID, FORM_FIELD, MISFITS_ID, NOTES_ID, STEPS_ID, textId, VERSIONS_ID } from "~/views/client-report";
import { isDraftAt, resultPaths } from "~/views/paths";
import { withUser } from "~/with-user.server";

/** The forms that are saved as a whole. */
const WHOLE: Readonly<
  Record<
    string,
    { save: typeof saveCover | typeof saveReportSteps | typeof saveTickedNotes | typeof issueVersion | typeof keepAsRight; done: string }
  >
> = {
  [MISFITS_ID]: { save: keepAsRight, done: "The text is kept as still right." },
  [COVER_ID]: { save: saveCover, done: "The cover was saved." },
  [STEPS_ID]: { save: saveReportSteps, done: "The steps were saved." },
  [NOTES_ID]: { save: saveTickedNotes, done: "The list was saved." },
  [VERSIONS_ID]: { save: issueVersion, done: "The version was issued." },
};

export const meta = titled<typeof loader>(
  ({ page }) => `${page.draft === undefined ? "Report" : "Draft report"} of ${page.assessment.name}`,
  "Report",
);

export const loader = withUser(async ({ request, params, context }) => {
  const resultRequest = resultRequestOf(request, params.assessmentId ?? "");
  const [page] = await Promise.all([loadReportPage(context, resultRequest), releaseLeft(context, request)]);
  return { page };
});

/** Saves the cover, the steps, the list of notes, or one text, or issues a version, without script. */
export const action = withUser(async ({ request, params, context }) => {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const { assessmentId = "" } = params;
  const at = resultPaths(isDraftAt(request));
  const query = new URL(request.url).searchParams.toString();
  const done = (title: string, id: string) => {
    context.flash.leave({ kind: "success", title });
    return new Redirect(at.report(assessmentId, query, id));
  };
  const which = form.get(FORM_FIELD);
  const whole = WHOLE[String(which)];
  if (whole) {
    const failed = await whole.save(context, assessmentId, form);
    if (failed) return data(failed, { status: formStatus(failed) });
    throw done(whole.done, String(which));
  }
  const outcome = await saveText(context, assessmentId, form);
  if (outcome.kind !== "saved") return data(outcome, { status: formStatus(outcome) });
  throw done("The text was saved.", textId(outcome.part));
});

export default function Report() {
  return <ReportScreen {...useLoaderData<typeof loader>()} outcome={useActionData<typeof action>()} />;
}

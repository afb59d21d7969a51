import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ReportScreen } from "~/components/results/ReportScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { formStatus } from "~/services/answering/posted-form.server";
import { Redirect } from "~/services/faults.server";
import { loadReportPage, saveReportSteps, saveText } from "~/services/results/client-report/report-page.server";
import { askedResult } from "~/services/results/results.server";
import { STEPS_ID, textId } from "~/views/client-report";
import { isDraftAt, resultPaths } from "~/views/paths";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(
  ({ page }) => `${page.draft === undefined ? "Report" : "Draft report"} of ${page.assessment.name}`,
  "Report",
);

export const loader = withUser(async ({ request, params, context }) => {
  const asked = askedResult(request, params.assessmentId ?? "");
  const [page] = await Promise.all([loadReportPage(context, asked), releaseLeft(context, request)]);
  return { page };
});

/** Saves the steps, or one text without script. */
export const action = withUser(async ({ request, params, context }) => {
  const form = await request.formData();
  context.unsavedForm.keep(form);
  const { assessmentId = "" } = params;
  const at = resultPaths(isDraftAt(request));
  const query = new URL(request.url).searchParams.toString();
  if (form.has("key")) {
    const failed = await saveReportSteps(context, assessmentId, form);
    if (failed) return data(failed, { status: formStatus(failed) });
    context.flash.leave({ kind: "success", title: "The steps were saved." });
    throw new Redirect(at.report(assessmentId, query, STEPS_ID));
  }
  const outcome = await saveText(context, assessmentId, form);
  if (outcome.kind !== "saved") return data(outcome, { status: formStatus(outcome) });
  context.flash.leave({ kind: "success", title: "The text was saved." });
  throw new Redirect(at.report(assessmentId, query, textId(outcome.part)));
});

export default function Report() {
  return <ReportScreen {...useLoaderData<typeof loader>()} outcome={useActionData<typeof action>()} />;
}

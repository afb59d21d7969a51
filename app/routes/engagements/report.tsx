import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EngagementReportScreen } from "~/components/engagements/EngagementReportScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { keepSummaryAsRight, loadEngagementReport, saveEngagementCover, saveEngagementText } from "~/services/engagements/report.server";
import { Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { formStatus } from "~/services/saving/posted-form.server";
import { COVER_ID, FORM_FIELD, MISFITS_ID, textId } from "~/views/client-report";
import { engagementReportPaths } from "~/views/engagement-report";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ name }) => `Report of ${name}`, "Report");

/** The report of an engagement. The screen does not exist if the upstream keeps no engagements. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([loadEngagementReport(context, params.engagementId ?? ""), releaseLeft(context, request)]);
  return page;
});

/** Saves the cover or the summary, or keeps the summary as still right, without script. */
export const action = withUser(async ({ request, params, context }) => {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const { engagementId = "" } = params;
  const done = (title: string, id: string) => {
    context.flash.leave({ kind: "success", title });
    return new Redirect(engagementReportPaths.screen(engagementId, id));
  };
  const which = form.get(FORM_FIELD);
  if (which === COVER_ID) {
    const failed = await saveEngagementCover(context, engagementId, form);
    if (failed) return data(failed, { status: formStatus(failed) });
    throw done("The cover was saved.", COVER_ID);
  }
  if (which === MISFITS_ID) {
    const failed = await keepSummaryAsRight(context, engagementId, form);
    if (failed) return data(failed, { status: formStatus(failed) });
    throw done("The text is kept as still right.", MISFITS_ID);
  }
  const outcome = await saveEngagementText(context, engagementId, form);
  if (outcome.kind !== "saved") return data(outcome, { status: formStatus(outcome) });
  throw done("The text was saved.", textId(outcome.part));
});

export default function EngagementReport() {
  return <EngagementReportScreen page={useLoaderData<typeof loader>()} outcome={useActionData<typeof action>()} />;
}

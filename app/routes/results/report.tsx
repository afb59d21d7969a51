import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { signedIn } from "~/answer.server";
import { ReportScreen } from "~/components/results/ReportScreen";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { Elsewhere } from "~/services/faults.server";
import { loadReportPage, saveText } from "~/services/results/client-report/report-page.server";
import { textId } from "~/views/client-report";
import { paths } from "~/views/paths";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data ? `Report of ${data.page.assessment.name}` : "Report") },
];

export const loader = signedIn(async ({ request, params, context }) => {
  const query = new URL(request.url).searchParams;
  const [page] = await Promise.all([loadReportPage(context, params.assessmentId ?? "", query), releaseLeft(context, request)]);
  return { page };
});

const STATUS = { refused: 400, conflict: 409, failed: 502 } as const;

/** Saves one text, without script. */
export const action = signedIn(async ({ request, params, context }) => {
  const form = await request.formData();
  context.unsavedForm.keep(form);
  const { assessmentId = "" } = params;
  const outcome = await saveText(context, assessmentId, form);
  if (outcome.kind !== "saved") return data(outcome, { status: STATUS[outcome.kind] });
  context.flash.leave({ kind: "success", title: "The text was saved." });
  throw new Elsewhere(paths.report(assessmentId, new URL(request.url).searchParams.toString(), textId(outcome.part)));
});

export default function Report() {
  return <ReportScreen {...useLoaderData<typeof loader>()} outcome={useActionData<typeof action>()} />;
}

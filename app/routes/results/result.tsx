import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { signedIn } from "~/answer.server";
import { ResultScreen } from "~/components/results/ResultScreen";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { askedResult, loadResultPage } from "~/services/results/results.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: screenTitle(data ? `${data.page.report.draftOf ? "Draft result" : "Result"} of ${data.page.report.assessment.name}` : "Result"),
  },
];

/** The result of either model, or its draft; the address tells which. */
export const loader = signedIn(async ({ request, params, context }) => {
  const model = /\/itil\/?$/i.test(new URL(request.url).pathname) ? "ITIL" : "P3M3";
  const [page, , { drawCharts }] = await Promise.all([
    loadResultPage(context, askedResult(request, params.assessmentId ?? ""), model),
    releaseLeft(context, request),
    // Imported when the first result is opened, not at start.
    import("~/components/charts/draw.server"),
  ]);
  return { page, drawings: drawCharts(page.report) };
});

export default function Result() {
  return <ResultScreen {...useLoaderData<typeof loader>()} />;
}

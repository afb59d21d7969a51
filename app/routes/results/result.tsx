import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { signedIn } from "~/answer.server";
import { ResultScreen } from "~/components/results/ResultScreen";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { askedResult, loadResultPage } from "~/services/results/results.server";
import { outlineOf } from "~/views/results";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: screenTitle(
      data ? `${data.page.outline.draftOf ? "Draft result" : "Result"} of ${data.page.outline.assessment.name}` : "Result",
    ),
  },
];

/** The result of either model, or its draft; the address tells which. */
export const loader = signedIn(async ({ request, params, context }) => {
  const { pathname, searchParams } = new URL(request.url);
  const model = /\/itil\/?$/i.test(pathname) ? "ITIL" : "P3M3";
  const [{ report, ...page }, , { drawCharts }, { renderReport }] = await Promise.all([
    loadResultPage(context, askedResult(request, params.assessmentId ?? ""), model),
    releaseLeft(context, request),
    // Imported when the first result is opened, not at start.
    import("~/components/charts/draw.server"),
    import("~/components/results/render.server"),
  ]);
  const opened = searchParams.get("open") === "all";
  return {
    page: { ...page, outline: outlineOf(report, page.tab), opened },
    html: context.markup.give(renderReport(report, drawCharts(report), { ...page, opened })),
  };
});

export default function Result() {
  return <ResultScreen {...useLoaderData<typeof loader>()} />;
}

import { useLoaderData } from "@remix-run/react";
import { ResultScreen } from "~/components/results/ResultScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadResultPage, resultRequestOf } from "~/services/results/results.server";
import { loadChecks } from "~/services/reviews/checks.server";
import { isDraftAt, modelAt } from "~/views/paths";
import { outlineOf } from "~/views/result-page";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(
  ({ page }) => `${page.outline.draftOf ? "Draft result" : "Result"} of ${page.outline.assessment.name}`,
  "Result",
);

/** The result of either model, or its draft; the address tells which. */
export const loader = withUser(async ({ request, params, context }) => {
  const assessmentId = params.assessmentId ?? "";
  const [{ page: shown, assessment, at }, { drawCharts }, { renderResult }] = await Promise.all([
    loadResultPage(context, resultRequestOf(request, assessmentId), modelAt(request)),
    // Imported when the first result is opened, not at start.
    import("~/components/charts/draw.server"),
    import("~/components/results/ResultBody.server"),
    releaseLeft(context, request),
  ]);
  const { result, ...page } = shown;
  const checks = isDraftAt(request) ? await loadChecks(context, assessment, at) : [];
  const opened = new URL(request.url).searchParams.get("open") === "all";
  const html = renderResult({ ...result, isDraft: result.draftOf !== undefined }, drawCharts(result), { ...page, opened });
  return { page: { ...page, checks, outline: outlineOf(result, page.tab), opened }, html: context.markup.give(html) };
});

export default function ResultRoute() {
  return <ResultScreen {...useLoaderData<typeof loader>()} />;
}

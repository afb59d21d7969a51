import { useLoaderData } from "@remix-run/react";
import { ResultScreen } from "~/components/results/ResultScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import { viewResult } from "~/services/results/kept-results.server";
import type { ResultRequest } from "~/services/results/result-model.server";
import { askedResult, loadResultPage } from "~/services/results/results.server";
import { modelAt } from "~/views/paths";
import type { Result } from "~/views/result";
import { outlineOf } from "~/views/result-page";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(
  ({ page }) => `${page.outline.draftOf ? "Draft result" : "Result"} of ${page.outline.assessment.name}`,
  "Result",
);

/** The result of either model, or its draft; the address tells which. */
export const loader = withUser(async ({ request, params, context }) => {
  const asked = askedResult(request, params.assessmentId ?? "");
  const [{ page, html }] = await Promise.all([
    viewResult(context, asked, () => makeView(context, asked, modelAt(request))),
    releaseLeft(context, request),
  ]);
  return { page, html: context.markup.give(html) };
});

async function makeView(context: UserContext, asked: ResultRequest, model: Result["model"]) {
  const [{ result, ...page }, { drawCharts }, { renderResult }] = await Promise.all([
    loadResultPage(context, asked, model),
    // Imported when the first result is opened, not at start.
    import("~/components/charts/draw.server"),
    import("~/components/results/ResultBody.server"),
  ]);
  const opened = asked.query.get("open") === "all";
  return {
    page: { ...page, outline: outlineOf(result, page.tab), opened },
    html: renderResult({ ...result, isDraft: result.draftOf !== undefined }, drawCharts(result), { ...page, opened }),
  };
}

export default function ResultRoute() {
  return <ResultScreen {...useLoaderData<typeof loader>()} />;
}

import { useLoaderData } from "@remix-run/react";
import { ComparisonScreen } from "~/components/results/ComparisonScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadComparisonPage } from "~/services/results/sections/comparison/comparison-page.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `Comparison, ${page.name}`, "Comparison");

/** Compares with an earlier assessment. The address may name it. */
export const loader = withUser(async ({ request, params, context }) => {
  const [{ exhibits, ...page }, , { drawCharts }, { renderResult }] = await Promise.all([
    loadComparisonPage(context, params.assessmentId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
    // Imported when the first result is opened, not at start.
    import("~/components/charts/draw.server"),
    import("~/components/results/ResultBody.server"),
  ]);
  return {
    page: { ...page, name: exhibits.assessment.name, isDraft: exhibits.isDraft },
    html: context.markup.give(renderResult(exhibits, drawCharts(exhibits), { ...page, opened: false })),
  };
});

export default function Comparison() {
  return <ComparisonScreen {...useLoaderData<typeof loader>()} />;
}

import { useLoaderData } from "@remix-run/react";
import { EarlierScoresScreen } from "~/components/home/EarlierScoresScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadEarlierPage, removeEarlier } from "~/services/home/earlier-scores.server";
import { readForm } from "~/services/http/posted.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `Earlier scores of ${page.organization.name}`, "Earlier scores");

/** The scores of assessments that were made elsewhere. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadEarlierPage(context, params.organizationId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return { page };
});

export const action = withUser(async ({ request, params, context }) =>
  removeEarlier(context, params.organizationId ?? "", await readForm(request)),
);

export default function EarlierScores() {
  return <EarlierScoresScreen {...useLoaderData<typeof loader>()} />;
}

import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DifferencesScreen } from "~/components/ratings/DifferencesScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadRatingDifferences } from "~/services/ratings/differences.server";
import { applyRating } from "~/services/ratings/use.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ assessment }) => `Where ratings differ on ${assessment.name}`, "Where ratings differ");

/** Ratings next to the verdict. The screen does not exist if the upstream has no second ratings. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadRatingDifferences(context, params.assessmentId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return page;
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await applyRating(context, params.assessmentId ?? "", request))),
);

export default function Differences() {
  return <DifferencesScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

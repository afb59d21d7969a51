import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RatingsScreen } from "~/components/ratings/RatingsScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { changeRatings, loadRatings } from "~/services/ratings/ratings.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ assessment }) => `Second ratings of ${assessment.name}`, "Second ratings");

/** Who rates an assessment of either model apart. The screen does not exist if the upstream has no second ratings. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadRatings(context, params.assessmentId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return page;
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await changeRatings(context, params.assessmentId ?? "", request))),
);

export default function Ratings() {
  return <RatingsScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OwnRatingScreen } from "~/components/ratings/OwnRatingScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { changeOwnRating, loadOwnRating } from "~/services/ratings/own.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ assessment }) => `Your rating of ${assessment.name}`, "Your rating");

/** A rating, for its rater alone. The screen does not exist if the upstream has no second ratings. */
export const loader = withUser(async ({ request, params, context }) => {
  const { assessmentId = "", rating = "" } = params;
  const [page] = await Promise.all([
    loadOwnRating(context, assessmentId, rating, new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return page;
});

export const action = withUser(async ({ request, params, context }) => {
  const { assessmentId = "", rating = "" } = params;
  return data(...(await changeOwnRating(context, assessmentId, rating, request)));
});

export default function OwnRating() {
  return <OwnRatingScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ReviewScreen } from "~/components/reviews/ReviewScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { changeReview } from "~/services/reviews/change.server";
import { loadReview } from "~/services/reviews/review.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ assessment }) => `Peer review of ${assessment.name}`, "Peer review");

/** The peer review of an assessment of either model. The screen does not exist if the upstream has none. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadReview(context, params.assessmentId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return page;
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await changeReview(context, params.assessmentId ?? "", request))),
);

export default function Review() {
  return <ReviewScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PlanScreen } from "~/components/engagements/PlanScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { changePlan, loadPlan } from "~/services/engagements/plan.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ engagement }) => `Plan of ${engagement.name}`, "Plan");

/** The plan of an engagement. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadPlan(context, params.engagementId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return page;
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await changePlan(context, params.engagementId ?? "", request))),
);

export default function EngagementPlan() {
  return <PlanScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

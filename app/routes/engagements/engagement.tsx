import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EngagementScreen } from "~/components/engagements/EngagementScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { changeEngagement } from "~/services/engagements/change.server";
import { loadEngagement } from "~/services/engagements/engagement.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ name }) => name, "Engagement");

/** One engagement. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, params, context }) => {
  // This gives back the lock of the screen that was left, so that the overview is right about it.
  await releaseLeft(context, request);
  return loadEngagement(context, params.engagementId ?? "", new URL(request.url).searchParams);
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await changeEngagement(context, params.engagementId ?? "", request))),
);

export default function Engagement() {
  return <EngagementScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

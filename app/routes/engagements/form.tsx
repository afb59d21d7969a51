import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EngagementFormScreen } from "~/components/engagements/EngagementFormScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadEngagementForm, loadNewEngagement, saveEngagement, saveNewEngagement } from "~/services/engagements/change.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ name }) => (name === undefined ? "Create an engagement" : `Edit ${name}`), "Engagement");

/** The form of an engagement: a new one, or the one of the address. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, params, context }) => {
  const { engagementId } = params;
  const [page] = await Promise.all([
    engagementId === undefined ? loadNewEngagement(context, new URL(request.url).searchParams) : loadEngagementForm(context, engagementId),
    releaseLeft(context, request),
  ]);
  return page;
});

export const action = withUser(async ({ request, params, context }) => {
  const { engagementId } = params;
  return data(
    ...(await (engagementId === undefined ? saveNewEngagement(context, request) : saveEngagement(context, engagementId, request))),
  );
});

export default function EngagementForm() {
  return <EngagementFormScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

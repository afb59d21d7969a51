import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { EngagementsScreen } from "~/components/engagements/EngagementsScreen";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadEngagements } from "~/services/engagements/engagement.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Engagements") }];

/** The engagements of the team. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadEngagements(context, new URL(request.url).searchParams), releaseLeft(context, request)]);
  return page;
});

export default function Engagements() {
  return <EngagementsScreen page={useLoaderData<typeof loader>()} />;
}

import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/components/shell/Page";
import { TeamAccessScreen } from "~/components/team/TeamAccessScreen";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadTeamAccess } from "~/services/team/team-access.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => (page.shown?.on ? "Who could see what" : "Who may see what"), "Who may see what");

/** Who may see what, for leads. The screen does not exist if the upstream has no walls. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadTeamAccess(context, new URL(request.url).searchParams), releaseLeft(context, request)]);
  return data({ page }, { status: page.problem === undefined ? 200 : 400 });
});

export default function TeamAccess() {
  return <TeamAccessScreen {...useLoaderData<typeof loader>()} />;
}

import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { TeamNameScreen } from "~/components/team/TeamNameScreen";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadTeamName, saveTeamName } from "~/services/team/name.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Name of the team") }];

/** The team's name for outsiders. The screen does not exist if the upstream names no teams. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadTeamName(context), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, context }) => data(...(await saveTeamName(context, request))));

export default function TeamName() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <TeamNameScreen key={`${page.base} ${reply?.id}`} page={page} reply={reply} />;
}

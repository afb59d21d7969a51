import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { PeopleHistoryScreen } from "~/components/history/PeopleHistoryScreen";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadPeopleHistory } from "~/services/history/people-history.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("History of people") }];

/** The history of the people of the team, for its leads. The screen does not exist if the upstream manages no people. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadPeopleHistory(context, new URL(request.url).searchParams), releaseLeft(context, request)]);
  return page;
});

export default function PeopleHistory() {
  return <PeopleHistoryScreen page={useLoaderData<typeof loader>()} />;
}

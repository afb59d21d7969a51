import { useLoaderData } from "@remix-run/react";
import { PeopleHistoryScreen } from "~/components/history/PeopleHistoryScreen";
import { TeamHistoryScreen } from "~/components/history/TeamHistoryScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadPeopleHistory } from "~/services/history/people-history.server";
import { loadTeamHistory } from "~/services/history/team-history.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ people }) => (people ? "History of people" : "History of the team"), "History");

/** The history of the team, or that of its people alone, for its leads. Neither screen exists if the upstream has no such history. */
export const loader = withUser(async ({ request, context }) => {
  const { pathname, searchParams } = new URL(request.url);
  const isOfPeople = /^\/people\//i.test(pathname);
  const [team, people] = await Promise.all([
    isOfPeople ? undefined : loadTeamHistory(context, searchParams),
    isOfPeople ? loadPeopleHistory(context, searchParams) : undefined,
    releaseLeft(context, request),
  ]);
  return { team, people };
});

export default function TeamHistory() {
  const { team, people } = useLoaderData<typeof loader>();
  return (
    <>
      {team ? <TeamHistoryScreen page={team} /> : null}
      {people ? <PeopleHistoryScreen page={people} /> : null}
    </>
  );
}

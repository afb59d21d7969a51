import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { PeopleScreen } from "~/components/team/PeopleScreen";
import { releaseLeft } from "~/services/answering/locks.server";
import { changePeople, loadPeople } from "~/services/team/people.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("People") }];

/** The people of the team, for its leads. The screen does not exist if the upstream manages no people. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadPeople(context, new URL(request.url).searchParams), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, context }) => data(...(await changePeople(context, request))));

export default function People() {
  const page = useLoaderData<typeof loader>();
  return <PeopleScreen page={page} reply={useActionData<typeof action>()} />;
}

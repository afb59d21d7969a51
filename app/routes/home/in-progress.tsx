import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { InProgressScreen } from "~/components/home/InProgressScreen";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadInProgress } from "~/services/home/in-progress.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("In progress") }];

/** Everything of the team that is in progress. The screen does not exist if the upstream has no such list. */
export const loader = withUser(async ({ request, context }) => {
  // What is left is given back first, so that the list is right about it.
  await releaseLeft(context, request);
  return loadInProgress(context, new URL(request.url).searchParams);
});

export default function InProgress() {
  return <InProgressScreen page={useLoaderData<typeof loader>()} />;
}

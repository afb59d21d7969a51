import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { MeScreen } from "~/components/session/MeScreen";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { readForm } from "~/services/http/posted.server";
import { changeMe, loadMe } from "~/services/session/me.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Your account") }];

/** One's own account. The screen does not exist if the upstream manages no people. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadMe(context, new URL(request.url).searchParams), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, context }) => changeMe(context, await readForm(request)));

export default function Me() {
  return <MeScreen page={useLoaderData<typeof loader>()} />;
}

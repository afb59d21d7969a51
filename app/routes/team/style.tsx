import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { StyleScreen } from "~/components/team/StyleScreen";
import { releaseLeft } from "~/services/answering/locks.server";
import { changeStyle, loadStylePage } from "~/services/team/style.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("House style") }];

/** The house style of the team. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadStylePage(context), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, context }) => data(...(await changeStyle(context, request))));

export default function Style() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <StyleScreen key={`${page.base} ${page.logo} ${reply?.changedTo}`} page={page} reply={reply} />;
}

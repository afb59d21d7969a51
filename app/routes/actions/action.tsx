import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionScreen } from "~/components/actions/ActionScreen";
import { titled } from "~/components/shell/Page";
import { changeAction, loadAction } from "~/services/actions/action.server";
import { releaseLeft } from "~/services/answering/locks.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ title }) => `Action: ${title}`, "Action");

/** One action. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadAction(context, params.organizationId ?? "", params.actionId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return page;
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await changeAction(context, params.organizationId ?? "", params.actionId ?? "", request))),
);

export default function Action() {
  return <ActionScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

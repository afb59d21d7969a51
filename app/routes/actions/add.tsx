import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionAddScreen } from "~/components/actions/ActionAddScreen";
import { titled } from "~/components/shell/Page";
import { loadAddAction, saveNewAction } from "~/services/actions/add.server";
import { releaseLeft } from "~/services/answering/locks.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ organization }) => `Add an action for ${organization.name}`, "Add an action");

/** The form of a new action, filled from the address. The screen does not exist if the upstream keeps no actions. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadAddAction(context, params.organizationId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return page;
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await saveNewAction(context, params.organizationId ?? "", request))),
);

export default function AddAction() {
  return <ActionAddScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}

import { useLoaderData } from "@remix-run/react";
import { ActionsScreen } from "~/components/actions/ActionsScreen";
import { titled } from "~/components/shell/Page";
import { loadActions } from "~/services/actions/register.server";
import { releaseLeft } from "~/services/answering/locks.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ organization }) => `Actions of ${organization.name}`, "Actions");

/** The actions that an organization agreed. The screen does not exist if the upstream keeps no actions. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadActions(context, params.organizationId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return page;
});

export default function Actions() {
  return <ActionsScreen page={useLoaderData<typeof loader>()} />;
}

import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/components/shell/Page";
import { AccessScreen } from "~/components/team/AccessScreen";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadAccess, saveAccess } from "~/services/team/access.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `Who may see ${page.organization.name}`, "Who may see an organization");

/** Who may see an organization. The screen does not exist if the upstream has no walls. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([loadAccess(context, params.organizationId ?? ""), releaseLeft(context, request)]);
  return { page };
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await saveAccess(context, params.organizationId ?? "", request))),
);

export default function OrganizationAccess() {
  const { page } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <AccessScreen key={`${page.form?.base} ${reply?.id}`} page={page} reply={reply} />;
}

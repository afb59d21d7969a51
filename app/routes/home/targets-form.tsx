import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TargetsForm } from "~/components/home/TargetsForm";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadTargetsForm, saveTargets } from "~/services/home/targets.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `Set targets of ${page.organization.name}`, "Set targets");

/** The form of the targets of a model and scope. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadTargetsForm(context, params.organizationId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return { page };
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await saveTargets(context, params.organizationId ?? "", request))),
);

export default function SetTargets() {
  const { page } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <TargetsForm page={page} reply={reply} />;
}

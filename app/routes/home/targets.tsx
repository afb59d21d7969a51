import { useLoaderData } from "@remix-run/react";
import { TargetsScreen } from "~/components/home/TargetsScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadTargets, removeTarget } from "~/services/home/targets.server";
import { readForm } from "~/services/http/posted.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `Targets of ${page.organization.name}`, "Targets");

/** The scores that an organization wants to reach. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadTargets(context, params.organizationId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return { page };
});

export const action = withUser(async ({ request, params, context }) =>
  removeTarget(context, params.organizationId ?? "", await readForm(request)),
);

export default function Targets() {
  return <TargetsScreen {...useLoaderData<typeof loader>()} />;
}

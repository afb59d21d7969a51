import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { OrganizationForm } from "~/components/home/OrganizationForm";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadOrganizationPage, saveOrganization } from "~/services/home/organization-form.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data?.organization ? data.heading : "Organization details") },
];

export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([loadOrganizationPage(context, request, params.organizationId), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, params, context }) => {
  const [reply, init] = await saveOrganization(context, request, params.organizationId);
  return data(reply, init);
});

/** Mounts the form again when the server sends other values, because somebody else has changed them. */
export default function Organization() {
  const page = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return <OrganizationForm key={rejected?.changedTo ?? "opened"} page={page} lastResult={rejected ?? null} />;
}

import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { signedIn } from "~/answer.server";
import { OrganizationList } from "~/components/home/OrganizationList";
import { Page, screenTitle } from "~/components/shell/Page";
import { releaseLocks } from "~/services/answering/locks.server";
import { loadAllAssessments } from "~/services/home/dashboard.server";
import { requireInternalAccount } from "~/services/upstream/organizations.server";

export const meta: MetaFunction = () => [{ title: screenTitle("All Assessments") }];

export const loader = signedIn(async ({ request, context }) => {
  requireInternalAccount(context.user);
  const [dashboard] = await Promise.all([loadAllAssessments(context, new URL(request.url).searchParams), releaseLocks(context, request)]);
  return dashboard;
});

export default function AllAssessments() {
  const dashboard = useLoaderData<typeof loader>();
  return (
    <Page title="All Assessments" subtitle="Organizations of other users. You can read everything here and change nothing.">
      {dashboard.total === 0 ? <p className="empty">No other user has an organization yet.</p> : <OrganizationList dashboard={dashboard} />}
    </Page>
  );
}

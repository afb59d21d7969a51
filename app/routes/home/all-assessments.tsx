import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { OrganizationList } from "~/components/home/OrganizationList";
import { Page, screenTitle } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadAllAssessments } from "~/services/home/dashboard.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { requireInternalAccount } from "~/services/upstream/organizations.server";
import { morePaths } from "~/views/more-paths";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("All Assessments") }];

export const loader = withUser(async ({ request, context }) => {
  requireInternalAccount(context.user);
  const [dashboard, hasRequests] = await Promise.all([
    loadAllAssessments(context, new URL(request.url).searchParams),
    hasExtension("outbox"),
    releaseLeft(context, request),
  ]);
  return { dashboard, hasRequests };
});

export default function AllAssessments() {
  const { dashboard, hasRequests } = useLoaderData<typeof loader>();
  return (
    <Page
      title="All Assessments"
      subtitle="Organizations of other users. You can read everything here and change nothing."
      actions={
        hasRequests ? (
          <ButtonLink to={morePaths.requests()} variant="soft">
            Requests for certification and validation
          </ButtonLink>
        ) : null
      }
    >
      {dashboard.total === 0 ? (
        <p className="panel muted">No other user has an organization yet.</p>
      ) : (
        <OrganizationList dashboard={dashboard} />
      )}
    </Page>
  );
}

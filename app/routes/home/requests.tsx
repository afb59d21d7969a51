import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { RequestTable } from "~/components/home/RequestTable";
import { Callout } from "~/components/shell/Callout";
import { Page, screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadRequests } from "~/services/home/requests.server";
import { requireInternalAccount } from "~/services/upstream/organizations.server";
import { morePaths } from "~/views/more-paths";
import { withUser } from "~/with-user.server";

const TITLE = "Requests for certification and validation";

export const meta: MetaFunction = () => [{ title: screenTitle(TITLE) }];

export const loader = withUser(async ({ request, context }) => {
  requireInternalAccount(context.user);
  const [requests] = await Promise.all([loadRequests(context.api, new URL(request.url).searchParams), releaseLeft(context, request)]);
  return requests;
});

export default function RequestsPage() {
  const { rows, hasChannel, isFirstPage, older } = useLoaderData<typeof loader>();
  return (
    <Page title={TITLE} subtitle="What people have asked for, and whether it has been sent.">
      {hasChannel ? null : (
        <Callout kind="warning" title="Nothing is sent at the moment.">
          Neither e-mail nor a webhook has been set up. Requests wait until an operator does so.
        </Callout>
      )}
      {rows.length > 0 ? (
        <RequestTable rows={rows} />
      ) : (
        <p className="panel muted">Nobody has requested certification or validation yet.</p>
      )}
      {isFirstPage && older === undefined ? null : (
        <nav className="row row-between small" aria-label="Pages of requests">
          <span className="row">
            {isFirstPage ? null : <Link to={morePaths.requests()}>Newest requests</Link>}
            {older === undefined ? null : <Link to={morePaths.requests(older)}>Older requests</Link>}
          </span>
        </nav>
      )}
    </Page>
  );
}

import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmDialog } from "~/components/home/ConfirmDialog";
import { DueActions } from "~/components/home/DueActions";
import { FirstSteps } from "~/components/home/FirstSteps";
import { ForYou } from "~/components/home/ForYou";
import { LastWork } from "~/components/home/LastWork";
import { NoOrganization } from "~/components/home/NoOrganization";
import { OrganizationList } from "~/components/home/OrganizationList";
import { Unseen } from "~/components/home/Unseen";
import { Page, screenTitle } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import { unlessRefused } from "~/components/shell/revalidation";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadHome } from "~/services/home/dashboard.server";
import { changeAssessment } from "~/services/home/row-actions.server";
import { readForm } from "~/services/http/posted.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Home") }];

export const loader = withUser(async ({ request, context }) => {
  const [dashboard] = await Promise.all([loadHome(context, new URL(request.url).searchParams), releaseLeft(context, request)]);
  return dashboard;
});

export const shouldRevalidate = unlessRefused;

export const action = withUser(async ({ request, context }) => {
  return data(...(await changeAssessment(context, await readForm(request), new URL(request.url).searchParams)));
});

export default function Home() {
  const dashboard = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { firstName, confirmation, place, newTo, leads, lastWork, forYou, due, unseen, inProgress } = dashboard;
  return (
    <Page
      title={`Welcome, ${firstName ?? "User"}`}
      subtitle="Your organizations and their assessments"
      actions={
        inProgress ? (
          <ButtonLink to={inProgress} variant="soft">
            Everything in progress
          </ButtonLink>
        ) : null
      }
    >
      {confirmation ? (
        <ConfirmDialog confirmation={confirmation} place={place} consentIsMissing={answer?.consentIsMissing ?? false} />
      ) : null}
      {newTo ? <FirstSteps organization={newTo} /> : null}
      {lastWork ? <LastWork lastWork={lastWork} /> : null}
      {forYou ? <ForYou list={forYou} /> : null}
      {due ? <DueActions due={due} /> : null}
      {leads ? <NoOrganization leads={leads} /> : dashboard.total > 0 ? <OrganizationList dashboard={dashboard} /> : null}
      {unseen ? <Unseen unseen={unseen} /> : null}
    </Page>
  );
}

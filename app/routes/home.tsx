import { Button } from "@radix-ui/themes";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { OrganizationPanel } from "~/components/dashboard/OrganizationPanel";
import { Page, screenTitle } from "~/components/shell/Page";
import { paths } from "~/paths";
import { loadDashboard } from "~/services/dashboard.server";
import { releaseLocks } from "~/services/locks.server";
import { changeAssessment } from "~/services/row-actions.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Home") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const [dashboard] = await Promise.all([loadDashboard(context, new URL(request.url).searchParams), releaseLocks(context, request)]);
  if (dashboard.organizations.length === 0) throw redirect(paths.organizationCreate());
  return dashboard;
}

export async function action({ request, context }: ActionFunctionArgs) {
  await context.requireUser(request);
  await changeAssessment(context, await request.formData());
  const { search } = new URL(request.url);
  throw redirect(`/${search}`);
}

export default function Home() {
  const { firstName, organizations } = useLoaderData<typeof loader>();
  return (
    <Page
      title={`Welcome, ${firstName ?? "User"}`}
      subtitle="Your organizations and their assessments"
      actions={
        <Button asChild variant="soft">
          <Link to={paths.organizationCreate()}>Create new organisation</Link>
        </Button>
      }
    >
      <div className="stack">
        {organizations.map((organization) => (
          <OrganizationPanel key={organization.id} organization={organization} />
        ))}
      </div>
    </Page>
  );
}

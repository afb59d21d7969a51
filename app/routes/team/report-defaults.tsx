import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { ReportDefaultsScreen } from "~/components/team/ReportDefaultsScreen";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadReportDefaults, saveReportDefaults } from "~/services/team/report-defaults.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("New reports") }];

/** What the reports of the team begin with. The screen does not exist if the upstream keeps nothing of it. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadReportDefaults(context), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, context }) => data(...(await saveReportDefaults(context, request))));

export default function ReportDefaults() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <ReportDefaultsScreen key={`${page.base} ${reply?.id}`} page={page} reply={reply} />;
}

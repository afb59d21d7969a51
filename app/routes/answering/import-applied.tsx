import { useLoaderData } from "@remix-run/react";
import { AppliedScreen } from "~/components/answering/workbook/AppliedScreen";
import { titled } from "~/components/shell/Page";
import { loadApplied } from "~/services/answering/workbook/import.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `${page.assessment.name} – Applied`, "Applied");

/** What was applied from a workbook. */
export const loader = withUser(async ({ request, params, context }) => ({
  page: await loadApplied(context, params.assessmentId ?? "", new URL(request.url).searchParams),
}));

export default function ImportApplied() {
  return <AppliedScreen page={useLoaderData<typeof loader>().page} />;
}

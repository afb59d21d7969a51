import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { P3m3Summary } from "~/components/answering/p3m3/P3m3Summary";
import { titled } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { loadP3m3Summary } from "~/services/answering/p3m3/summary.server";
import { submitByForm } from "~/services/answering/submission.server";
import { refuseWhereViewed } from "~/services/answering/viewing.server";
import { readForm } from "~/services/http/posted.server";
import { fieldReader } from "~/services/saving/posted-form.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ summary }) => `Summary of ${summary.assessment.name}`, "Summary");

export const loader = withUser(async ({ request, params, context }) => {
  return { summary: await loadP3m3Summary(context, request, params.assessmentId ?? "") };
});

export const shouldRevalidate = exceptForQuery;

export const action = withUser(async ({ request, params, context }) => {
  refuseWhereViewed(request);
  const { assessmentId = "" } = params;
  return data(...(await submitByForm(context, assessmentId, "P3M3", fieldReader(await readForm(request))("page"))));
});

export default function P3m3SummaryScreen() {
  const { summary } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>()?.outcome;
  return <P3m3Summary summary={summary} outcome={outcome} />;
}

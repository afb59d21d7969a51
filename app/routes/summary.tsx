import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Summary } from "~/components/questions/Summary";
import { screenTitle } from "~/components/shell/Page";
import { paths } from "~/paths";
import { commandAssessment } from "~/services/assessments.server";
import { loadSummary } from "~/services/summary.server";
import { UpstreamError } from "~/services/upstream.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data ? `Summary of ${data.summary.assessment.name}` : "Summary") },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return {
    summary: await loadSummary(context, request, params.assessmentId ?? ""),
    confirm: new URL(request.url).searchParams.get("confirm"),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  await context.requireUser(request);
  const assessmentId = params.assessmentId ?? "";
  try {
    await commandAssessment(context, assessmentId, "complete");
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return data({ failed: true }, { status: typeof error.status === "number" && error.status < 500 ? error.status : 502 });
  }
  context.clearLockMarker(assessmentId);
  context.setFlash({
    kind: "success",
    title: "The assessment was submitted.",
    text: "It can be read here from now on, but no longer changed.",
  });
  throw redirect(paths.result(assessmentId, "P3M3"));
}

export default function SummaryScreen() {
  const { summary, confirm } = useLoaderData<typeof loader>();
  return <Summary summary={summary} confirming={confirm === "submit"} failed={useActionData<typeof action>()?.failed ?? false} />;
}

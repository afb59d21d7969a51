import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { Summary } from "~/components/questions/Summary";
import { screenTitle } from "~/components/shell/Page";
import { paths } from "~/paths";
import { exceptForQuery } from "~/revalidation";
import { fieldReader } from "~/services/posted-form.server";
import { loadSummary, submitAssessment } from "~/services/summary.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data ? `Summary of ${data.summary.assessment.name}` : "Summary") },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return { summary: await loadSummary(context, request, params.assessmentId ?? "") };
}

export const shouldRevalidate = exceptForQuery;

export async function action({ request, params, context }: ActionFunctionArgs) {
  await context.requireUser(request);
  const { assessmentId = "" } = params;
  const outcome = await submitAssessment(context, assessmentId, fieldReader(await request.formData())("page"));
  if (outcome.kind !== "saved")
    return data({ outcome }, { status: { refused: 422, conflict: 409, locked: 409, failed: 502 }[outcome.kind] });
  context.clearLockMarker(assessmentId);
  context.setFlash({
    kind: "success",
    title: "The assessment was submitted.",
    text: "It can be read here from now on, but no longer changed.",
  });
  throw redirect(paths.result(assessmentId, "P3M3"));
}

export default function SummaryScreen() {
  const { summary } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const outcome = useActionData<typeof action>()?.outcome;
  return <Summary summary={summary} confirming={query.get("confirm") === "submit"} outcome={outcome} />;
}

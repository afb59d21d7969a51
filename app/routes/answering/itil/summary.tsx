import { data } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ItilSummary } from "~/components/answering/itil/ItilSummary";
import { titled } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { loadItilSummary, requestValidation } from "~/services/answering/itil/summary.server";
import { submitByForm } from "~/services/answering/submission.server";
import { refuseWhereViewed } from "~/services/answering/viewing.server";
import { readForm } from "~/services/http/posted.server";
import { fieldReader } from "~/services/saving/posted-form.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ summary }) => `Summary of ${summary.assessment.name}`, "Summary");

export const loader = withUser(async ({ request, params, context }) => {
  return { summary: await loadItilSummary(context, request, params.assessmentId ?? "") };
});

/** Loads again when another practice is to be explained; nothing else in the query changes what is loaded. */
export const shouldRevalidate: ShouldRevalidateFunction = (navigation) =>
  exceptForQuery(navigation) || navigation.currentUrl.searchParams.get("explain") !== navigation.nextUrl.searchParams.get("explain");

export const action = withUser(async ({ request, params, context }) => {
  refuseWhereViewed(request);
  const { assessmentId = "" } = params;
  const posted = fieldReader(await readForm(request));
  if (posted("intent") === "validate")
    return data(...(await requestValidation(context, request, assessmentId, posted("consent") === "on")));
  return data(...(await submitByForm(context, assessmentId, "ITIL", posted("page"))));
});

export default function ItilSummaryScreen() {
  const { summary } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <ItilSummary
      summary={summary}
      outcome={result && "outcome" in result ? result.outcome : undefined}
      consentIsMissing={result !== undefined && "consentIsMissing" in result}
      validationFailed={result && "validationFailed" in result ? result.validationFailed : undefined}
    />
  );
}

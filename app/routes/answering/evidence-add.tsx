import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EvidenceManyScreen } from "~/components/answering/concerns/evidence/EvidenceManyScreen";
import { titled } from "~/components/shell/Page";
import { loadManyEvidence, saveManyEvidence } from "~/services/answering/evidence-many.server";
import { readForm } from "~/services/http/posted.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `Add evidence to ${page.assessment.name}`, "Add evidence");

/** Several entries of evidence at once, for either model. The screen does not exist if the upstream keeps no evidence. */
export const loader = withUser(async ({ request, params, context }) => {
  return { page: await loadManyEvidence(context, params.assessmentId ?? "", request) };
});

export const action = withUser(async ({ request, params, context }) => {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  return data(...(await saveManyEvidence(context, params.assessmentId ?? "", request, form)));
});

export default function EvidenceAdd() {
  const { page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <EvidenceManyScreen page={page} result={result} />;
}

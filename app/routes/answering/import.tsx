import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ImportScreen } from "~/components/answering/workbook/ImportScreen";
import { titled } from "~/components/shell/Page";
import { applyImport, loadImport, previewUpload } from "~/services/answering/workbook/import.server";
import { readForm } from "~/services/http/posted.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `${page.assessment.name} – Work in Excel`, "Work in Excel");

/**
 * Where the workbook of answers is downloaded and comes back, and where its preview is sent, which is shown again if not all was applied. The
 * screen does not exist if the upstream does not give everything at once.
 */
export const loader = withUser(async ({ params, context }) => ({ page: await loadImport(context, params.assessmentId ?? "") }));

export const action = withUser(async ({ request, params, context }) => {
  const { assessmentId = "" } = params;
  const form = await readForm(request);
  if (!/\/apply\/?(\.data)?$/i.test(new URL(request.url).pathname)) return data(...(await previewUpload(context, assessmentId, form)));
  context.unsavedForm.keep(form);
  return data(...(await applyImport(context, assessmentId, form)));
});

export default function Import() {
  const { page } = useLoaderData<typeof loader>();
  return <ImportScreen page={page} result={useActionData<typeof action>()} />;
}

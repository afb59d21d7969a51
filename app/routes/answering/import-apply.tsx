import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ImportScreen } from "~/components/answering/workbook/ImportScreen";
import { screenTitle } from "~/components/shell/Page";
import { applyImport, loadImport } from "~/services/answering/workbook/import.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data ? `${data.page.assessment.name} – Work in Excel` : "Work in Excel") },
];

/** Where the preview of a workbook is sent. It shows the preview again if not all was applied. */
export const loader = withUser(async ({ params, context }) => ({ page: await loadImport(context, params.assessmentId ?? "") }));

export const action = withUser(async ({ request, params, context }) => {
  const form = await request.formData();
  context.unsavedForm.keep(form);
  return data(...(await applyImport(context, params.assessmentId ?? "", form)));
});

export default function ImportApply() {
  const { page } = useLoaderData<typeof loader>();
  return <ImportScreen page={page} result={useActionData<typeof action>()} />;
}

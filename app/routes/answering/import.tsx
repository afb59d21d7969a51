import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ImportScreen } from "~/components/answering/workbook/ImportScreen";
import { screenTitle } from "~/components/shell/Page";
import { loadImport, previewUpload } from "~/services/answering/workbook/import.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data ? `${data.page.assessment.name} – Work in Excel` : "Work in Excel") },
];

/** Where the workbook of answers is downloaded and comes back. The screen does not exist if the upstream does not give everything at once. */
export const loader = withUser(async ({ params, context }) => ({ page: await loadImport(context, params.assessmentId ?? "") }));

export const action = withUser(async ({ request, params, context }) => {
  return data(...(await previewUpload(context, params.assessmentId ?? "", await request.formData())));
});

export default function Import() {
  const { page } = useLoaderData<typeof loader>();
  return <ImportScreen page={page} result={useActionData<typeof action>()} />;
}

import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { HistoryScreen } from "~/components/history/HistoryScreen";
import { titled } from "~/components/shell/Page";
import { loadHistory, readAddress } from "~/services/history/history.server";
import { putBack } from "~/services/history/put-back.server";
import { readForm } from "~/services/http/posted.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `History of ${page.assessment.name}`, "History");

/** The history of an assessment of either model. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, params, context }) => {
  return { page: await loadHistory(context, params.assessmentId ?? "", new URL(request.url).searchParams) };
});

export const action = withUser(async ({ request, params, context }) => {
  await requireExtension("history");
  const query = readAddress(new URL(request.url).searchParams);
  return data(...(await putBack(context, params.assessmentId ?? "", await readForm(request), query)));
});

export default function History() {
  const { page } = useLoaderData<typeof loader>();
  return <HistoryScreen page={page} failure={useActionData<typeof action>()} />;
}

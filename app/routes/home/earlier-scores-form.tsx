import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EarlierScoresForm } from "~/components/home/EarlierScoresForm";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadEarlierForm, saveEarlier } from "~/services/home/earlier-scores.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `Earlier scores of ${page.organization.name}`, "Earlier scores");

/** The form of earlier scores: new ones of a model, or stored ones. */
export const loader = withUser(async ({ request, params, context }) => {
  const query = new URL(request.url).searchParams;
  const [page] = await Promise.all([
    loadEarlierForm(context, params.organizationId ?? "", params.earlierId, query),
    releaseLeft(context, request),
  ]);
  return { page };
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await saveEarlier(context, params.organizationId ?? "", params.earlierId, request))),
);

export default function EarlierForm() {
  const { page } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <EarlierScoresForm page={page} reply={reply} />;
}

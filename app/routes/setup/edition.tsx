import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EditionScreen } from "~/components/setup/EditionScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { readForm } from "~/services/http/posted.server";
import { loadEditionPage, makeEdition } from "~/services/setup/edition.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `Correct ${page.assessment.name}`, "Make a corrected edition");

/** Where a corrected edition of a completed assessment is made. The screen does not exist if the upstream makes none. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([loadEditionPage(context, params.assessmentId ?? ""), releaseLeft(context, request)]);
  return { page };
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await makeEdition(context, params.assessmentId ?? "", await readForm(request)))),
);

export default function Edition() {
  const { page } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <EditionScreen page={page} reply={reply} />;
}

import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { SeveralScreen } from "~/components/engagements/SeveralScreen";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { createSeveral, loadSeveral } from "~/services/engagements/several.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Create several assessments") }];

/** Creates several assessments of an engagement. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([loadSeveral(context, params.engagementId ?? ""), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await createSeveral(context, params.engagementId ?? "", request))),
);

export default function Several() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <SeveralScreen key={reply?.id ?? ""} page={page} reply={reply} />;
}

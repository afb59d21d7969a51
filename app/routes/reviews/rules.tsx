import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { RulesScreen } from "~/components/reviews/RulesScreen";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadRules, saveRules } from "~/services/reviews/rules.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Rules of the team") }];

/** The rules of a team. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, context }) => {
  const [page] = await Promise.all([loadRules(context), releaseLeft(context, request)]);
  return page;
});

export const action = withUser(async ({ request, context }) => data(...(await saveRules(context, request))));

export default function Rules() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <RulesScreen key={`${page.version} ${reply?.id}`} page={page} reply={reply} />;
}

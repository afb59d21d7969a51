import { data } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { ScopeQuestions } from "~/components/setup/ScopeQuestions";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadScopeQuestions } from "~/services/setup/scope-questions.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Find the right scope") }];

/** Nothing is stored: the answers are in the address, and the advice is worked out from them. */
export const loader = withUser(async ({ request, context }) => {
  const [questions] = await Promise.all([loadScopeQuestions(context, request), releaseLeft(context, request)]);
  return data(questions, { status: questions.rejected ? 400 : 200 });
});

export default function ScopeQuestionsScreen() {
  return <ScopeQuestions {...useLoaderData<typeof loader>()} />;
}

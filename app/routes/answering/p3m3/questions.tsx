import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { signedIn } from "~/answer.server";
import { ThreadScreen } from "~/components/answering/p3m3/ThreadScreen";
import { screenTitle } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { getNextPath, getThread, loadThread, saveThread, setDescoped } from "~/services/answering/p3m3/questions.server";
import { readThreadChange } from "~/services/answering/p3m3/thread-form.server";
import { fieldReader, formNotSaved, leadOn, settleForm } from "~/services/answering/posted-form.server";
import { homeOf } from "~/services/upstream/assessments.server";
import { paths } from "~/views/paths";

type Params = LoaderFunctionArgs["params"];
const place = ({ assessmentId = "", perspectiveCode = "", threadCode = "" }: Params) => ({ assessmentId, perspectiveCode, threadCode });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data ? `${data.thread.perspective.name} – ${data.thread.thread.code}` : "Questions") },
];

export const loader = signedIn(async ({ request, params, context }) => {
  return { thread: await loadThread(context, request, place(params)) };
});

export const shouldRevalidate = exceptForQuery;

export const action = signedIn(async ({ request, params, context }) => {
  const here = place(params);
  const form = await request.formData();
  const posted = fieldReader(form);
  const intent = posted("intent");
  if (intent === "descope" || intent === "rescope") return data(...(await setDescoped(context, here, intent, posted("page"))));
  context.unsavedForm.keep(form);
  const { found, level } = await getThread(context.api, here);
  const typed = readThreadChange(posted, level);
  const outcome = await saveThread(context, here, typed, posted("page"));
  settleForm(context.unsavedForm, outcome);
  if (outcome.kind !== "saved") return data(...formNotSaved(outcome, typed));
  const address = paths.questions(found.id, here.perspectiveCode, here.threadCode);
  return leadOn(context, posted, typed, { here: address, exit: homeOf(found), next: () => getNextPath(context.api, here) });
});

export default function Questions() {
  const { thread } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [query] = useSearchParams();
  // The key makes each thread a screen of its own, so that nothing typed for one appears in another, nor after it was descoped.
  const key = `${thread.links.here} ${thread.descoped}`;
  return <ThreadScreen key={key} thread={thread} was={query.get("was")} confirm={query.get("confirm")} result={result} />;
}

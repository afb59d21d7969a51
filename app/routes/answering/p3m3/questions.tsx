import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { ThreadScreen } from "~/components/answering/p3m3/ThreadScreen";
import { screenTitle } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { homeOf } from "~/services/answering/assessments.server";
import { findThread, loadThread, nextAfter, saveThread, setDescoped } from "~/services/answering/p3m3/questions.server";
import { readThreadChange } from "~/services/answering/p3m3/thread-form.server";
import { fieldReader, formNotSaved, leadOn } from "~/services/answering/posted-form.server";
import { paths } from "~/views/paths";

type Params = LoaderFunctionArgs["params"];
const place = ({ assessmentId = "", perspectiveCode = "", threadCode = "" }: Params) => ({ assessmentId, perspectiveCode, threadCode });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data ? `${data.thread.perspective.name} – ${data.thread.thread.code}` : "Questions") },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return { thread: await loadThread(context, request, place(params)) };
}

export const shouldRevalidate = exceptForQuery;

export async function action({ request, params, context }: ActionFunctionArgs) {
  await context.requireUser(request);
  const here = place(params);
  const [form, { found, level }] = await Promise.all([request.formData(), findThread(context, here)]);
  const posted = fieldReader(form);
  const address = paths.questions(found.id, here.perspectiveCode, here.threadCode);
  const intent = posted("intent");
  const page = posted("page");
  if (intent === "descope" || intent === "rescope") {
    const outcome = await setDescoped(context, here, intent === "descope", page);
    if (outcome.kind === "saved") throw redirect(address);
    return formNotSaved(outcome, {}, intent);
  }
  const typed = readThreadChange(posted, level);
  const outcome = await saveThread(context, here, typed, page);
  if (outcome.kind !== "saved") return formNotSaved(outcome, typed);
  throw await leadOn(posted, typed, { here: address, exit: homeOf(found), next: () => nextAfter(context, here) });
}

export default function Questions() {
  const { thread } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [query] = useSearchParams();
  // A screen per thread: nothing typed for one may show up in another, nor in a thread that was descoped meanwhile.
  const key = `${thread.links.here} ${thread.descoped}`;
  return <ThreadScreen key={key} thread={thread} was={query.get("was")} confirm={query.get("confirm")} result={result} />;
}

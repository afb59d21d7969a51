import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, type ShouldRevalidateFunction, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { Level } from "#model/p3m3/catalogue.ts";
import { ThreadScreen } from "~/components/questions/ThreadScreen";
import { screenTitle } from "~/components/shell/Page";
import { paths } from "~/paths";
import { findThread, homeOf, loadThread, nextAfter, saveThread, setDescoped } from "~/services/answers.server";
import { fieldReader, readThreadChange } from "~/services/thread-form.server";

type Params = LoaderFunctionArgs["params"];
const place = ({ assessmentId = "", perspectiveCode = "", threadCode = "" }: Params) => ({ assessmentId, perspectiveCode, threadCode });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data ? `${data.thread.perspective.name} – ${data.thread.thread.code}` : "Questions") },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return { thread: await loadThread(context, request, place(params)) };
}

/** Opening and closing a confirmation changes the query alone, and nothing that is loaded. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && (formMethod === "POST" || currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search);

const STATUS = { saved: 200, refused: 400, conflict: 409, locked: 409, failed: 502 } as const;

export async function action({ request, params, context }: ActionFunctionArgs) {
  await context.requireUser(request);
  const here = place(params);
  const [form, { found }] = await Promise.all([request.formData(), findThread(context, here)]);
  const posted = fieldReader(form);
  const address = paths.questions(found.id, here.perspectiveCode, here.threadCode);
  const intent = posted("intent");
  const page = posted("page");
  if (intent === "descope" || intent === "rescope") {
    const outcome = await setDescoped(context, here, intent === "descope", page);
    if (outcome.kind === "saved") throw redirect(address);
    return data({ intent, outcome, typed: {} }, { status: STATUS[outcome.kind] });
  }
  const typed = readThreadChange(form, found.selectedLevel as Level);
  const outcome = await saveThread(context, here, typed, page);
  if (outcome.kind !== "saved") return data({ intent: "save", outcome, typed }, { status: STATUS[outcome.kind] });
  const go = posted("go");
  if (go === "exit") throw redirect(homeOf(found));
  if (go === "next") throw redirect(await nextAfter(context, here));
  const { answers } = typed;
  throw redirect(answers && answers.base !== answers.target ? `${address}?was=${answers.base}` : address);
}

export default function Questions() {
  const { thread } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [query] = useSearchParams();
  // A screen per thread: nothing typed for one may show up in another, nor in a thread that was descoped meanwhile.
  const key = `${thread.links.here} ${thread.descoped}`;
  return <ThreadScreen key={key} thread={thread} was={query.get("was")} confirm={query.get("confirm")} result={result} />;
}

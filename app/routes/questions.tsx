import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import type { Level } from "#model/p3m3/catalogue.ts";
import { ThreadScreen } from "~/components/questions/ThreadScreen";
import { screenTitle } from "~/components/shell/Page";
import { paths } from "~/paths";
import { findThread, loadThread, saveThread, setDescoped } from "~/services/answers.server";
import { readThreadChange } from "~/services/thread-form.server";
import { UpstreamError } from "~/services/upstream.server";

type Params = LoaderFunctionArgs["params"];
const place = ({ assessmentId = "", perspectiveCode = "", threadCode = "" }: Params) => ({ assessmentId, perspectiveCode, threadCode });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data ? `${data.thread.perspective.name} – ${data.thread.thread.code}` : "Questions") },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const { searchParams } = new URL(request.url);
  return { thread: await loadThread(context, request, place(params)), was: searchParams.get("was"), confirm: searchParams.get("confirm") };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  await context.requireUser(request);
  const form = await request.formData();
  const here = place(params);
  const { found } = await findThread(context, here);
  const address = paths.questions(found.id, here.perspectiveCode, here.threadCode);
  const intent = String(form.get("intent") ?? "save");
  const change = readThreadChange(form, found.selectedLevel as Level);
  const typed = { base: change.answers?.target, note: change.note?.body };
  try {
    const outcome =
      intent === "descope" || intent === "rescope"
        ? await setDescoped(context, here, intent === "descope")
        : await saveThread(context, here, change);
    if (outcome.kind === "refused") return data({ outcome, typed }, { status: 400 });
    if (outcome.kind !== "saved") return data({ outcome, typed }, { status: 409 });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return data({ outcome: { kind: "failed" as const }, typed }, { status: 502 });
  }
  const go = form.get("go");
  if (go === "exit") throw redirect(paths.home(found.organization ? { organizationId: found.organization.id } : undefined));
  if (go === "next") throw redirect(String((await loadThread(context, request, here)).next.href));
  const { answers } = change;
  throw redirect(answers && answers.base !== answers.target ? `${address}?was=${answers.base}` : address);
}

export default function Questions() {
  const { thread, was, confirm } = useLoaderData<typeof loader>();
  // A screen per thread: nothing typed for one may show up in another.
  return <ThreadScreen key={thread.links.here} thread={thread} was={was} confirm={confirm} result={useActionData<typeof action>()} />;
}

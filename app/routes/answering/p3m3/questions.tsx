import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { placeOf } from "#model/contract/history.ts";
import { ThreadScreen } from "~/components/answering/p3m3/ThreadScreen";
import { titled } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { settleEvidence, typedBeside } from "~/services/answering/evidence-form.server";
import { handOverFrom } from "~/services/answering/handover.server";
import { setDescoped, typedReason } from "~/services/answering/p3m3/descoping.server";
import { getNextThreadPath, getThread, loadP3m3Questions } from "~/services/answering/p3m3/questions.server";
import { readP3m3Change, saveP3m3Questions } from "~/services/answering/p3m3/saving.server";
import { refuseWhereViewed } from "~/services/answering/viewing.server";
import { readForm } from "~/services/http/posted.server";
import { clearSavedForm, fieldReader, formNotSaved, redirectAfterSave, sentWith, withTyped } from "~/services/saving/posted-form.server";
import { homeOf } from "~/services/upstream/assessments.server";
import { withTakenOver } from "~/views/answering/voices";
import { paths } from "~/views/paths";
import { withUser } from "~/with-user.server";

const DESCOPING = ["descope", "rescope"] as const;
type Params = LoaderFunctionArgs["params"];
const place = ({ assessmentId = "", perspectiveCode = "", threadCode = "" }: Params) => ({ assessmentId, perspectiveCode, threadCode });

export const meta = titled<typeof loader>(({ thread }) => `${thread.perspective.name} – ${thread.thread.code}`, "Questions");

export const loader = withUser(async ({ request, params, context }) => {
  return { thread: await loadP3m3Questions(context, request, place(params)) };
});

export const shouldRevalidate = exceptForQuery;

export const action = withUser(async ({ request, params, context }) => {
  refuseWhereViewed(request);
  const here = place(params);
  const form = await readForm(request);
  const posted = withTakenOver(fieldReader(form));
  const intent = DESCOPING.find((each) => each === posted("intent"));
  // Without script the confirmation comes with the form that was on the page, which is saved first.
  const isAlone = posted("base") === undefined && posted("noteBase") === undefined;
  if (!isAlone || posted("reason")) context.unsavedForm.keep(form);
  if (intent && isAlone) return data(...(await setDescoped(context, here, intent, posted)));
  const { assessment, level, perspective, thread } = await getThread(context.api, here);
  const at = placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id });
  const typed = readP3m3Change(posted, level);
  // A reason for descoping is stored with it, and one for a thread that is brought back is forgotten.
  if (intent) delete typed.reason;
  context.choices.take(posted);
  const outcome = await saveP3m3Questions(context, here, typed, sentWith(posted));
  clearSavedForm(context.unsavedForm, outcome);
  if (outcome.kind !== "saved") {
    const reason = intent === "descope" ? typedReason(posted) : {};
    if (reason.reason) return data(...formNotSaved(outcome, { ...typed, ...reason }, "descope"));
    if (intent === "descope")
      context.flash.leave({ kind: "error", title: "The thread was not descoped, because this page could not be saved first." });
    return data(...withTyped(formNotSaved(outcome, typed), typedBeside(assessment, at, posted)));
  }
  const settled = await settleEvidence(context, assessment, at, posted);
  if ("refused" in settled) return data(...settled.refused);
  if (intent) return data(...(await setDescoped(context, here, intent, posted)));
  const address = paths.questions(assessment.id, here.perspectiveCode, here.threadCode);
  const leads = {
    here: address,
    exit: homeOf(assessment),
    next: () => getNextThreadPath(context.api, here),
    handOver: () => handOverFrom(context, assessment.id, address),
  };
  return redirectAfterSave(context, posted, typed, leads, settled.done);
});

export default function P3m3Questions() {
  const { thread } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ThreadScreen thread={thread} result={result} />;
}

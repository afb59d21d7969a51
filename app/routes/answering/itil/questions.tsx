import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { placeOf } from "#model/contract/history.ts";
import { ItilScreen } from "~/components/answering/itil/ItilScreen";
import { titled } from "~/components/shell/Page";
import { exceptForQuery } from "~/components/shell/revalidation";
import { settleEvidence, typedBeside } from "~/services/answering/evidence-form.server";
import { handOverFrom } from "~/services/answering/handover.server";
import { getItilItem, getNextItemPath, loadItilQuestions } from "~/services/answering/itil/questions.server";
import { readItilChange, saveItilQuestions } from "~/services/answering/itil/saving.server";
import { refuseWhereViewed } from "~/services/answering/viewing.server";
import { readForm } from "~/services/http/posted.server";
import { clearSavedForm, fieldReader, formNotSaved, redirectAfterSave, sentWith, withTyped } from "~/services/saving/posted-form.server";
import { homeOf } from "~/services/upstream/assessments.server";
import { withTakenOver } from "~/views/answering/voices";
import { paths } from "~/views/paths";
import { withUser } from "~/with-user.server";

const place = ({ assessmentId = "", practiceCode = "" }: LoaderFunctionArgs["params"]) => ({ assessmentId, practiceCode });

export const meta = titled<typeof loader>(({ questions }) => `${questions.item.name} – ${questions.item.code}`, "Questions");

export const loader = withUser(async ({ request, params, context }) => {
  return { questions: await loadItilQuestions(context, request, place(params)) };
});

export const shouldRevalidate = exceptForQuery;

export const action = withUser(async ({ request, params, context }) => {
  refuseWhereViewed(request);
  const here = place(params);
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const { assessment, kind, code, subject } = await getItilItem(context.api, here);
  const posted = withTakenOver(fieldReader(form));
  const typed = readItilChange(posted, kind);
  context.choices.take(posted);
  const outcome = await saveItilQuestions(context, here, typed, sentWith(posted));
  clearSavedForm(context.unsavedForm, outcome);
  const at = placeOf(subject);
  if (outcome.kind !== "saved") return data(...withTyped(formNotSaved(outcome, typed), typedBeside(assessment, at, posted)));
  const settled = await settleEvidence(context, assessment, at, posted);
  if ("refused" in settled) return data(...settled.refused);
  const address = paths.practiceQuestions(assessment.id, code);
  const leads = {
    here: address,
    exit: homeOf(assessment),
    next: () => getNextItemPath(context.api, here),
    handOver: () => handOverFrom(context, assessment.id, address),
  };
  return redirectAfterSave(context, posted, typed, leads, settled.done);
});

export default function ItilQuestions() {
  const { questions } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ItilScreen questions={questions} result={result} />;
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { ScopeForm } from "~/components/setup/ScopeForm";
import { screenTitle } from "~/components/shell/Page";
import { getAssessment, updateAssessment } from "~/services/answering/assessments.server";
import { failedSave } from "~/services/http/kept-form.server";
import { loadScope, readScope, scopeBasis } from "~/services/setup/scope-form.server";
import { suggestedSetUp } from "~/services/setup/scope-questions.server";
import { openForSaving, openStep, saveStep, versionOf } from "~/services/setup/wizard.server";
import { paths } from "~/views/paths";

export const meta: MetaFunction = () => [{ title: screenTitle("Scope details") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const { found, readOnly, page } = await openStep(context, request, params.assessmentId ?? "", "scope");
  return {
    id: found.id,
    step: await loadScope(context, found, suggestedSetUp(request).practiceIds),
    base: versionOf(scopeBasis(found)),
    readOnly,
    page,
    back: paths.step("profile", found.id, found.assessmentType),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  await context.requireUser(request);
  const form = await request.formData();
  const found = await openForSaving(context, request, form, params.assessmentId ?? "");
  const { reply, update } = await readScope(context, found, form);
  if (!update) return data(reply, { status: reply.isOnlyFilled ? 200 : 400 });
  try {
    const unsaved = await saveStep(context, form, found, scopeBasis, () => updateAssessment(context, found.id, update));
    if (unsaved) return data({ ...reply, unsaved, base: versionOf(scopeBasis(await getAssessment(context, found.id))) }, { status: 409 });
  } catch (error) {
    const { status, errors } = failedSave(context, "scope", error);
    return data({ ...reply, unsaved: { why: "failed" as const }, errors }, { status });
  }
  throw redirect(paths.step("review", found.id, found.assessmentType));
}

export default function Scope() {
  const { id, page, ...step } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1 tabIndex={-1}>Scope details</h1>
      <ScopeForm {...step} page={page} reply={useActionData<typeof action>()} />
      {page ? <LockKeeper assessmentId={id} page={page} /> : null}
    </div>
  );
}

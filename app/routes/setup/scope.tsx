import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { ScopeForm } from "~/components/setup/ScopeForm";
import { StepHead } from "~/components/setup/StepHead";
import { Callout } from "~/components/shell/Callout";
import { screenTitle } from "~/components/shell/Page";
import { Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { failedSave } from "~/services/http/unsaved-form.server";
import { setUpOf } from "~/services/setup/models.server";
import { findScopeSource, scopeNotice } from "~/services/setup/previous.server";
import { readScope, scopeBasis } from "~/services/setup/scope-form.server";
import { openForSaving, openStep, saveStep, versionOf } from "~/services/setup/wizard.server";
import { getAssessment, updateAssessment } from "~/services/upstream/assessments.server";
import { OutcomeUnknown } from "~/services/upstream/lost-answers.server";
import { paths } from "~/views/paths";
import { DESCOPE_FIELD } from "~/views/setup";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Scope details") }];

export const loader = withUser(async ({ request, params, context }) => {
  const { assessment, readOnly, pageId, keeping } = await openStep(context, request, params.assessmentId ?? "", "scope");
  const model = setUpOf(assessment);
  const source = await findScopeSource(context.api, assessment);
  const step = await model.loadScope(context.api, assessment, request, source);
  return {
    id: assessment.id,
    notice: source && scopeNotice(source),
    step: (await model.withDescoped?.(context.api, assessment, step)) ?? step,
    base: versionOf(scopeBasis(assessment)),
    readOnly,
    pageId,
    keeping,
    back: paths.step("profile", assessment.id, assessment.assessmentType),
  };
});

export const action = withUser(async ({ request, params, context }) => {
  const form = await readForm(request);
  const assessment = await openForSaving(context, form, params.assessmentId ?? "");
  const { reply, update } = await readScope(context.api, assessment, form);
  if (!update) return data(reply, { status: reply.isOnlyFilled ? 200 : 400 });
  try {
    const unsaved = await saveStep(context, form, assessment, scopeBasis, (stored) => updateAssessment(context.api, stored, update));
    if (unsaved)
      return data({ ...reply, unsaved, base: versionOf(scopeBasis(await getAssessment(context.api, assessment.id))) }, { status: 409 });
  } catch (error) {
    const { status, errors } = failedSave(context.requestId, "scope", error);
    return data({ ...reply, unsaved: { why: "failed" as const, isUnknown: error instanceof OutcomeUnknown }, errors }, { status });
  }
  if (form.has(DESCOPE_FIELD)) {
    const pageId = String(form.get("page") ?? "") || undefined;
    const message = await setUpOf(assessment).descopeAgain?.(context, assessment.id, pageId);
    if (message) context.flash.leave(message);
  }
  throw new Redirect(paths.step("review", assessment.id, assessment.assessmentType));
});

export default function Scope() {
  const { id, notice, pageId, keeping, ...step } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <div className="stack">
      <StepHead title="Scope details" />
      {keeping ? <LockKeeper assessmentId={id} {...keeping} /> : null}
      {notice && !reply ? (
        <Callout kind="info" title={notice}>
          Nothing has been saved yet.
        </Callout>
      ) : null}
      <ScopeForm {...step} pageId={pageId} reply={reply} />
    </div>
  );
}

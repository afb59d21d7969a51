import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { ProfileForm } from "~/components/setup/ProfileForm";
import { StepHead } from "~/components/setup/StepHead";
import { screenTitle } from "~/components/shell/Page";
import { Redirect } from "~/services/faults.server";
import { failurePage } from "~/services/http/failures.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedSave } from "~/services/http/unsaved-form.server";
import { setUpOf } from "~/services/setup/models.server";
import { profileChanges, profileChoices, profileFacts, profileSchema, readSuggestion } from "~/services/setup/profile-form.server";
import { openForSaving, openStep, saveStep, versionOf } from "~/services/setup/wizard.server";
import { createAssessment, getAssessment, isOrganizationOfAnotherTeam, updateAssessment } from "~/services/upstream/assessments.server";
import { defaultsOf, rulesOf } from "~/views/form-fields";
import { paths } from "~/views/paths";
import { PROFILE_FORM, type ProfileReply } from "~/views/setup";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Assessment Profile Set-up") }];

/** Edit mode with an assessment in the address, create mode with an organization (docs/rules/setup-and-scope.md#steps). */
export const loader = withUser(async ({ request, params, context }) => {
  const { roles } = context.user;
  if (params.assessmentId === undefined) {
    // Internal accounts can read the organizations of other teams, but not add assessments to them.
    if (await isOrganizationOfAnotherTeam(context, params.organizationId)) throw data(failurePage(403, "organization"), { status: 403 });
    return {
      choices: profileChoices(roles, undefined),
      suggested: readSuggestion(request, roles),
      formId: randomUUID(),
      stored: undefined,
      base: undefined,
      readOnly: undefined,
      pageId: undefined,
      keeping: undefined,
    };
  }
  const { found, readOnly, pageId, keeping } = await openStep(context, request, params.assessmentId, "profile");
  return {
    choices: profileChoices(roles, found),
    suggested: undefined,
    formId: undefined,
    stored: { id: found.id, ...defaultsOf(PROFILE_FORM, found) },
    base: versionOf(profileFacts(found)),
    readOnly,
    pageId,
    keeping,
  };
});

const rejected = (reply: Omit<ProfileReply, "id">, status: number) => data<ProfileReply>({ id: randomUUID(), ...reply }, { status });

export const action = withUser(async ({ request, params, context }) => {
  const { roles } = context.user;
  const form = await request.formData();
  // How saving goes on, and how it may change the saved scope if the user has confirmed that.
  const [then = "", confirmed] = String(form.get("then") ?? "").split(":");
  const exits = then === "exit";
  context.unsavedForm.keep(form);
  const found = params.assessmentId === undefined ? undefined : await openForSaving(context, form, params.assessmentId);
  // An ITIL assessment that has no scope yet can be saved and left without choosing one.
  const scopeIsOptional = exits && found?.selectedScope === null && setUpOf(found).scopeMayBeOpen;
  const submission = readSubmission(form, profileSchema(profileChoices(roles, found), { scopeIsOptional }));
  if (submission.status !== "success") {
    const { selectedScope: scopeErrors, ...error } = submission.error ?? {};
    const wasHidden = form.get("shown") === "" && form.get("assessmentType") !== "" && !form.has("selectedScope");
    if (!wasHidden || !scopeErrors) return rejected({ result: submission.reply() }, 400);
    const isNothingElse = Object.keys(error).length === 0;
    return rejected({ result: { ...submission.reply(), error }, asksForScope: true }, isNothingElse ? 200 : 400);
  }
  const typed = submission.value;
  const consequence = found && setUpOf(found).scopeConsequence(found, typed);
  if (consequence && confirmed !== consequence.key)
    return rejected({ result: submission.reply({ formErrors: [] }), consequence: { ...consequence, then } }, 400);
  let id = found?.id;
  try {
    if (found === undefined) {
      const organizationId = params.organizationId ?? "";
      id = await createAssessment(context.api, organizationId, typed, String(form.get("formId") ?? randomUUID()));
      context.lastOrganization.set(organizationId);
    } else {
      const unsaved = await saveStep(context, form, found, profileFacts, async (stored) =>
        updateAssessment(context.api, stored, await profileChanges(context.api, stored, typed)),
      );
      if (unsaved) {
        const base = versionOf(profileFacts(await getAssessment(context.api, found.id)));
        return rejected({ result: submission.reply({ formErrors: [] }), unsaved, base }, 409);
      }
    }
  } catch (error) {
    const { status, errors, advice } = failedSave(context.requestId, "profile", error);
    const formErrors = ["Something went wrong, please try again...", ...(advice === undefined ? [] : [advice])];
    return rejected({ result: submission.reply({ formErrors, fieldErrors: errors }) }, status);
  }
  if (!exits) {
    const suggested = readSuggestion(request, [typed.assessmentType]);
    throw new Redirect(paths.step("scope", id ?? "", typed.assessmentType, suggested && { practiceIds: suggested.practiceIds }));
  }
  context.flash.leave({ kind: "success", title: "The assessment was saved." });
  const organizationId = params.organizationId ?? found?.organization?.id;
  throw new Redirect(paths.homeAt(organizationId === undefined ? undefined : { organizationId }));
});

export default function Profile() {
  const { choices, suggested, formId, stored, base, readOnly, pageId, keeping } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const refusal = reply?.result ?? null;
  const { form, fields, live } = useLiveForm({
    rules: rulesOf(PROFILE_FORM),
    lastResult: refusal,
    defaultValue: {
      ...(stored ?? defaultsOf(PROFILE_FORM, { name: suggested?.name, selectedScope: suggested?.scope })),
      assessmentType: choices.model ?? (suggested?.scope ? "ITIL" : ""),
      formId,
    },
  });
  return (
    <div className="stack">
      <StepHead title="Assessment Profile Set-up" />
      {stored && keeping ? <LockKeeper assessmentId={stored.id} {...keeping} /> : null}
      <ProfileForm
        form={form}
        fields={fields}
        choices={choices}
        hidden={{ formId: String(fields.formId.initialValue ?? ""), base: reply?.base ?? base, page: pageId }}
        reply={reply}
        refusal={refusal}
        live={live}
        readOnly={readOnly}
      />
    </div>
  );
}

import { randomUUID } from "node:crypto";
import { type SubmissionResult, useForm } from "@conform-to/react";
import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { signedIn } from "~/answer.server";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { ProfileForm } from "~/components/setup/ProfileForm";
import { screenTitle } from "~/components/shell/Page";
import { Elsewhere } from "~/services/faults.server";
import { failurePage } from "~/services/http/failures.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedSave } from "~/services/http/unsaved-form.server";
import { profileChoices, profileFacts, profileSchema, profileUpdate } from "~/services/setup/profile-form.server";
import { readSuggestedSetUp } from "~/services/setup/scope-questions.server";
import { openForSaving, openStep, saveStep, versionOf } from "~/services/setup/wizard.server";
import { createAssessment, getAssessment, isOrganizationOfAnotherTeam, updateAssessment } from "~/services/upstream/assessments.server";
import { paths } from "~/views/paths";
import type { Unsaved } from "~/views/setup";

export const meta: MetaFunction = () => [{ title: screenTitle("Assessment Profile Set-up") }];

/** Edit mode with an assessment in the address, create mode with an organization (docs/rules/setup-and-scope.md#steps). */
export const loader = signedIn(async ({ request, params, context }) => {
  const { roles } = context.user;
  if (params.assessmentId === undefined) {
    // Internal accounts can read the organizations of other teams, but not add assessments to them.
    if (await isOrganizationOfAnotherTeam(context, params.organizationId)) throw data(failurePage(403, "organization"), { status: 403 });
    return {
      choices: profileChoices(roles, undefined),
      suggested: roles.includes("ITIL") ? readSuggestedSetUp(request) : undefined,
      formId: randomUUID(),
      stored: undefined,
      base: undefined,
      readOnly: undefined,
      pageId: undefined,
    };
  }
  const { found, readOnly, pageId } = await openStep(context, request, params.assessmentId, "profile");
  const { id, name, assessmentType, isTestAssessment, selectedScope } = found;
  const certified = found.assessmentType === "P3M3" && found.certified;
  const endorsed = found.assessmentType === "ITIL" && found.endorsed;
  return {
    choices: profileChoices(roles, found),
    suggested: undefined,
    formId: undefined,
    stored: { id, name, assessmentType, isTestAssessment, selectedScope, certified, endorsed },
    base: versionOf(profileFacts(found)),
    readOnly,
    pageId,
  };
});

interface ProfileReply {
  result: SubmissionResult<string[]>;
  unsaved?: Unsaved | undefined;
  /** The stored version, if it is no longer the one that the form was rendered from. */
  base?: string;
}

const rejected = (reply: ProfileReply, status: number) => data(reply, { status });

export const action = signedIn(async ({ request, params, context }) => {
  const { roles } = context.user;
  const form = await request.formData();
  const exits = form.get("then") === "exit";
  context.unsavedForm.keep(form);
  const found = params.assessmentId === undefined ? undefined : await openForSaving(context, form, params.assessmentId);
  // An ITIL assessment that has no scope yet can be saved and left without choosing one.
  const scopeIsOptional = exits && found !== undefined && found.selectedScope === null;
  const submission = readSubmission(form, profileSchema(profileChoices(roles, found), { scopeIsOptional }));
  if (submission.status !== "success") return rejected({ result: submission.reply() }, 400);
  const typed = submission.value;
  let id = found?.id;
  try {
    if (found === undefined) {
      const organizationId = params.organizationId ?? "";
      id = await createAssessment(context.api, organizationId, typed, String(form.get("formId") ?? randomUUID()));
      context.lastOrganization.set(organizationId);
    } else {
      const update = await profileUpdate(context.api, found, typed);
      const unsaved = await saveStep(context, form, found, profileFacts, () => updateAssessment(context.api, found.id, update));
      if (unsaved) {
        const base = versionOf(profileFacts(await getAssessment(context.api, found.id)));
        return rejected({ result: submission.reply({ formErrors: [] }), unsaved, base }, 409);
      }
    }
  } catch (error) {
    const { status, errors, alert = "Something went wrong, please try again..." } = failedSave(context.requestId, "profile", error);
    return rejected({ result: submission.reply({ formErrors: [alert], fieldErrors: errors }) }, status);
  }
  if (!exits) {
    const { practiceIds } = readSuggestedSetUp(request);
    throw new Elsewhere(paths.step("scope", id ?? "", typed.assessmentType, typed.assessmentType === "ITIL" ? { practiceIds } : undefined));
  }
  context.flash.leave({ kind: "success", title: "The assessment was saved." });
  const organizationId = params.organizationId ?? found?.organization?.id;
  throw new Elsewhere(paths.home(organizationId === undefined ? undefined : { organizationId }));
});

export default function Profile() {
  const { choices, suggested, formId, stored, base, readOnly, pageId } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm({
    lastResult: reply?.result ?? null,
    defaultValue: {
      assessmentType: choices.model ?? (suggested?.scope ? "ITIL" : ""),
      name: stored?.name ?? suggested?.name,
      isTestAssessment: stored?.isTestAssessment ? "on" : undefined,
      selectedScope: stored?.selectedScope ?? suggested?.scope,
      certified: stored?.certified ? "on" : undefined,
      endorsed: stored?.endorsed ? "on" : undefined,
      formId,
    },
  });
  return (
    <div className="stack">
      <h1 tabIndex={-1}>Assessment Profile Set-up</h1>
      <ProfileForm
        form={form}
        fields={fields}
        choices={choices}
        hidden={{ formId: String(fields.formId.initialValue ?? ""), base: reply?.base ?? base, page: pageId }}
        unsaved={reply?.unsaved}
        isRejected={reply !== undefined}
        readOnly={readOnly}
      />
      {stored && pageId ? <LockKeeper assessmentId={stored.id} pageId={pageId} /> : null}
    </div>
  );
}

import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { ProfileForm } from "~/components/setup/ProfileForm";
import { StepHead } from "~/components/setup/StepHead";
import { screenTitle } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { failurePage } from "~/services/http/failures.server";
import { loadProfile, saveProfile } from "~/services/setup/profile.server";
import { isOrganizationOfAnotherTeam } from "~/services/upstream/rights.server";
import { defaultsOf, rulesOf } from "~/views/form-fields";
import { PREVIOUS_FIELD, PROFILE_FORM } from "~/views/setup";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Assessment Profile Set-up") }];

/** Edit mode with an assessment in the address, create mode with an organization (docs/rules/setup-and-scope.md#steps). */
export const loader = withUser(async ({ request, params, context }) => {
  // Internal accounts can read the organizations of other teams, but not add assessments to them.
  if (params.assessmentId === undefined && (await isOrganizationOfAnotherTeam(context, params.organizationId)))
    throw data(failurePage(403, "organization"), { status: 403 });
  const released = params.assessmentId === undefined ? releaseLeft(context, request) : undefined;
  const [profile] = await Promise.all([loadProfile(context, request, params), released]);
  return profile;
});

export const action = withUser(async ({ request, params, context }) => {
  const [reply, init] = await saveProfile(context, request, params);
  return data(reply, init);
});

export default function Profile() {
  const { choices, engagements, before, suggested, formId, stored, base, readOnly, pageId, keeping } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const refusal = reply?.result ?? null;
  const { form, fields, live } = useLiveForm({
    rules: rulesOf(PROFILE_FORM, stored),
    lastResult: refusal,
    defaultValue: {
      ...(stored ?? defaultsOf(PROFILE_FORM, { name: suggested?.name, selectedScope: suggested?.scope })),
      [PREVIOUS_FIELD]: before?.chosen ?? "",
      assessmentType: choices.model ?? (suggested && "model" in suggested ? suggested.model : suggested?.scope ? "ITIL" : ""),
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
        before={before}
        engagements={engagements}
        hidden={{ formId: String(fields.formId.initialValue ?? ""), base: reply?.base ?? base, page: pageId }}
        reply={reply}
        refusal={refusal}
        live={live}
        readOnly={readOnly}
      />
    </div>
  );
}

import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Page } from "~/components/shell/Page";
import { type FormReply, INVITATION, INVITATION_LABELS, INVITATION_RULES, type InvitationPage } from "~/views/joining";
import { paths } from "~/views/paths";

/** An open invitation, to be corrected (docs/rules/people.md#invitations). */
export function InvitationScreen({ page: { name, email, version }, reply }: { page: InvitationPage; reply: FormReply | undefined }) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ name: string; email: string; version: string }>({
    rules: INVITATION_RULES,
    lastResult,
    defaultValue: { name, email },
  });
  return (
    <Page title="Correct an invitation" subtitle={name === "" ? email : `${name} (${email})`}>
      <Form method="post" id={form.id} noValidate className="panel stack measure" aria-label="Correct the invitation" {...live}>
        {/* What the user has seen: the loader may have read what another lead saved since. */}
        <input type="hidden" name={INVITATION.version} defaultValue={reply?.changedTo ?? fields.version.initialValue ?? version ?? ""} />
        <FormLabels labels={[{ ask: INVITATION_LABELS }]} />
        <ErrorSummary form={form} fields={fields} labels={INVITATION_LABELS} refusal={lastResult} />
        <TextField field={fields.name} label={INVITATION_LABELS.name} optional />
        <TextField
          field={fields.email}
          label={INVITATION_LABELS.email}
          hint="Another address makes this a new invitation, with a mail to it. The former one ends, with the links that were copied."
          required
        />
        <FormEnd back={paths.people()}>Save</FormEnd>
        <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
      </Form>
    </Page>
  );
}

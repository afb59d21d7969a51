import { Form } from "@remix-run/react";
import { PERSON_NAME_MAX } from "#model/people.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import { paths } from "~/views/paths";
import { TEAM_NAME, TEAM_NAME_LABELS, TEAM_NAME_RULES, type TeamNamePage, type TeamNameReply } from "~/views/team-name";

/** What a team is called where outsiders read it (docs/rules/people.md#the-name-of-a-team). */
export function TeamNameScreen({ page: { name, base }, reply }: { page: TeamNamePage; reply: TeamNameReply | undefined }) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ name: string; base: string }>({
    rules: TEAM_NAME_RULES,
    lastResult,
    defaultValue: { name },
  });
  return (
    <Page
      title="Name of the team"
      subtitle="People outside your team read it when somebody of you asks for their view: in the mail, and on the sheet. Your own screens, and invitations to the team, keep the name that the team began with."
    >
      <Form method="post" id={form.id} noValidate className="panel stack measure" aria-label="Name of the team" {...live}>
        {/* What the user has seen: the loader may have read what another lead saved since. */}
        <HiddenFields fields={{ [TEAM_NAME.base]: reply?.changedTo ?? String(fields.base.initialValue ?? base) }} />
        <FormLabels labels={[{ ask: TEAM_NAME_LABELS }]} />
        <ErrorSummary form={form} fields={fields} labels={TEAM_NAME_LABELS} refusal={lastResult} />
        <TextField
          field={fields.name}
          label={TEAM_NAME_LABELS.name}
          hint={`As in ‘Jane Doe asks on behalf of Alder Consulting’: at most ${PERSON_NAME_MAX} characters, without web and mail addresses. Left empty, the name that an operator gave the team is used, if there is one.`}
          optional
        />
        <FormEnd back={paths.people()}>Save the name</FormEnd>
        <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
      </Form>
    </Page>
  );
}

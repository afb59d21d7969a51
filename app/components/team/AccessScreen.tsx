import { Form } from "@remix-run/react";
import { ACCESS_REASON_MAX } from "#model/walls.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxListField, RadioField, TextAreaField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import {
  ACCESS_FORM,
  ACCESS_LABELS,
  ACCESS_RULES,
  type AccessPage,
  type AccessReply,
  accessFormLabels,
  accessOptions,
} from "~/views/access";

/** Who may see an organization, and the form in which leads change that (docs/rules/walls.md#leads). */
export function AccessScreen({ page, reply }: { page: AccessPage; reply: AccessReply | undefined }) {
  const { organization, isSeen, form, all, back } = page;
  return (
    <Page
      title="Who may see it"
      subtitle={organization.name}
      actions={
        all === undefined ? undefined : (
          <ButtonLink to={all} variant="soft">
            Who may see what
          </ButtonLink>
        )
      }
    >
      <div className="stack measure">
        {isSeen ? null : (
          <Callout kind="info" title="You are not named here.">
            As a lead of the team you read and change this list. You see nothing else of {organization.name}.
          </Callout>
        )}
        <Present page={page} />
        {form ? (
          <AccessForm page={page} form={form} reply={reply} />
        ) : (
          <p className="row no-print">
            <ButtonLink to={back} variant="soft">
              Go Back
            </ButtonLink>
          </p>
        )}
      </div>
    </Page>
  );
}

/** Who may see it now. */
function Present({ page: { access, since, people, internal, form } }: { page: AccessPage }) {
  return (
    <section className="panel stack" aria-labelledby="present">
      <h2 id="present">At present</h2>
      <p>
        {access === "team"
          ? "The whole team may see it."
          : `Only the people named here may see it. For everybody else of the team it does not exist${form ? ", except that leads read this list" : ""}.`}{" "}
        {since === null ? null : (
          <span className="muted">
            This has been so since <Moment iso={since} />.
          </span>
        )}
      </p>
      {access === "team" ? null : people.length === 0 ? (
        <p>
          <strong>Nobody is named.</strong> {form ? "Name somebody below, or open it to the whole team." : null}
        </p>
      ) : (
        <Table
          caption="People who are named"
          columns={[
            { title: "Name", names: true, show: ({ name }) => name },
            { title: "Address", show: ({ email }) => email },
            { title: "Named since", show: ({ since: from }) => <Moment iso={from} /> },
          ]}
          rows={people}
          keyOf={({ key }) => key}
        />
      )}
      {internal === undefined ? null : <p className="small muted">{internal}</p>}
    </section>
  );
}

interface AccessFormProps {
  page: AccessPage;
  form: NonNullable<AccessPage["form"]>;
  reply: AccessReply | undefined;
}

function AccessForm({ page: { access, back }, form: { choices, base, ...held }, reply }: AccessFormProps) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ access: string; people: string[]; reason: string; base: string }>({
    rules: ACCESS_RULES,
    lastResult,
    defaultValue: { access: held.access, people: [...held.people] },
  });
  const chosen = [fields.people.initialValue ?? []].flat();
  // Somebody who was suspended since can still be taken out of the choice.
  const options = choices.map((choice) => ({ ...choice, disabled: choice.disabled === true && !chosen.includes(choice.value) }));
  return (
    <Form method="post" id={form.id} noValidate className="panel stack" aria-labelledby="access-form" {...live}>
      <h2 id="access-form">Change who may see it</h2>
      {/* What the user has seen: the loader may have read what another lead saved since. */}
      <HiddenFields fields={{ [ACCESS_FORM.base]: reply?.changedTo ?? String(fields.base.initialValue ?? base) }} />
      <FormLabels labels={accessFormLabels(choices)} />
      <ErrorSummary form={form} fields={fields} labels={ACCESS_LABELS} refusal={lastResult} />
      <RadioField field={fields.access} label={ACCESS_LABELS.access} options={accessOptions} wide />
      <CheckboxListField
        field={fields.people}
        label={ACCESS_LABELS.people}
        hint="For ‘Named people only’. At least one person who is active stays named."
        options={options}
        wide
      />
      <TextAreaField
        field={fields.reason}
        label={ACCESS_LABELS.reason}
        hint={`It is kept with the change${access === "named" ? ", and told to everybody who is named now" : ""}. At most ${ACCESS_REASON_MAX} characters.`}
        rows={3}
        required
      />
      <p className="small muted">
        The change takes effect at once. Whoever no longer sees the organization stops editing there; what they have saved stays. If they
        have copied links of voices, renew those links.
      </p>
      <FormEnd back={back}>Save who may see it</FormEnd>
      <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
    </Form>
  );
}

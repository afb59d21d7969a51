import { Form } from "@remix-run/react";
import { engagementMessages } from "#model/engagements.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxListField, SelectField, TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import {
  SEVERAL,
  SEVERAL_LABELS,
  SEVERAL_RULES,
  type SeveralPage,
  type SeveralReply,
  type SeveralTexts,
  severalLabels,
} from "~/views/engagement-several";

/** Creates several assessments of an engagement at once (docs/rules/engagements.md#create-several). */
export function SeveralScreen({ page, reply }: { page: SeveralPage; reply: SeveralReply | undefined }) {
  const { texts, formId, kinds, units, colleagues, back } = page;
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<SeveralTexts & { formId: string; sent: string }>({
    rules: SEVERAL_RULES,
    lastResult,
    defaultValue: { ...texts, formId },
  });
  return (
    <Page title="Create several assessments" subtitle={`${page.name} – ${page.organization}`}>
      <Form
        method="post"
        id={form.id}
        noValidate
        className="panel stack measure"
        aria-label="Several assessments"
        preventScrollReset
        {...live}
      >
        <HiddenFields
          fields={{
            [SEVERAL.formId]: String(fields.formId.initialValue ?? formId),
            [SEVERAL.sent]: reply?.sent ?? String(fields.sent.initialValue ?? "{}"),
          }}
        />
        <FormLabels labels={import.meta.env.SSR ? severalLabels(page) : []} />
        <ErrorSummary form={form} fields={fields} labels={SEVERAL_LABELS} refusal={lastResult} />
        {reply?.outcome ? <Outcome outcome={reply.outcome} /> : null}
        <p className="muted">
          One assessment is created for each model and scope in each unit that you tick.{" "}
          {page.room > 0
            ? `The engagement has room for ${page.room} more.`
            : `${engagementMessages.manyMembers} There is no room for more.`}
        </p>
        <CheckboxListField field={fields.kinds} label={SEVERAL_LABELS.kinds} options={kinds} required />
        {units.length > 0 ? (
          <CheckboxListField
            field={fields.units}
            label={SEVERAL_LABELS.units}
            hint="Without any, one for each scope."
            options={units}
            optional
          />
        ) : null}
        <TextField
          field={fields.name}
          label={SEVERAL_LABELS.name}
          hint={units.length > 0 ? "All have it, with the unit behind it." : "All have it."}
          required
        />
        <div className="form-grid">
          <SelectField field={fields.responsible} label={SEVERAL_LABELS.responsible} options={colleagues} placeholder="Nobody" optional />
          <TextField field={fields.day} label={SEVERAL_LABELS.day} type="date" optional />
        </div>
        <FormEnd back={back}>Create assessments</FormEnd>
        <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
      </Form>
    </Page>
  );
}

/** What was made and what not. */
function Outcome({ outcome: { made, apart, missing } }: { outcome: NonNullable<SeveralReply["outcome"]> }) {
  const lists: [string, string[]][] = [
    ["Created, and in the engagement:", made],
    ["Created, but not in the engagement yet:", apart],
    ["Not created, as far as is known:", missing],
  ];
  return (
    <Callout kind="info" title="Send the form again to make the rest. Nothing is made twice.">
      {lists.map(([title, names]) =>
        names.length > 0 ? (
          <div key={title}>
            {title}
            <ul>
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </div>
        ) : null,
      )}
    </Callout>
  );
}

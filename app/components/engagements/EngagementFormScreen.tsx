import { Form } from "@remix-run/react";
import { UNITS_MAX } from "#model/engagements.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FieldError } from "~/components/forms/FieldError";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import {
  ENGAGEMENT,
  ENGAGEMENT_LABELS,
  ENGAGEMENT_RULES,
  type EngagementFormPage,
  type EngagementReply,
  type EngagementTexts,
  engagementFormLabels,
  ORGANIZATION_LABELS,
  partOptions,
} from "~/views/engagements";

/** The form of an engagement, new or stored (docs/rules/engagements.md#what-an-engagement-is). */
export function EngagementFormScreen({ page, reply }: { page: EngagementFormPage; reply: EngagementReply | undefined }) {
  const { name, organization, fields } = page;
  return (
    <Page title={name === undefined ? "Create an engagement" : name} subtitle={organization?.name}>
      {/* The key gives the fields what is stored now. */}
      <EngagementForm key={`${fields.base} ${reply?.id}`} page={page} reply={reply} />
    </Page>
  );
}

function EngagementForm({ page, reply }: { page: EngagementFormPage; reply: EngagementReply | undefined }) {
  const { texts, base, formId, colleagues, organizations, organization, back } = page.fields;
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<EngagementTexts & { formId: string; base: string; organization: string }>({
    rules: ENGAGEMENT_RULES,
    lastResult,
    defaultValue: { ...texts, formId, organization },
  });
  const isNew = base === undefined;
  const labels = { ...ENGAGEMENT_LABELS, ...ORGANIZATION_LABELS };
  return (
    <Form method="post" id={form.id} noValidate className="panel stack measure" aria-label="Engagement" preventScrollReset {...live}>
      {isNew ? (
        <HiddenFields fields={{ [ENGAGEMENT.formId]: String(fields.formId.initialValue ?? formId) }} />
      ) : (
        // The text that the user saw: the loader may have read a colleague's newer one.
        <HiddenFields fields={{ [ENGAGEMENT.base]: reply?.changedTo ?? String(fields.base.initialValue ?? base) }} />
      )}
      <FormLabels labels={import.meta.env.SSR ? engagementFormLabels(page.fields) : []} />
      <ErrorSummary form={form} fields={fields} labels={labels} refusal={lastResult} />
      {organizations ? (
        <SelectField
          field={fields.organization}
          label={ORGANIZATION_LABELS.organization}
          options={organizations}
          placeholder="Select one"
          required
        />
      ) : null}
      <TextField field={fields.name} label={ENGAGEMENT_LABELS.name} hint="Such as the name of the job." required />
      <TextField field={fields.sponsor} label={ENGAGEMENT_LABELS.sponsor} hint="Who at the client wants it." optional />
      <div className="form-grid">
        <TextField field={fields.start} label={ENGAGEMENT_LABELS.start} type="date" optional />
        <TextField field={fields.end} label={ENGAGEMENT_LABELS.end} type="date" optional />
      </div>
      <TextAreaField
        field={fields.units}
        label={ENGAGEMENT_LABELS.units}
        hint={`Parts of the client that are assessed, one on each line, at most ${UNITS_MAX}. Another name on the same line renames a unit.`}
        rows={3}
        optional
      />
      <TextAreaField field={fields.purpose} label={ENGAGEMENT_LABELS.purpose} rows={3} optional />
      <TextAreaField field={fields.included} label={ENGAGEMENT_LABELS.included} rows={3} optional />
      <TextAreaField field={fields.excluded} label={ENGAGEMENT_LABELS.excluded} rows={3} optional />
      {isNew ? (
        <p className="small muted">People, assessments and the plan are added once it is there.</p>
      ) : (
        <Parts colleagues={colleagues} field={fields.people} />
      )}
      <FormEnd back={back}>{isNew ? "Create engagement" : "Save changes"}</FormEnd>
      <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
    </Form>
  );
}

interface PartsProps {
  colleagues: EngagementFormPage["fields"]["colleagues"];
  field: { id: string; name: string; initialValue?: unknown; errors?: string[] | undefined };
}

/** The part of each colleague. All lists have one name: each that is chosen posts its person with the part. */
function Parts({ colleagues, field: { id, name, initialValue, errors } }: PartsProps) {
  const given = Array.isArray(initialValue) ? initialValue.map(String) : [String(initialValue ?? "")];
  return (
    <fieldset className="stack-tight" id={id} tabIndex={-1} aria-describedby={errors ? `${id}-error` : undefined}>
      <legend className="field-label">
        {ENGAGEMENT_LABELS.people} <span className="muted">(optional)</span>
      </legend>
      <p className="field-hint">Everybody of the team who may see the organization. A part gives no right.</p>
      {errors ? <FieldError id={`${id}-error`} messages={errors} /> : null}
      <div className="form-grid form-grid-close">
        {colleagues.map((person) => {
          const options = partOptions(person.id);
          return (
            <div className="field" key={person.id}>
              <label className="field-label" htmlFor={`part-${person.id}`}>
                {person.name}
              </label>
              <select
                className="select"
                id={`part-${person.id}`}
                name={name}
                defaultValue={options.find(({ value }) => given.includes(value))?.value ?? ""}
              >
                <option value="">No part</option>
                {options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

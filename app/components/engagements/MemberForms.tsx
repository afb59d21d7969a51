import { Form, Link } from "@remix-run/react";
import { MEMBERS_MAX } from "#model/engagements.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormLabels } from "~/components/forms/FormLabels";
import { ComboboxField, SelectField, TextField } from "~/components/forms/fields";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Button, ButtonLink } from "~/components/shell/parts";
import {
  ENGAGEMENT,
  ENGAGEMENT_INTENTS,
  type EngagementPage,
  type EngagementReply,
  MEMBER_FORM,
  MEMBER_LABELS,
  MEMBER_RULES,
  type MemberFields,
  type MemberTexts,
} from "~/views/engagements";
import { choiceLabels, type FieldLabels } from "~/views/form-labels";

const labelsOf = ({ units, colleagues, candidates }: EngagementPage): FieldLabels[] => [
  { ask: { day: MEMBER_LABELS.day } },
  choiceLabels("assessment", MEMBER_LABELS.assessment, candidates),
  choiceLabels("unit", MEMBER_LABELS.unit, units),
  choiceLabels("responsible", MEMBER_LABELS.responsible, colleagues),
];

interface NewMemberFormProps {
  page: EngagementPage;
  reply: EngagementReply | undefined;
}

/** Adds an assessment to the engagement. */
export function NewMemberForm({ page, reply }: NewMemberFormProps) {
  const { candidates, counts, links } = page;
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<MemberTexts & { assessment: string }>({
    rules: MEMBER_RULES,
    lastResult,
    defaultValue: { unit: "", responsible: "", day: "", assessment: "" },
  });
  const create = (
    <>
      <Link to={links.createAssessment}>Create an assessment</Link>, or <Link to={links.several}>create several</Link> at once
    </>
  );
  const isFull = counts.all >= MEMBERS_MAX && reply === undefined;
  return (
    <section className="panel stack no-print" aria-labelledby="add-member">
      <h2 id="add-member">Add an assessment</h2>
      {isFull ? (
        <p className="muted">An engagement has at most {MEMBERS_MAX} assessments.</p>
      ) : candidates.length === 0 && reply === undefined ? (
        <p className="muted">Every assessment of this organization belongs to an engagement already. {create}.</p>
      ) : (
        <Form method="post" id={form.id} noValidate className="stack" aria-labelledby="add-member" preventScrollReset {...live}>
          <HiddenFields fields={{ [ENGAGEMENT.intent]: ENGAGEMENT_INTENTS.add }} />
          <FormLabels labels={import.meta.env.SSR ? labelsOf(page) : []} />
          <ErrorSummary form={form} fields={fields} labels={MEMBER_LABELS} refusal={lastResult} />
          <ComboboxField
            field={fields.assessment}
            label={MEMBER_LABELS.assessment}
            options={candidates}
            placeholder="Select one"
            required
          />
          <MemberFieldsRow page={page} fields={fields} />
          <p className="row">
            <AddButton>Add assessment</AddButton> <span className="small muted">It is not there yet? {create}.</span>
          </p>
        </Form>
      )}
    </section>
  );
}

function AddButton({ children }: { children: string }) {
  const isSending = useNavigation().state === "submitting";
  return (
    <Button type="submit" variant="soft" disabled={isSending}>
      {children}
    </Button>
  );
}

type FieldsOf = ReturnType<typeof useLiveForm<MemberTexts>>["fields"];

function MemberFieldsRow({ page: { units, colleagues }, fields }: { page: EngagementPage; fields: Pick<FieldsOf, keyof MemberTexts> }) {
  return (
    <div className="form-grid">
      {units.length > 0 ? <SelectField field={fields.unit} label={MEMBER_LABELS.unit} options={units} placeholder="None" optional /> : null}
      <SelectField field={fields.responsible} label={MEMBER_LABELS.responsible} options={colleagues} placeholder="Nobody" optional />
      <TextField field={fields.day} label={MEMBER_LABELS.day} type="date" optional />
    </div>
  );
}

interface MemberFormProps {
  page: EngagementPage;
  changing: MemberFields;
  reply: EngagementReply | undefined;
}

/** Changes what the engagement says of an assessment. */
export function MemberForm({ page, changing: { id, name, texts, base }, reply }: MemberFormProps) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<MemberTexts & { base: string }>({
    rules: MEMBER_RULES,
    lastResult,
    defaultValue: texts,
  });
  return (
    <section className="panel stack no-print" aria-labelledby={MEMBER_FORM}>
      <h2 id={MEMBER_FORM} tabIndex={-1}>
        {name}
      </h2>
      <Form method="post" id={form.id} noValidate className="stack" aria-labelledby={MEMBER_FORM} preventScrollReset {...live}>
        <HiddenFields
          fields={{
            [ENGAGEMENT.intent]: ENGAGEMENT_INTENTS.member,
            [ENGAGEMENT.assessment]: String(id),
            // The text that the user saw: the loader may have read a colleague's newer one.
            [ENGAGEMENT.base]: reply?.changedTo ?? String(fields.base.initialValue ?? base),
          }}
        />
        <FormLabels labels={import.meta.env.SSR ? labelsOf(page) : []} />
        <ErrorSummary form={form} fields={fields} labels={MEMBER_LABELS} refusal={lastResult} />
        <MemberFieldsRow page={page} fields={fields} />
        <div className="row">
          <AddButton>Save changes</AddButton>{" "}
          <ButtonLink to={page.links.here} variant="soft" preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </section>
  );
}

import { Form } from "@remix-run/react";
import { PLAN_ROWS_MAX } from "#model/engagements.ts";
import { counted } from "#model/words.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FieldError } from "~/components/forms/FieldError";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxListField, SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { LineReasons } from "~/components/forms/LineReasons";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Button, ButtonLink } from "~/components/shell/parts";
import {
  KIND_OPTIONS,
  LINES_LABELS,
  PLAN,
  PLAN_INTENTS,
  PLAN_LABELS,
  PLAN_RULES,
  PLAN_STATE_OPTIONS,
  type PlanFields,
  type PlanReply,
  type PlanTexts,
  planFormLabels,
  ROW_FORM,
} from "~/views/engagement-plan";

const useIsSending = () => useNavigation().state === "submitting";

interface RowFormProps {
  fields: PlanFields;
  reply: PlanReply | undefined;
  /** Where `Cancel` leads; undefined for a new row. */
  back: string | undefined;
}

/** A row of the plan, to be added or changed. */
export function RowForm({ fields: own, reply, back }: RowFormProps) {
  const { texts, base, row, formId, topics, colleagues } = own;
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<PlanTexts & { formId: string; base: string }>({
    rules: PLAN_RULES,
    lastResult,
    defaultValue: { ...texts, formId },
  });
  const heading = row === undefined ? "add-row" : ROW_FORM;
  const isSending = useIsSending();
  return (
    <section className="panel stack no-print" aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        {row === undefined ? "Add a row" : "Change the row"}
      </h2>
      <Form method="post" id={form.id} noValidate className="stack" aria-labelledby={heading} preventScrollReset {...live}>
        {row === undefined ? (
          <HiddenFields fields={{ [PLAN.intent]: PLAN_INTENTS.add, [PLAN.formId]: String(fields.formId.initialValue ?? formId) }} />
        ) : (
          <HiddenFields
            fields={{
              [PLAN.intent]: PLAN_INTENTS.change,
              [PLAN.row]: String(row),
              // The text that the user saw: the loader may have read a colleague's newer one.
              [PLAN.base]: reply?.changedTo ?? String(fields.base.initialValue ?? base),
            }}
          />
        )}
        <FormLabels labels={import.meta.env.SSR ? planFormLabels(own) : []} />
        <ErrorSummary form={form} fields={fields} labels={PLAN_LABELS} refusal={lastResult} />
        <div className="form-grid">
          <SelectField field={fields.kind} label={PLAN_LABELS.kind} options={KIND_OPTIONS} placeholder="Select one" required />
          <TextField field={fields.day} label={PLAN_LABELS.day} type="date" optional />
          <SelectField
            field={fields.state}
            label={PLAN_LABELS.state}
            hint="Documents are asked for, received and read; all else is open, done or dropped."
            options={PLAN_STATE_OPTIONS}
            placeholder="Open, or asked for"
            optional
          />
        </div>
        <TextField field={fields.what} label={PLAN_LABELS.what} hint="Everybody of the team reads it." optional />
        <TextAreaField
          field={fields.withWhom}
          label={PLAN_LABELS.withWhom}
          hint="People of the client, one on each line. Only those who may change the plan read their names. They are forgotten after the engagement."
          rows={2}
          optional
        />
        <div className="form-grid">
          <CheckboxListField field={fields.topics} label={PLAN_LABELS.topics} options={topics} optional />
          <CheckboxListField field={fields.who} label={PLAN_LABELS.who} options={colleagues} optional />
        </div>
        <div className="row">
          <Button type="submit" variant="soft" disabled={isSending}>
            {row === undefined ? "Add row" : "Save changes"}
          </Button>{" "}
          {back ? (
            <ButtonLink to={back} variant="soft" preventScrollReset>
              Cancel
            </ButtonLink>
          ) : null}
        </div>
      </Form>
    </section>
  );
}

/** Several rows at once, pasted from a spreadsheet, a mail or a document. */
export function LinesForm({ formId, reply }: { formId: string; reply: PlanReply | undefined }) {
  const lines = reply?.lines;
  const isSending = useIsSending();
  return (
    <section className="panel stack no-print" aria-labelledby="paste-rows">
      <h2 id="paste-rows">Paste several rows</h2>
      <Form method="post" className="stack" aria-labelledby="paste-rows" preventScrollReset>
        <HiddenFields fields={{ [PLAN.intent]: PLAN_INTENTS.paste, [PLAN.formId]: lines?.formId ?? formId }} />
        <FormLabels labels={import.meta.env.SSR ? [{ ask: LINES_LABELS }] : []} />
        {lines?.outcome ? (
          <div role="alert">
            <Callout kind={lines.left.length > 0 ? "info" : "error"} title={lines.outcome} isAnnounced={false}>
              {lines.left.length > 0 ? <LineReasons lines={lines.left} /> : null}
            </Callout>
          </div>
        ) : null}
        <div className="field">
          <label className="field-label" htmlFor="plan-lines">
            One row on each line
          </label>
          <span className="field-hint" id="plan-lines-hint">
            {`Rows from Excel fit as they are, best with a row of headings: Type, What, With whom, Perspectives, Who, Date, Status. A plan has at most ${counted(PLAN_ROWS_MAX, "row")}.`}
          </span>
          <textarea
            id="plan-lines"
            className="textarea"
            name={PLAN.lines}
            rows={6}
            defaultValue={lines?.text ?? ""}
            placeholder="Interview | Jane Doe, sponsor | Benefits | Kim | Mon 7 Dec"
            aria-invalid={lines?.error ? true : undefined}
            aria-describedby={lines?.error ? "plan-lines-hint plan-lines-error" : "plan-lines-hint"}
          />
          {lines?.error ? <FieldError id="plan-lines-error" messages={[lines.error]} /> : null}
        </div>
        <p className="row">
          <Button type="submit" variant="soft" disabled={isSending}>
            Read the lines
          </Button>{" "}
          <span className="small muted">Shows first what was understood.</span>
        </p>
      </Form>
    </section>
  );
}

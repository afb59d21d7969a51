import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { EARLIER_SOURCE_MAX } from "#model/earlier-scores.ts";
import { counted } from "#model/words.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { UnderstoodForm } from "~/components/forms/UnderstoodForm";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { useNavigation } from "~/components/shell/held-forms";
import { Page } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import {
  EARLIER,
  type EarlierFormPage,
  type EarlierReply,
  earlierFields,
  earlierFormLabels,
  earlierLabels,
  earlierRules,
  FILL_INTENT,
} from "~/views/earlier-scores";

/** The form of earlier scores, new or stored (docs/rules/earlier-scores.md#entering-them). */
export function EarlierScoresForm({ page, reply }: { page: EarlierFormPage; reply: EarlierReply | undefined }) {
  const { organization, model, stored, refusal, back } = page;
  return (
    <Page title={`${stored ? "Change" : "Add"} earlier ${model} scores`} subtitle={organization.name}>
      {refusal ? (
        <Callout kind="info">
          {refusal} <Link to={back}>Go Back</Link>
        </Callout>
      ) : (
        // The server has put pasted scores, or those of a colleague, into fields, so make the fields anew.
        <FieldsOrShow key={reply?.id} page={page} reply={reply} />
      )}
    </Page>
  );
}

/** The form, or what its lines were understood to say. */
function FieldsOrShow({ page, reply }: { page: EarlierFormPage; reply: EarlierReply | undefined }) {
  const understood = reply?.understood;
  if (!understood) return <Fields page={page} reply={reply} />;
  const { length } = understood.rows;
  return (
    <UnderstoodForm
      understood={understood}
      summary={`${counted(length, "score", "scores")} of the pasted lines and everything that you entered ${length === 1 ? "is" : "are"} saved when you press the button below.`}
    >
      {page.stored ? "Save changes" : "Save earlier scores"}
    </UnderstoodForm>
  );
}

function Fields({ page, reply }: { page: EarlierFormPage; reply: EarlierReply | undefined }) {
  const { model, stored, base, formId, today, back } = page;
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<Record<string, unknown>>({
    rules: earlierRules(model),
    lastResult,
    defaultValue: { ...stored, formId },
  });
  const isSaving = useNavigation().state === "submitting";
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A rejected form has its summary, which takes the focus.
    if (lastResult && !lastResult.error) notice.current?.focus();
  }, [lastResult]);
  const { groups, scopes, labels, line } = earlierFields(model);
  const label = (name: string) => labels[name] ?? name;
  const field = (name: string) => fields[name] as NonNullable<(typeof fields)[string]>;
  return (
    <Form method="post" id={form.id} noValidate className="stack measure" {...live}>
      <input type="hidden" name={EARLIER.formId} defaultValue={String(field(EARLIER.formId).initialValue ?? formId)} />
      {/* What the user has seen: the loader may have read what a colleague saved since. */}
      <input type="hidden" name={EARLIER.base} defaultValue={reply?.changedTo ?? String(field(EARLIER.base).initialValue ?? base ?? "")} />
      {/* What Enter in a field presses: it saves, as on every form. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden disabled={isSaving} />
      <FormLabels labels={import.meta.env.SSR ? earlierFormLabels(model) : []} />
      <ErrorSummary form={form} fields={fields} labels={earlierLabels(model)} refusal={lastResult} />
      {reply?.filled ? (
        <div ref={notice} tabIndex={-1}>
          <Callout kind="info">
            {reply.filled === 1 ? "1 score is" : `${reply.filled} scores are`} in the fields below. Nothing is saved yet.
          </Callout>
        </div>
      ) : null}
      <section className="panel stack" aria-labelledby="earlier-assessment">
        <h2 id="earlier-assessment">That assessment</h2>
        {scopes.length > 0 ? (
          <SelectField
            field={field(EARLIER.scope)}
            label={label(EARLIER.scope)}
            options={scopes.map((scope) => ({ value: scope, label: scope }))}
            placeholder="Select one"
            required
          />
        ) : null}
        <TextField field={field(EARLIER.date)} label={label(EARLIER.date)} type="date" max={today} required />
        <TextField
          field={field(EARLIER.source)}
          label={label(EARLIER.source)}
          hint={`Who made it, or which report has the scores. At most ${EARLIER_SOURCE_MAX} characters.`}
          required
        />
        <TextField
          field={field(EARLIER.maturity)}
          label={label(EARLIER.maturity)}
          hint="A whole number from 0 to 5, if that assessment gave one."
          inputMode="numeric"
          optional
        />
      </section>
      <section className="panel stack" aria-labelledby="earlier-paste">
        <h2 id="earlier-paste">Scores as lines</h2>
        <TextAreaField
          field={field(EARLIER.lines)}
          label={label(EARLIER.lines)}
          hint={`One on each line: name or code, then the score, as in ‘${line}’. Rows that are copied from Excel fit as they are.`}
          rows={6}
          optional
        />
        <div className="row">
          <Button type="submit" variant="soft" name={EARLIER.intent} value={FILL_INTENT} disabled={isSaving}>
            Put them into the fields
          </Button>
        </div>
      </section>
      <section className="panel stack" aria-labelledby="earlier-scores">
        <h2 id="earlier-scores">Scores</h2>
        <p className="muted">From 0 to 5, with at most two decimals. Leave empty what was not assessed.</p>
        {groups.map(({ name, items }) => (
          <fieldset key={name} className="stack">
            <legend className="field-label">{name}</legend>
            <div className="form-grid form-grid-close">
              {items.map((item) => (
                <TextField key={item.field} field={field(item.field)} label={`${item.label} (${item.code})`} inputMode="decimal" />
              ))}
            </div>
          </fieldset>
        ))}
      </section>
      <FormEnd back={back} isPanel>
        {stored ? "Save changes" : "Save earlier scores"}
      </FormEnd>
      <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
    </Form>
  );
}

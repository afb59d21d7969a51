import { Form } from "@remix-run/react";
import { COVER_FIELD_NAMES, COVER_FIELDS, type CoverField } from "#model/report-cover.ts";
import { FieldError } from "~/components/forms/FieldError";
import { useGuardedForm } from "~/components/results/useGuardedForm";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import { COVER_ID, type CoverOutcome, type CoverTexts, coverInputs, FORM_FIELD } from "~/views/client-report";

/** What the cover of a report says beside the facts of the assessment (docs/rules/client-report.md#cover). */
export function CoverForm({ cover, outcome }: { cover: CoverTexts; outcome: CoverOutcome | undefined }) {
  const guarded = useGuardedForm(outcome !== undefined);
  const fields = { ...cover, ...outcome?.typed };
  return (
    <section className="panel stack" id={COVER_ID} aria-labelledby="cover-heading">
      <h2 id="cover-heading">Cover</h2>
      <p className="measure">
        On the cover of both files; authors and reviewer also in the table to sign off in. Without a date the cover shows that of the
        assessment, without authors who created it.
      </p>
      {outcome ? (
        <Callout kind="error" title="The cover was not saved.">
          {outcome.message}
        </Callout>
      ) : null}
      <Form method="post" className="stack" aria-label="Cover" reloadDocument {...guarded}>
        <HiddenFields fields={{ [FORM_FIELD]: COVER_ID }} />
        <div className="form-grid">
          {COVER_FIELD_NAMES.map((name) => (
            <CoverBox key={name} name={name} {...fields[name]} error={outcome?.errors[name]} />
          ))}
        </div>
        <div className="row">
          <Button type="submit" variant="soft">
            Save the cover
          </Button>
        </div>
      </Form>
    </section>
  );
}

function CoverBox({ name, text, base, error }: { name: CoverField; text: string; base: string; error: string | undefined }) {
  const id = `cover-${name}`;
  const inputs = coverInputs(name);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {COVER_FIELDS[name].label}
        <span className="muted"> (optional)</span>
      </label>
      <HiddenFields fields={{ [inputs.base]: base }} />
      <input
        id={id}
        name={inputs.text}
        className="input"
        type={name === "date" ? "date" : "text"}
        defaultValue={text}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error ? <FieldError id={`${id}-error`} messages={[error]} /> : null}
    </div>
  );
}

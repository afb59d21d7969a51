import { COVER_FIELD_NAMES, COVER_FIELDS, type CoverField, hasLines } from "#model/report-cover.ts";
import { FieldError } from "~/components/forms/FieldError";
import { FormLabels } from "~/components/forms/FormLabels";
import { ReportForm } from "~/components/results/ReportForm";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { COVER_ID, type CoverOutcome, type CoverTexts, coverInputs } from "~/views/client-report";

const LABELS = Object.fromEntries(COVER_FIELD_NAMES.map((name) => [coverInputs(name).text, COVER_FIELDS[name].label]));

/** Asks for the texts of a report's cover; the facts of the assessment are on it anyway (docs/rules/client-report.md#cover). */
export function CoverForm({ cover, outcome }: { cover: CoverTexts; outcome: CoverOutcome | undefined }) {
  const fields = { ...cover, ...outcome?.typed };
  return (
    <ReportForm
      id={COVER_ID}
      title="Cover"
      about="On the cover of both files; authors and reviewer also in the table to sign off in. Without a date the cover shows that of the assessment, without authors who created it."
      failed={outcome && { title: "The cover was not saved.", message: outcome.message }}
      submit="Save the cover"
    >
      <FormLabels labels={[{ ask: LABELS }]} />
      <div className="form-grid">
        {COVER_FIELD_NAMES.map((name) => (
          <CoverBox key={name} name={name} {...fields[name]} error={outcome?.errors[name]} />
        ))}
      </div>
    </ReportForm>
  );
}

function CoverBox({ name, text, base, error }: { name: CoverField; text: string; base: string; error: string | undefined }) {
  const id = `cover-${name}`;
  const inputs = coverInputs(name);
  const control = {
    id,
    name: inputs.text,
    className: hasLines(name) ? "textarea" : "input",
    defaultValue: text,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {COVER_FIELDS[name].label}
        <span className="muted"> (optional)</span>
      </label>
      <HiddenFields fields={{ [inputs.base]: base }} />
      {hasLines(name) ? <textarea rows={3} {...control} /> : <input type={name === "date" ? "date" : "text"} {...control} />}
      {error ? <FieldError id={`${id}-error`} messages={[error]} /> : null}
    </div>
  );
}

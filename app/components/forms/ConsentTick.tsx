import { FieldError } from "~/components/forms/FieldError";
import { CONSENT } from "~/views/consent";

interface ConsentTickProps {
  /** What is requested. */
  purpose: keyof typeof CONSENT;
  /** The form came back because the box was not ticked. */
  isMissing: boolean;
}

/** The box, never preticked, that confirms the end customer's consent (docs/rules/submission-and-certification.md#consent). */
export function ConsentTick({ purpose, isMissing }: ConsentTickProps) {
  const { label, missing } = CONSENT[purpose];
  return (
    <div className="field">
      <label className="choice">
        <input
          type="checkbox"
          name="consent"
          required
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? "consent-error" : undefined}
        />
        <span>{label}</span>
      </label>
      {isMissing ? <FieldError id="consent-error" messages={[missing]} /> : null}
    </div>
  );
}

import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { FieldError } from "~/components/forms/FieldError";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Modal } from "~/components/shell/Modal";
import { Button, ButtonLink } from "~/components/shell/parts";
import { CONSENT } from "~/views/consent";

export interface RequestDialogProps {
  title: string;
  purpose: keyof typeof CONSENT;
  /** What the button says. */
  submit: string;
  /** Where the form is sent, and with which fields. */
  action: string;
  fields: Readonly<Record<string, string>>;
  cancel: string;
  /** The form came back because the consent was not ticked. */
  consentIsMissing: boolean;
  /** What it says before the consent. */
  children: ReactNode;
}

/** Asks before certification or validation is requested, and for the end customer's consent. */
export function RequestDialog({ title, purpose, submit, action, fields, cancel, consentIsMissing, children }: RequestDialogProps) {
  const isSending = useNavigation().state !== "idle";
  return (
    <Modal title={title} dismissTo={cancel}>
      {children}
      <Form method="post" action={action} className="stack" preventScrollReset>
        <HiddenFields fields={fields} />
        <ConsentTick purpose={purpose} isMissing={consentIsMissing} />
        <div className="row row-end">
          <ButtonLink to={cancel} preventScrollReset variant="soft">
            Cancel
          </ButtonLink>
          <Button type="submit" disabled={isSending}>
            {submit}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

/** The box, never preticked, that confirms the end customer's consent (docs/rules/submission-and-certification.md#consent). */
function ConsentTick({ purpose, isMissing }: { purpose: keyof typeof CONSENT; isMissing: boolean }) {
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

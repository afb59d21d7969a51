import { Form, useNavigation } from "@remix-run/react";
import { ConsentTick } from "~/components/forms/ConsentTick";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Modal } from "~/components/shell/Modal";
import { Button, ButtonLink } from "~/components/shell/parts";

interface ValidationQuestionProps {
  /** The assessment's name. */
  name: string;
  /** Where the form is sent, and with which fields. */
  action: string;
  fields: Readonly<Record<string, string>>;
  cancel: string;
  /** The form came back because the consent was not ticked. */
  consentIsMissing: boolean;
}

/** Asks before independent validation is requested; its texts are fixed (docs/rules/texts.md#submission-and-validation). */
export function ValidationQuestion({ name, action, fields, cancel, consentIsMissing }: ValidationQuestionProps) {
  const isSending = useNavigation().state !== "idle";
  return (
    <Modal title="Request independent validation" dismissTo={cancel}>
      <p>Are you sure you would like independent validation for this assessment?</p>
      <p className="muted">
        {name} and its results are shared with the validating body. Validation is subject to a fee; statements are valid for three years.
      </p>
      <Form method="post" action={action} className="stack" preventScrollReset>
        <HiddenFields fields={fields} />
        <ConsentTick purpose="endorse" isMissing={consentIsMissing} />
        <div className="row row-end">
          <ButtonLink to={cancel} preventScrollReset variant="soft">
            Cancel
          </ButtonLink>
          <Button type="submit" disabled={isSending}>
            Request validation
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

import { Button } from "@radix-ui/themes";
import { Form, Link, useNavigation } from "@remix-run/react";
import { Modal } from "~/components/shell/Modal";

interface ValidationQuestionProps {
  /** The assessment's name. */
  name: string;
  /** Where the form is sent, and with which fields. */
  action: string;
  fields: Readonly<Record<string, string>>;
  cancel: string;
}

/** Asks before independent validation is requested; its texts are fixed (docs/rules/texts.md#submission-and-validation). */
export function ValidationQuestion({ name, action, fields, cancel }: ValidationQuestionProps) {
  const isSending = useNavigation().state !== "idle";
  return (
    <Modal title="Request independent validation" dismissTo={cancel}>
      <p>Are you sure you would like independent validation for this assessment?</p>
      <p className="muted">
        {name} and its results are shared with the validating body, so the end customer must have agreed to that. Validation is subject to a
        fee; statements are valid for three years.
      </p>
      <Form method="post" action={action} className="actions" preventScrollReset>
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Button asChild variant="soft">
          <Link to={cancel} preventScrollReset>
            Cancel
          </Link>
        </Button>
        <Button type="submit" disabled={isSending}>
          Request validation
        </Button>
      </Form>
    </Modal>
  );
}

import { Button } from "@radix-ui/themes";
import { Form, Link, useNavigation } from "@remix-run/react";
import { FieldError } from "~/components/forms/FieldError";
import { Modal } from "~/components/shell/Modal";
import { type DashboardPlace, paths } from "~/paths";
import type { Confirmation } from "~/view";

interface ConfirmDialogProps {
  confirmation: Confirmation;
  place: DashboardPlace;
  /** The form came back because the consent was not ticked. */
  consentIsMissing: boolean;
}

/** Asks before certification or independent validation is requested (specification A4). */
export function ConfirmDialog({ confirmation, place, consentIsMissing }: ConfirmDialogProps) {
  const { question, assessment, missing } = confirmation;
  const cancel = paths.home({ ...place, confirm: undefined });
  const isSending = useNavigation().state !== "idle";
  const form = (
    <>
      <input type="hidden" name="command" value={question} />
      <input type="hidden" name="assessment" value={String(assessment.id)} />
    </>
  );
  const goBack = (
    <Button asChild variant="soft">
      <Link to={cancel} preventScrollReset>
        Cancel
      </Link>
    </Button>
  );
  if (question === "endorse") {
    return (
      <Modal title="Request independent validation" dismissTo={cancel}>
        <p>Are you sure you would like independent validation for this assessment?</p>
        <p className="muted">
          {assessment.name ?? "Not provided"} and its results are shared with the validating body, so the end customer must have agreed to
          that. Validation is subject to a fee; statements are valid for three years.
        </p>
        <Form method="post" action={paths.homeAction(place)} className="actions" preventScrollReset>
          {form}
          {goBack}
          <Button type="submit" disabled={isSending}>
            Request validation
          </Button>
        </Form>
      </Modal>
    );
  }
  if (missing.length > 0) {
    return (
      <Modal kind="info" title="Certify assessment" dismissTo={cancel}>
        <p>Certification needs four mandatory threads assessed in every perspective. In this assessment these are missing or descoped:</p>
        <ul>
          {missing.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <div className="actions">
          <Button asChild>
            <Link to={cancel} preventScrollReset>
              Continue
            </Link>
          </Button>
        </div>
      </Modal>
    );
  }
  return (
    <Modal title="Certify assessment" dismissTo={cancel}>
      <p>
        All perspectives and the four mandatory threads of {assessment.name ?? "this assessment"} are assessed, so it can be certified.
        Certification is subject to a fee; certificates are valid for three years.
      </p>
      <Form method="post" action={paths.homeAction(place)} className="stack" preventScrollReset>
        {form}
        <div className="field">
          <label className="choice">
            <input
              type="checkbox"
              name="consent"
              required
              aria-invalid={consentIsMissing || undefined}
              aria-describedby={consentIsMissing ? "consent-error" : undefined}
            />
            <span>The end customer has agreed that the data of this assessment is shared with the certifying body.</span>
          </label>
          {consentIsMissing ? <FieldError id="consent-error" messages={["Certification needs the consent of the end customer."]} /> : null}
        </div>
        <div className="actions">
          {goBack}
          <Button type="submit" disabled={isSending}>
            Certify assessment
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

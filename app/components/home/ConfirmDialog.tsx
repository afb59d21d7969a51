import { Form, useNavigation } from "@remix-run/react";
import { ValidationQuestion } from "~/components/answering/itil/ValidationQuestion";
import { ConsentTick } from "~/components/forms/ConsentTick";
import { useAddresses } from "~/components/home/useAddresses";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Modal } from "~/components/shell/Modal";
import { Button, ButtonLink } from "~/components/shell/parts";
import type { Confirmation } from "~/views/home";
import { type DashboardAddress, paths } from "~/views/paths";

interface ConfirmDialogProps {
  confirmation: Confirmation;
  place: DashboardAddress;
  /** The form came back because the consent was not ticked. */
  consentIsMissing: boolean;
}

/** Asks before certification or independent validation is requested (docs/rules/submission-and-certification.md#certification). */
export function ConfirmDialog({ confirmation, place, consentIsMissing }: ConfirmDialogProps) {
  const { question, assessment, missing } = confirmation;
  const cancel = useAddresses(false)({ ...place, confirm: undefined });
  const isSending = useNavigation().state !== "idle";
  const fields = { command: question, assessment: String(assessment.id) };
  if (question === "endorse") {
    const name = assessment.name ?? "Not provided";
    return (
      <ValidationQuestion
        name={name}
        action={paths.homeAction(place)}
        fields={fields}
        cancel={cancel}
        consentIsMissing={consentIsMissing}
      />
    );
  }
  const goBack = (
    <ButtonLink to={cancel} preventScrollReset variant="soft">
      Cancel
    </ButtonLink>
  );
  if (missing.length > 0) {
    return (
      <Modal kind="info" title="Certify assessment" dismissTo={cancel}>
        <p>Certification needs four mandatory threads assessed in every perspective. In this assessment these are missing or descoped:</p>
        <ul>
          {missing.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <div className="row row-end">
          <ButtonLink to={cancel} preventScrollReset>
            Continue
          </ButtonLink>
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
        <HiddenFields fields={fields} />
        <ConsentTick purpose="certify" isMissing={consentIsMissing} />
        <div className="row row-end">
          {goBack}
          <Button type="submit" disabled={isSending}>
            Certify assessment
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

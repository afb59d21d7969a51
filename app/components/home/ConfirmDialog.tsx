import { ValidationQuestion } from "~/components/answering/itil/ValidationQuestion";
import { RequestDialog } from "~/components/forms/RequestDialog";
import { useAddresses } from "~/components/home/useAddresses";
import { Modal } from "~/components/shell/Modal";
import { ButtonLink } from "~/components/shell/parts";
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
  const request = {
    action: paths.homeAction(place),
    fields: { command: question, assessment: String(assessment.id) },
    cancel: useAddresses(false)({ ...place, confirm: undefined }),
    consentIsMissing,
  };
  if (question === "endorse") return <ValidationQuestion name={assessment.name ?? "Not provided"} {...request} />;
  if (missing.length > 0) {
    return (
      <Modal kind="info" title="Certify assessment" dismissTo={request.cancel}>
        <p>Certification needs four mandatory threads assessed in every perspective. In this assessment these are missing or descoped:</p>
        <ul>
          {missing.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <p>Start a new assessment with these threads to ask for certification.</p>
        <div className="row row-end">
          <ButtonLink to={request.cancel} preventScrollReset>
            Close
          </ButtonLink>
        </div>
      </Modal>
    );
  }
  return (
    <RequestDialog title="Certify assessment" purpose="certify" submit="Certify assessment" {...request}>
      <p>
        All perspectives and the four mandatory threads of {assessment.name ?? "this assessment"} are assessed, so it can be certified.
        Certification is subject to a fee; certificates are valid for three years.
      </p>
    </RequestDialog>
  );
}

import { RequestDialog, type RequestDialogProps } from "~/components/forms/RequestDialog";

type ValidationQuestionProps = Pick<RequestDialogProps, "action" | "fields" | "cancel" | "consentIsMissing"> & {
  /** The assessment's name. */
  name: string;
};

/** Asks before independent validation is requested; its texts are fixed (docs/rules/texts.md#submission-and-validation). */
export function ValidationQuestion({ name, ...request }: ValidationQuestionProps) {
  return (
    <RequestDialog title="Request independent validation" purpose="endorse" submit="Request validation" {...request}>
      <p>Are you sure you would like independent validation for this assessment?</p>
      <p className="muted">
        {name} and its results are shared with the validating body. Validation is subject to a fee, and valid for three years.
      </p>
    </RequestDialog>
  );
}

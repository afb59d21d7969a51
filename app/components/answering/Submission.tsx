/** Submitting from a summary (docs/rules/submission-and-certification.md#submission). */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { MessageDialog } from "~/components/shell/MessageDialog";
import { CancelLink, Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";
import type { SaveOutcome } from "~/views/saving";

interface SubmitConfirmationProps {
  here: string;
  pageId: string | undefined;
  /** Undefined where the submission would be refused. */
  submit: string | undefined;
  /** What somebody may still want to do. */
  children: ReactNode;
}

export function SubmitConfirmation({ here, pageId, submit, children }: SubmitConfirmationProps) {
  return (
    <Modal title="Are you ready to Submit?" dismissTo={here}>
      <p>Once you have submitted this assessment you cannot make any changes but will have access to a read-only copy.</p>
      {children}
      <Form method="post" action={here} className="row">
        <HiddenFields fields={{ page: pageId }} />
        <CancelLink to={here} />
        {submit === undefined ? null : <Button type="submit">{submit}</Button>}
      </Form>
    </Modal>
  );
}

interface SubmitFailureProps {
  outcome: SaveOutcome;
  here: string;
  /** What the rules of the team say of it, where they refused it. */
  refusal: string | undefined;
}

export function SubmitFailure({ outcome, here, refusal }: SubmitFailureProps) {
  if (outcome.kind === "refused" && refusal)
    return (
      <MessageDialog title="Not submitted" here={here}>
        {refusal} All answers are as they were.
      </MessageDialog>
    );
  return (
    <MessageDialog title="Something happened, please try again..." here={here}>
      {outcome.kind === "locked" ? `${outcome.by ?? "Somebody else"} is editing this assessment now. ` : ""}
      {outcome.kind === "refused" ? `${outcome.message.replace(/[^.!?]$/, "$&.")} ` : ""}
      The assessment was not submitted; all answers are as they were.
    </MessageDialog>
  );
}

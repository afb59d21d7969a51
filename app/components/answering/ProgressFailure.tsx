import { Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";

/** Shown when answers were saved but the new progress could not be read (docs/rules/errors-and-retries.md#actions-that-fail). */
export function ProgressFailure({ onDismiss }: { onDismiss: () => void }) {
  return (
    <Modal title="Sorry, something went wrong..." kind="error" onDismiss={onDismiss}>
      <p>Your answers are saved, but the progress could not be read. Please, try again later or get in touch.</p>
      <div className="row">
        <Button type="button" onClick={onDismiss}>
          Continue
        </Button>
      </div>
    </Modal>
  );
}

import { Button } from "@radix-ui/themes";
import type { Draft } from "~/components/answering/useDraft";
import { useLeaveGuard } from "~/components/answering/useLeaveGuard";
import { Modal } from "~/components/shell/Modal";

/** Asks before the user leaves a screen with work that could not be saved. */
export function LeaveQuestion({ drafts }: { drafts: readonly Draft[] }) {
  const question = useLeaveGuard(drafts);
  if (!question) return null;
  return (
    <Modal title="Some of your work is not saved" kind="warning" onDismiss={question.stay}>
      <p>It could not be sent just now. It is kept in this browser, and sent when you open this page again.</p>
      <div className="actions">
        <Button type="button" variant="soft" onClick={question.leave}>
          Leave without saving
        </Button>
        <Button type="button" onClick={question.stay}>
          Stay on this page
        </Button>
      </div>
    </Modal>
  );
}

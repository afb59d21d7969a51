import { useBlocker } from "@remix-run/react";
import { type RefObject, useCallback, useEffect } from "react";
import { isChanged } from "~/components/forms/isChanged";
import { Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";

interface LeaveGuardProps {
  /** The form or, on a screen with several, what holds them: a router asks one guard alone. */
  form: RefObject<HTMLElement>;
  /** The form came back unsaved, so its content counts as unsaved even if nobody touches it again. */
  isRejected: boolean;
}

const formsIn = (part: HTMLElement) => (part instanceof HTMLFormElement ? [part] : [...part.querySelectorAll("form")]);

/** Warns before a page with unsaved changes is left, by a link or by the browser. Submitting the form does not count as leaving. */
export function LeaveGuard({ form, isRejected }: LeaveGuardProps) {
  const isUnsaved = useCallback(() => form.current !== null && (isRejected || formsIn(form.current).some(isChanged)), [form, isRejected]);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved());
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnsaved]);
  if (blocker.state !== "blocked") return null;
  return (
    <Modal title="Leave without saving?" kind="warning" onDismiss={blocker.reset}>
      <p>What you changed on this page has not been saved.</p>
      <LeaveButtons leave={blocker.proceed} stay={blocker.reset} />
    </Modal>
  );
}

/** The two answers to whether to leave. */
export function LeaveButtons({ leave, stay }: { leave: () => void; stay: () => void }) {
  return (
    <div className="row row-end">
      <Button type="button" variant="soft" onClick={leave}>
        Leave without saving
      </Button>
      <Button type="button" onClick={stay}>
        Stay on this page
      </Button>
    </div>
  );
}

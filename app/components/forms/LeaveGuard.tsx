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
  /** What was not done, where all else was. */
  left?: string | undefined;
}

const formsIn = (part: HTMLElement) => (part instanceof HTMLFormElement ? [part] : [...part.querySelectorAll("form")]);

/** Warns before a page with unsaved changes is left, by a link or by the browser. Submitting the form does not count as leaving. */
export function LeaveGuard({ form, isRejected, left }: LeaveGuardProps) {
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
    <Modal title={left ? "Leave without the rest?" : "Leave without saving?"} kind="warning" onDismiss={blocker.reset}>
      <p>{left ?? "What you changed on this page has not been saved."}</p>
      <LeaveButtons leave={blocker.proceed} stay={blocker.reset} name={left ? "Leave" : "Leave without saving"} />
    </Modal>
  );
}

/** The two answers to whether to leave. */
export function LeaveButtons({ leave, stay, name = "Leave without saving" }: { leave: () => void; stay: () => void; name?: string }) {
  return (
    <div className="row row-end">
      <Button type="button" variant="soft" onClick={leave}>
        {name}
      </Button>
      <Button type="button" onClick={stay}>
        Stay on this page
      </Button>
    </div>
  );
}

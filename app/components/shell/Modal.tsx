import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";

interface ModalProps {
  title: string;
  /** Where dismissing leads; the same address as the page's own cancel link. */
  dismissTo: string;
  children: ReactNode;
}

/**
 * Info, error, confirm and success alike. Without script the dialog stands open in the page; with it, it is modal,
 * and Escape leads where its cancel link leads.
 */
export function Modal({ title, dismissTo, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.matches(":modal")) return;
    element.close();
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      open
      ref={dialog}
      className="modal"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        navigate(dismissTo, { replace: true, preventScrollReset: true });
      }}
    >
      <div className="stack">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

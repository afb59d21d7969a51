import { CheckIcon, Cross2Icon, ExclamationTriangleIcon, InfoCircledIcon, QuestionMarkIcon } from "@radix-ui/react-icons";
import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";

const ICONS = {
  confirm: QuestionMarkIcon,
  info: InfoCircledIcon,
  success: CheckIcon,
  error: Cross2Icon,
  warning: ExclamationTriangleIcon,
};

type ModalProps = {
  title: string;
  /** 'confirm' unless said otherwise. */
  kind?: keyof typeof ICONS;
  children: ReactNode;
} & (
  | {
      /** Where dismissing leads; the same address as the page's own cancel link. */
      dismissTo: string;
      onDismiss?: never;
    }
  | {
      /** For dialogs that only script opens. */
      onDismiss: () => void;
      dismissTo?: never;
    }
);

/**
 * Info, error, confirm and success alike. Without script the dialog stands open in the page and takes the focus; with
 * it, it is modal, and Escape does what its cancel link does. Its buttons are the children's.
 */
export function Modal({ title, kind = "confirm", children, dismissTo, onDismiss }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const titleId = useId();
  const Mark = ICONS[kind];
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.matches(":modal")) return;
    element.close();
    element.showModal();
    heading.current?.focus();
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
        if (dismissTo === undefined) onDismiss();
        else navigate(dismissTo, { replace: true, preventScrollReset: true });
      }}
    >
      <div className="stack">
        <div className="modal-head">
          <span className={`modal-mark modal-mark-${kind}`}>
            <Mark className="icon" aria-hidden />
          </span>
          {/* biome-ignore lint/a11y/noAutofocus: without script nothing else leads the reader to a dialog that has opened */}
          <h2 id={titleId} ref={heading} tabIndex={-1} autoFocus>
            {title}
          </h2>
        </div>
        {children}
      </div>
    </dialog>
  );
}

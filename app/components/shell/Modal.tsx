import { useNavigate } from "@remix-run/react";
import { type ReactNode, useId, useRef } from "react";
import { KIND_COLOURS } from "~/components/shell/Callout";
import { Icon } from "~/components/shell/Icon";
import { ButtonLink } from "~/components/shell/parts";
import { UnansweredForm } from "~/components/shell/UnansweredForm";
import { usePageEffect } from "~/components/shell/usePageEffect";
import styles from "./Modal.module.css";

const ICONS = {
  confirm: "QuestionMark",
  info: "InfoCircled",
  success: "Check",
  error: "Cross2",
  warning: "ExclamationTriangle",
} as const;

type ModalProps = {
  title: string;
  /** 'confirm' unless given. */
  kind?: keyof typeof ICONS;
  children: ReactNode;
} & (
  | {
      /** Where dismissing leads: the address of the dialog's cancel link. */
      dismissTo: string;
      onDismiss?: never;
    }
  | {
      /** Called on dismissal, for dialogs that only script opens. */
      onDismiss: () => void;
      dismissTo?: never;
    }
);

/**
 * A dialog (docs/rules/navigation-and-home.md#modals). Without script it is open in the page and takes the focus. Script makes it modal:
 * Escape does what its cancel link does, and the focus returns to where it was. Its buttons are among its children.
 */
export function Modal({ title, kind = "confirm", children, dismissTo, onDismiss }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const titleId = useId();
  // At once, so that a key pressed now meets the dialog.
  usePageEffect(() => {
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
      className={`panel floating ${styles.modal}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissTo === undefined) onDismiss();
        else navigate(dismissTo, { replace: true, preventScrollReset: true });
      }}
    >
      <div className="stack">
        <div className="row row-whole">
          <span className="round-mark" data-accent-color={kind === "confirm" ? undefined : KIND_COLOURS[kind]}>
            <Icon name={ICONS[kind]} />
          </span>
          {/* biome-ignore lint/a11y/noAutofocus: without script nothing else moves the focus to an open dialog */}
          <h2 id={titleId} ref={heading} tabIndex={-1} autoFocus>
            {title}
          </h2>
        </div>
        <UnansweredForm isInDialog />
        {children}
      </div>
    </dialog>
  );
}

/** The cancel link of a dialog that leaves no trace in the browser's history, as dismissing it leaves none. */
export function CancelLink({ to }: { to: string }) {
  return (
    <ButtonLink to={to} replace preventScrollReset variant="soft">
      Cancel
    </ButtonLink>
  );
}

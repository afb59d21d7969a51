import type { ReactNode } from "react";
import { Modal } from "~/components/shell/Modal";
import { ButtonLink } from "~/components/shell/parts";

interface MessageDialogProps {
  title: string;
  /** 'error' unless given. */
  kind?: "success" | "error" | "info";
  /** The address that 'Continue', and dismissing it in any other way, leads to. */
  here: string;
  children?: ReactNode;
  /** A paragraph of its own, after the children. */
  further?: string | undefined;
}

/** A dialog that tells something and asks nothing (docs/rules/navigation-and-home.md#modals). */
export function MessageDialog({ title, kind = "error", here, children, further }: MessageDialogProps) {
  return (
    <Modal kind={kind} title={title} dismissTo={here}>
      {children ? <p>{children}</p> : null}
      {further ? <p>{further}</p> : null}
      <div className="row row-end">
        <ButtonLink to={here} replace preventScrollReset>
          Continue
        </ButtonLink>
      </div>
    </Modal>
  );
}

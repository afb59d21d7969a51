import type { ReactNode } from "react";
import { Icon } from "~/components/shell/Icon";
import { CalloutBox, CalloutIcon } from "~/components/shell/parts";

const ICONS = { info: "InfoCircled", success: "CheckCircled", error: "CrossCircled", warning: "ExclamationTriangle" } as const;

/** The colours of messages and dialogs by what they are about. */
export const KIND_COLOURS = { info: "indigo", success: "green", error: "red", warning: "amber" } as const;

interface CalloutProps {
  kind: keyof typeof ICONS;
  title?: string;
  /** False inside an element that announces what changes in it. */
  isAnnounced?: boolean;
  /** Announced at once, though it is no error. */
  isUrgent?: boolean;
  /** Next to the text. */
  end?: ReactNode;
  children?: ReactNode;
}

/** A message in the page. Screen readers announce errors at once, and everything else when they are idle. */
export function Callout({ kind, title, isAnnounced = true, isUrgent = kind === "error", end, children }: CalloutProps) {
  return (
    <CalloutBox color={KIND_COLOURS[kind]} role={isAnnounced ? (isUrgent ? "alert" : "status") : undefined}>
      <CalloutIcon>
        <Icon name={ICONS[kind]} />
      </CalloutIcon>
      <div className="row row-between row-whole" data-accent-color="indigo">
        <div>
          {title ? <strong>{title}</strong> : null}
          {children ? <div>{children}</div> : null}
        </div>
        {end}
      </div>
    </CalloutBox>
  );
}

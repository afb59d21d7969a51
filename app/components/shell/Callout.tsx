import { CheckCircledIcon, CrossCircledIcon, ExclamationTriangleIcon, InfoCircledIcon } from "@radix-ui/react-icons";
import type { ReactNode } from "react";

const ICONS = { info: InfoCircledIcon, success: CheckCircledIcon, error: CrossCircledIcon, warning: ExclamationTriangleIcon };

interface CalloutProps {
  kind: keyof typeof ICONS;
  title?: string;
  /** False inside an element that announces what changes in it. */
  isAnnounced?: boolean;
  /** Beside the text. */
  end?: ReactNode;
  children?: ReactNode;
}

/** A message in the page. Screen readers announce errors at once, and everything else when they are idle. */
export function Callout({ kind, title, isAnnounced = true, end, children }: CalloutProps) {
  const Icon = ICONS[kind];
  return (
    <div className={`callout tone-${kind}`} role={isAnnounced ? (kind === "error" ? "alert" : "status") : undefined}>
      <Icon className="icon" aria-hidden />
      <div>
        {title ? <strong>{title}</strong> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {end}
    </div>
  );
}

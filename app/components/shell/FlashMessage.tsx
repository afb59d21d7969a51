import { Link, useLocation } from "@remix-run/react";
import { useRef } from "react";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { Icon } from "~/components/shell/Icon";
import { MessageDialog } from "~/components/shell/MessageDialog";
import { UnansweredForm } from "~/components/shell/UnansweredForm";
import { DASHBOARD_FIELDS, fragmentOf } from "~/views/paths";
import type { Flash } from "~/views/shell";
import styles from "./FlashMessage.module.css";

/**
 * The message from the previous page: a dialog, or a line that stays at the top of the window wherever the page is scrolled to. The element
 * that announces the line is there before it, because screen readers only notice what changes.
 */
export function FlashMessage({ flash }: { flash: Flash | undefined }) {
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  const here = hydrated || !flash ? `${pathname}${search}` : samePlace(pathname, search, flash);
  const line = flash?.modal ? undefined : flash;
  return (
    <>
      {flash?.modal ? (
        <div className="column no-print">
          <MessageDialog kind={flash.kind} title={flash.title} here={here} further={flash.further}>
            {flash.text}
          </MessageDialog>
        </div>
      ) : null}
      <div className={`column no-print ${styles.messagesLine}`}>
        <div role="status">{line && line.kind !== "error" ? <Line key={line.id} flash={line} here={here} /> : null}</div>
        {line?.kind === "error" ? <Line key={line.id} flash={line} here={here} /> : null}
        <UnansweredForm />
      </div>
    </>
  );
}

/** The address that loads the same page again, without the message. */
function samePlace(pathname: string, search: string, { id = "" }: Flash): string {
  const query = new URLSearchParams(search);
  const fragment = fragmentOf({ organizationId: query.get(DASHBOARD_FIELDS.organization) ?? undefined });
  if (fragment === "") return `${pathname}${search}`;
  query.set(DASHBOARD_FIELDS.again, id);
  return `${pathname}?${query}${fragment}`;
}

function Line({ flash: { kind, title, text, link }, here }: { flash: Flash; here: string }) {
  const before = useRef<EventTarget | null>(null);
  return (
    <Callout
      kind={kind}
      title={title}
      isAnnounced={kind === "error"}
      end={
        <Link
          to={here}
          replace
          preventScrollReset
          className="icon-button"
          aria-label="Dismiss this message"
          title="Dismiss this message"
          onFocus={({ relatedTarget }) => {
            before.current = relatedTarget;
          }}
          onClick={() => {
            // The line goes, and the focus with it: it returns to where the reader came from.
            if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
          }}
        >
          <Icon name="Cross2" />
        </Link>
      }
    >
      {text} {link ? <Link to={link.href}>{link.label}</Link> : null}
    </Callout>
  );
}

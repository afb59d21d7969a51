import { useLocation } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";
import { MessageDialog } from "~/components/shell/MessageDialog";
import type { Flash } from "~/views/shell";

/** The message from the previous page: above the screen, or as a dialog. */
export function FlashMessage({ flash }: { flash: Flash | undefined }) {
  const { pathname, search } = useLocation();
  if (!flash) return null;
  const here = `${pathname}${search}`;
  return (
    <div className="messages">
      {flash.modal ? (
        <MessageDialog kind={flash.kind} title={flash.title} here={here}>
          {flash.text}
        </MessageDialog>
      ) : (
        <Callout kind={flash.kind} title={flash.title}>
          {flash.text}
        </Callout>
      )}
    </div>
  );
}

import { Button } from "@radix-ui/themes";
import { Link, useLocation } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";
import { Modal } from "~/components/shell/Modal";
import type { Flash } from "~/views/shell";

/** The message from the previous page: above the screen, or as a dialog. */
export function FlashMessage({ flash }: { flash: Flash | undefined }) {
  const { pathname, search } = useLocation();
  if (!flash) return null;
  const here = `${pathname}${search}`;
  return (
    <div className="messages">
      {flash.modal ? (
        <Modal kind={flash.kind} title={flash.title} dismissTo={here}>
          {flash.text ? <p>{flash.text}</p> : null}
          <div className="actions">
            <Button asChild>
              <Link to={here} replace preventScrollReset>
                Continue
              </Link>
            </Button>
          </div>
        </Modal>
      ) : (
        <Callout kind={flash.kind} title={flash.title}>
          {flash.text}
        </Callout>
      )}
    </div>
  );
}

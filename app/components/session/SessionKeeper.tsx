import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useSession } from "~/components/session/useSession";
import { Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";
import { paths } from "~/views/paths";
import type { SessionClock } from "~/views/session";

/**
 * The dialogs for an idle and for an expired session, and the log-out that follows (docs/rules/sign-in-and-session.md#idle-time). With
 * script only.
 */
export function SessionKeeper({ clock }: { clock: SessionClock }) {
  const { state, keepSignedIn } = useSession(clock);
  const { pathname } = useLocation();
  const logOut = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state !== "idle") return;
    // Nobody is there to answer whether the page may be left.
    const leaveSilently = (event: Event) => event.stopImmediatePropagation();
    window.addEventListener("beforeunload", leaveSilently, { capture: true });
    logOut.current?.submit();
    return () => window.removeEventListener("beforeunload", leaveSilently, { capture: true });
  }, [state]);
  return (
    <>
      <form method="post" action={paths.signOut()} ref={logOut} hidden>
        <input type="hidden" name="from" value={pathname} />
      </form>
      {state === "warned" ? (
        <Modal kind="warning" title="You have been idle for a while!" onDismiss={keepSignedIn}>
          <p>You will be logged out soon</p>
          <div className="row row-end">
            <Button onClick={keepSignedIn}>Keep me signed in</Button>
          </div>
        </Modal>
      ) : null}
      {state === "expired" ? (
        <Modal kind="warning" title="Sorry, your credentials has expired." onDismiss={() => logOut.current?.submit()}>
          <p>Please try to login again...</p>
          <div className="row row-end">
            <Button onClick={() => logOut.current?.submit()}>Log in again</Button>
          </div>
        </Modal>
      ) : null}
    </>
  );
}

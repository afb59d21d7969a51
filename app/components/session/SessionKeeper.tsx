import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useSession } from "~/components/session/useSession";
import { Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";
import { paths } from "~/views/paths";
import type { SessionClock } from "~/views/session";

const MESSAGES = {
  warned: { title: "You have been idle for a while!", text: "You will be logged out soon", button: "Keep me signed in" },
  expired: { title: "Sorry, your credentials has expired.", text: "Please try to login again...", button: "Log in again" },
};

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
  const message = state === "warned" || state === "expired" ? MESSAGES[state] : undefined;
  const act = () => (state === "warned" ? keepSignedIn() : logOut.current?.submit());
  return (
    <>
      <form method="post" action={paths.signOut()} ref={logOut} hidden>
        <input type="hidden" name="from" value={pathname} />
      </form>
      {message ? (
        <Modal key={state} kind="warning" title={message.title} onDismiss={act}>
          <p>{message.text}</p>
          <div className="row row-end">
            <Button onClick={act}>{message.button}</Button>
          </div>
        </Modal>
      ) : null}
    </>
  );
}

import { useEffect, useRef } from "react";
import { Handover, type HandoverProps } from "~/components/answering/Handover";
import type { HandoverView } from "~/views/answering";
import { editedIn, paths } from "~/views/paths";

interface LockKeeperProps extends Omit<HandoverProps, "handover"> {
  /** The id of the page that holds the lock. */
  pageId: string;
  /** Who wishes to take over; undefined where the upstream passes no locks on. */
  handover: HandoverView | undefined;
}

/**
 * Releases the lock when the page is left (docs/rules/locks-and-saving.md#release-beacon), and tells its holder who wishes to take over. The
 * server ignores pages that are not the newest.
 */
export function LockKeeper({ pageId, handover, ...answering }: LockKeeperProps) {
  const { assessmentId } = answering;
  const current = useRef(pageId);
  current.current = pageId;
  useEffect(() => {
    const release = () => navigator.sendBeacon(paths.lock(assessmentId, "release"), new URLSearchParams({ page: current.current }));
    window.addEventListener("pagehide", release);
    return () => {
      window.removeEventListener("pagehide", release);
      // A page that is left within the application unloads nothing.
      if (editedIn(window.location.pathname) !== String(assessmentId)) release();
    };
  }, [assessmentId]);
  return handover ? <Handover handover={handover} {...answering} /> : null;
}

import { useEffect, useRef } from "react";
import { HandoverNotice } from "~/components/answering/HandoverNotice";
import type { HandoverView } from "~/views/answering";
import { editedIn, paths } from "~/views/paths";

interface LockKeeperProps {
  assessmentId: number | string;
  /** The id of the page that holds the lock. */
  pageId: string;
  /** Who wishes to take over; undefined where the upstream passes no locks on. */
  handover: HandoverView | undefined;
  /** Where the assessment can be read once it was handed over. */
  view: string;
  /** The form that is saved before the lock is handed over without script, if there is one. */
  form?: string | undefined;
  /** Saves what was entered; false when that did not succeed. */
  save?: (() => Promise<boolean>) | undefined;
}

/**
 * Releases the lock when the page is left (docs/rules/locks-and-saving.md#release-beacon), and tells its holder who wishes to take over. The
 * server ignores pages that are not the newest.
 */
export function LockKeeper({ assessmentId, pageId, handover, ...answering }: LockKeeperProps) {
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
  return handover ? <HandoverNotice assessmentId={assessmentId} handover={handover} {...answering} /> : null;
}

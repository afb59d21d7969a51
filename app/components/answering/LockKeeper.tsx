import { useEffect, useRef } from "react";
import { Handover, type HandoverProps } from "~/components/answering/Handover";
import type { HandoverView } from "~/views/answering";
import { paths } from "~/views/paths";

interface LockKeeperProps extends Omit<HandoverProps, "handover"> {
  /** The id of the page that holds the lock. */
  pageId: string;
  /** Who wishes to take over; undefined where the upstream passes no locks on. */
  handover: HandoverView | undefined;
}

/**
 * Tells the server that the page is open, and when it is left, which releases the lock if no other page of the assessment is open
 * (docs/rules/locks-and-saving.md#release-beacon). Tells the holder who wishes to take over.
 */
export function LockKeeper({ pageId, handover, ...answering }: LockKeeperProps) {
  const { assessmentId } = answering;
  const current = useRef(pageId);
  current.current = pageId;
  useEffect(() => {
    const here = window.location.pathname;
    const tell = (act: "open" | "release") => navigator.sendBeacon(paths.lock(assessmentId, act), new URLSearchParams({ page: pageId }));
    const leave = () => tell("release");
    tell("open");
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      // A page that is left within the application unloads nothing.
      if (current.current !== pageId || window.location.pathname !== here) leave();
    };
  }, [assessmentId, pageId]);
  return handover ? <Handover handover={handover} {...answering} /> : null;
}

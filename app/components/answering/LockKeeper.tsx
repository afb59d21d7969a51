import { useEffect } from "react";
import { Handover, type HandoverProps } from "~/components/answering/Handover";
import { showPage } from "~/components/answering/shown-page";
import type { HandoverView } from "~/views/answering";

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
  useEffect(() => showPage({ assessmentId, pageId }), [assessmentId, pageId]);
  return handover ? <Handover handover={handover} {...answering} /> : null;
}

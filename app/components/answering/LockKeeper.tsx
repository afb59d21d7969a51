import { useEffect } from "react";
import { showPage } from "~/components/answering/current-page";
import { Handover, type HandoverProps } from "~/components/answering/Handover";
import type { HandoverView } from "~/views/answering";

interface LockKeeperProps extends Omit<HandoverProps, "handover"> {
  /** The id of the page that holds the lock; undefined where it holds none, and there is nothing to keep. */
  pageId: string | undefined;
  /** Who wishes to take over; undefined where the upstream passes no locks on. */
  handover: HandoverView | undefined;
}

/**
 * Tells the server that the page is open, and when it is left, which releases the lock if no other page of the assessment is open
 * (docs/rules/locks-and-saving.md#release-beacon). Tells the holder who wishes to take over.
 */
export function LockKeeper({ pageId, handover, ...answering }: LockKeeperProps) {
  const { assessmentId } = answering;
  useEffect(() => (pageId === undefined ? undefined : showPage({ assessmentId, pageId })), [assessmentId, pageId]);
  return handover && pageId !== undefined ? <Handover handover={handover} {...answering} /> : null;
}

import { useEffect, useRef } from "react";
import { paths } from "~/views/paths";

/** Gives the lock back when the browser page is left (specification A4). The server ignores a page that a newer one replaced. */
export function LockKeeper({ assessmentId, pageId }: { assessmentId: number | string; pageId: string }) {
  const current = useRef(pageId);
  current.current = pageId;
  useEffect(() => {
    const release = () => navigator.sendBeacon(paths.lock(assessmentId, "release"), new URLSearchParams({ page: current.current }));
    window.addEventListener("pagehide", release);
    return () => window.removeEventListener("pagehide", release);
  }, [assessmentId]);
  return null;
}

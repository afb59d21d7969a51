import { useEffect, useRef } from "react";
import { paths } from "~/views/paths";

/**
 * Releases the lock when the page is left (docs/rules/locks-and-saving.md#release-beacon). The server ignores pages that are not the
 * newest.
 */
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

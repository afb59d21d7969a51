import { useEffect, useRef } from "react";
import { paths } from "~/views/paths";

/** Gives the lock back when the browser page is left (specification A4). The server ignores a page that a newer one replaced. */
export function LockKeeper({ assessmentId, page }: { assessmentId: number | string; page: string }) {
  const current = useRef(page);
  current.current = page;
  useEffect(() => {
    const release = () => navigator.sendBeacon(paths.lock(assessmentId, "release"), new URLSearchParams({ page: current.current }));
    window.addEventListener("pagehide", release);
    return () => window.removeEventListener("pagehide", release);
  }, [assessmentId]);
  return null;
}

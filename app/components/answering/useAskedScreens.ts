import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { askFor, settleAt } from "~/components/answering/current-page";
import { useNavigation } from "~/components/shell/held-forms";

/** Tells the server of a page that this tab asked for, and dropped before it was shown (docs/rules/locks-and-saving.md#release-beacon). */
export function useAskedScreens(): void {
  const { state, location: next } = useNavigation();
  const { pathname, key } = useLocation();
  useEffect(() => {
    // Back and Forward may be quicker than the next rendering.
    const onMove = () => askFor(window.location.pathname);
    window.addEventListener("popstate", onMove);
    return () => window.removeEventListener("popstate", onMove);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen that is shown counts, also on the same address
  useEffect(() => {
    if (state === "loading") askFor(next.pathname);
    if (state === "idle") settleAt(pathname);
  }, [state, next, pathname, key]);
}

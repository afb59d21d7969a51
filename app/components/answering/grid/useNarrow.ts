import { useSyncExternalStore } from "react";

/** As in the styles of the grid: there it is a list that folds. */
const NARROW = "(max-width: 56rem)";

function subscribe(notify: () => void) {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", notify);
  return () => query.removeEventListener("change", notify);
}

/** Whether the grid is a list, with everything about a level below its answers. False until the page is live. */
export const useNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(NARROW).matches,
    () => false,
  );

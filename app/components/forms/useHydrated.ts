import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and in the first rendering of a page that came with HTML; true as soon as script can be relied on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

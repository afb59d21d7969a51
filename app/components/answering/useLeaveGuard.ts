import { useBlocker } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Draft } from "~/components/answering/useDraft";

/**
 * Holds a way out of the screen while something is unsent: it is sent first, and only if that fails the reader is asked.
 * @returns what to ask, or undefined
 */
export function useLeaveGuard(drafts: readonly Draft[]): { stay(): void; leave(): void } | undefined {
  const [asking, setAsking] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && drafts.some((draft) => draft.isUnsent()),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per way out that was held
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let current = true;
    void Promise.all(drafts.map((draft) => draft.flush())).then((saved) => {
      if (!current) return;
      if (saved.every(Boolean)) blocker.proceed();
      else setAsking(true);
    });
    return () => {
      current = false;
    };
  }, [blocker.state]);
  if (!asking || blocker.state !== "blocked") return undefined;
  const answer = (decide: () => void) => () => {
    setAsking(false);
    decide();
  };
  return { stay: answer(() => blocker.reset()), leave: answer(() => blocker.proceed()) };
}

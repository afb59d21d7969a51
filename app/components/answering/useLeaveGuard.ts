import { useBlocker } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Draft } from "~/components/answering/useDraft";

/**
 * Stops leaving the screen while something is unsent. It is sent first; only if that fails is the user asked.
 * @returns how to answer the question that is open; undefined when none is
 */
export function useLeaveGuard(drafts: readonly Pick<Draft, "isUnsent" | "flush">[]): { stay(): void; leave(): void } | undefined {
  const [asking, setAsking] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && drafts.some((draft) => draft.isUnsent()),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each blocked navigation
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let current = true;
    void Promise.all(drafts.map((draft) => !draft.isUnsent() || draft.flush())).then((saved) => {
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

import { useEffect, useRef } from "react";
import { isChanged } from "~/components/forms/isChanged";
import { takePreHydrationText } from "~/components/forms/pre-hydration";

/**
 * A form that is saved as a whole, on a page with others: asks before the page is left with something unsaved in it, and keeps what was
 * typed into it before hydration.
 * @param isRejected the form came back unsaved
 * @returns what the form element spreads
 */
export function useGuardedForm(isRejected: boolean) {
  const ref = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    for (const box of ref.current?.querySelectorAll("textarea") ?? []) {
      const early = takePreHydrationText(box.id);
      if (early !== undefined) box.value = early;
    }
    const leaving = (event: BeforeUnloadEvent) => {
      if (!isSent.current && (isRejected || (ref.current && isChanged(ref.current)))) event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    return () => window.removeEventListener("beforeunload", leaving);
  }, []);
  return {
    ref,
    onSubmit: () => {
      isSent.current = true;
    },
  };
}

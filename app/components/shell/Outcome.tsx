import { type ReactNode, useEffect, useRef } from "react";

interface OutcomeProps {
  /** The answer that it tells of. Each takes the focus once. */
  shown: string;
  /** What it is about, for screen readers. */
  label: string;
  children: ReactNode;
}

/** What was done of a batch, with links to copy. It takes the focus, so that what failed further down pushes it out of nobody's sight. */
export function Outcome({ shown, label, children }: OutcomeProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown !== "") box.current?.focus();
  }, [shown]);
  return (
    <section ref={box} tabIndex={-1} aria-label={label} className="stack">
      {children}
    </section>
  );
}

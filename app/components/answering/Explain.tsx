import type { ReactNode } from "react";

/** How a score is calculated, folded. */
export function Explain({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="explain small">
      <summary>{title}</summary>
      <div className="stack-tight">{children}</div>
    </details>
  );
}

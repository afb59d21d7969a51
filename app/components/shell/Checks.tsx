import { Link } from "@remix-run/react";
import { checksInWords } from "#model/checks.ts";
import type { CheckView } from "~/views/checks";

/** What contradicts itself or is missing, each with its number and a link (docs/rules/checks.md). */
export function CheckList({ checks }: { checks: readonly CheckView[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className="links">
      {checks.map(({ words, to }) => (
        <li key={words}>{to === undefined ? words : <Link to={to}>{words}</Link>}</li>
      ))}
    </ul>
  );
}

/** The same in a panel of a screen, folded. */
export function Checks({ checks }: { checks: readonly CheckView[] }) {
  if (checks.length === 0) return null;
  return (
    <section className="panel small no-print" aria-label="Checks">
      <details>
        <summary>Checks: {checksInWords(checks)}</summary>
        <p className="muted">None of this keeps you from submitting, or from making a report.</p>
        <CheckList checks={checks} />
      </details>
    </section>
  );
}

import { Link } from "@remix-run/react";
import { checksInWords } from "#model/checks.ts";
import type { CheckView } from "~/views/checks";

const parted = (checks: readonly CheckView[]) => ({
  things: checks.filter(({ isRemark }) => !isRemark),
  remarks: checks.filter(({ isRemark }) => isRemark),
});

/** What contradicts itself or is missing, each with its number and a link (docs/rules/checks.md). */
export function CheckList({ checks }: { checks: readonly CheckView[] }) {
  const { things } = parted(checks);
  if (things.length === 0) return null;
  return (
    <ul className="links">
      {things.map(({ words, to }) => (
        <li key={words}>{to === undefined ? words : <Link to={to}>{words}</Link>}</li>
      ))}
    </ul>
  );
}

/** The same in a panel of a screen, folded. */
export function Checks({ checks }: { checks: readonly CheckView[] }) {
  const { things, remarks } = parted(checks);
  if (things.length === 0) return null;
  return (
    <section className="panel small no-print" aria-label="Checks">
      <details>
        <summary>Checks: {checksInWords(things)}</summary>
        <p className="muted">No check blocks anything by itself.</p>
        <CheckList checks={checks} />
        {remarks.map(({ words }) => (
          <p key={words} className="muted">
            {words}
          </p>
        ))}
      </details>
    </section>
  );
}

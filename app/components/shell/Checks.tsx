import { Link, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { checksInWords } from "#model/checks.ts";
import styles from "~/components/shell/Checks.module.css";
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
    <ul className="links stack-close">
      {things.map(({ words, to }) => (
        <li key={words}>{to === undefined ? words : <Link to={to}>{words}</Link>}</li>
      ))}
    </ul>
  );
}

/** Names the panel in the address while it is unfolded, so that it is so again for whoever comes back from a check. */
const CHECKS_ID = "checks";

/** The same in a panel of a screen, folded. It is unfolded by its address, which script and a page load read alike. */
export function Checks({ checks }: { checks: readonly CheckView[] }) {
  const { things, remarks } = parted(checks);
  const { pathname, search, hash } = useLocation();
  // Undefined until script can be relied on.
  const [isUnfolded, setUnfolded] = useState<boolean>();
  useEffect(() => setUnfolded(hash === `#${CHECKS_ID}`), [hash]);
  if (things.length === 0) return null;
  return (
    <section className={`panel small no-print ${styles.checksPanel}`} id={CHECKS_ID} aria-label="Checks" data-unfolded={isUnfolded}>
      <Link
        to={{ pathname, search, hash: isUnfolded ? "" : CHECKS_ID }}
        className={styles.checksFold}
        aria-expanded={isUnfolded}
        replace
        preventScrollReset
      >
        Checks: {checksInWords(things)}
      </Link>
      <div className={`stack-tight ${styles.checksList}`}>
        <p className="muted">No check blocks anything by itself.</p>
        <CheckList checks={checks} />
        {remarks.map(({ words }) => (
          <p key={words} className="muted">
            {words}
          </p>
        ))}
      </div>
    </section>
  );
}

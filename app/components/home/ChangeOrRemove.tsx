import { Link } from "@remix-run/react";

interface ChangeOrRemoveProps {
  /** Where each leads; absent where the reader may not. */
  change?: string;
  remove?: string;
  /** What it is about, for screen readers. */
  of: string;
}

/** The links of a row to its form, and to the question before it is removed. */
export function ChangeOrRemove({ change, remove, of }: ChangeOrRemoveProps) {
  if (!change || !remove) return null;
  return (
    <span className="row no-print">
      <Link to={change} aria-label={`Change: ${of}`}>
        Change
      </Link>
      <Link to={remove} aria-label={`Remove: ${of}`} preventScrollReset>
        Remove
      </Link>
    </span>
  );
}

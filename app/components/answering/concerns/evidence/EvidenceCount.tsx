import { Icon } from "~/components/shell/Icon";

/** How many entries of evidence there are; nothing where there are none. */
export function EvidenceCount({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <span className="status evidence-count">
      <Icon name="FileText" /> <span className="number">{count}</span>
      <span className="visually-hidden"> {count === 1 ? "entry" : "entries"} of evidence</span>
    </span>
  );
}

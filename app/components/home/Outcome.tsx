import type { RowOutcome } from "~/views/home";

/** What a completed assessment came to. */
export function Outcome({ outcome: { figures, extent } }: { outcome: RowOutcome }) {
  return (
    <div className="small">
      {figures.map(({ label, value }) => (
        <span key={label} className="block">
          {label} <b>{value}</b>{" "}
        </span>
      ))}
      {extent === undefined ? null : <span className="muted">{extent}</span>}
    </div>
  );
}

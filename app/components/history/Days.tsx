import type { ReactNode } from "react";
import { useHydrated } from "~/components/forms/useHydrated";
import { Step } from "~/components/shell/Pager";
import { byDay } from "~/views/history";

interface DaysProps<E> {
  /** The newest first. */
  entries: readonly E[];
  keyOf(entry: E): number | string;
  show(entry: E): ReactNode;
}

/** Shows what was done on each day, the newest first. Days are the reader's; without script they are in UTC. */
export function Days<E extends { at: string }>({ entries, keyOf, show }: DaysProps<E>) {
  const hydrated = useHydrated();
  return byDay(entries, hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC").map(({ day, sittings }) => (
    <section key={day} className="panel stack-tight" aria-label={day}>
      <h2>
        {day}
        {hydrated ? null : <span className="muted small"> (UTC)</span>}
      </h2>
      <ol className="ruled plain-list">
        {sittings.map((entry) => (
          <li key={keyOf(entry)}>{show(entry)}</li>
        ))}
      </ol>
    </section>
  ));
}

/** Links to the pages of a history. */
export function Paging({ newer, older }: { newer: string | undefined; older: string | undefined }) {
  if (!newer && !older) return null;
  return (
    <nav className="row row-between small" aria-label="Pages of the history">
      <span className="row">
        {newer ? <Step rel="prev" to={newer} words="Newer" /> : null}
        {older ? <Step rel="next" to={older} words="Older" /> : null}
      </span>
    </nav>
  );
}

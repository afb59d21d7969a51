import { Link } from "@remix-run/react";
import { DUE_SOON_DAYS } from "#model/actions.ts";
import { Badge } from "~/components/shell/parts";
import { shortDate } from "~/views/dates";
import type { Due } from "~/views/home";

/** How many can be seen at once, before the rest is unfolded. */
const SHOWN = 4;

/** What was agreed and is due (docs/rules/navigation-and-home.md#what-is-due). */
export function DueActions({ due: { actions, overdue, soon } }: { due: Due }) {
  const [first, more] = [actions.slice(0, SHOWN), actions.slice(SHOWN)];
  const left = overdue + soon - actions.length;
  return (
    <section className="panel stack-tight" aria-labelledby="due">
      <div className="row row-between baseline">
        <h2 id="due">What is due</h2>
        <p className="small muted">
          {[overdue > 0 ? `${overdue} overdue` : "", soon > 0 ? `${soon} due in the next ${DUE_SOON_DAYS} days` : ""]
            .filter(Boolean)
            .join(", ")}
        </p>
      </div>
      <ActionList actions={first} />
      {more.length > 0 ? (
        <details>
          <summary>Show {more.length} more</summary>
          <ActionList actions={more} />
        </details>
      ) : null}
      {left > 0 ? (
        <p className="small muted">
          {left === 1 ? "1 more is in the register of its organization." : `${left} more are in the registers of their organizations.`}
        </p>
      ) : null}
    </section>
  );
}

function ActionList({ actions }: Pick<Due, "actions">) {
  return (
    <ul className="stack-tight plain-list">
      {actions.map(({ id, title, owner, due, isOverdue, organization, to }) => (
        <li key={`${organization} ${id}`} className="row baseline">
          <span className="small unbroken">{shortDate(due)}</span>
          {isOverdue ? <Badge color="amber">Overdue</Badge> : null}
          <Link to={to}>{title}</Link>
          <span className="small muted">{owner === "" ? organization : `${organization} · ${owner}`}</span>
        </li>
      ))}
    </ul>
  );
}

import { Link } from "@remix-run/react";
import type { UnseenOrganizations } from "~/views/access";

/** The organizations of the team that a lead is not named for: their names, and where their lists are (docs/rules/walls.md#leads). */
export function Unseen({ unseen: { organizations, all } }: { unseen: UnseenOrganizations }) {
  return (
    <section className="panel stack-tight" aria-labelledby="unseen">
      <h2 id="unseen">For named people only</h2>
      <p className="small muted">You lead the team, and are not named for these organizations. You can read and change who is.</p>
      <ul className="stack-tight plain-list">
        {organizations.map(({ id, name, to }) => (
          <li key={id}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
      {all === undefined ? null : <Link to={all}>Show all</Link>}
    </section>
  );
}

import { Link } from "@remix-run/react";
import { AddAction } from "~/components/shell/AddAction";
import { Badge } from "~/components/shell/parts";
import { AGREED_ID, type AgreedView } from "~/views/answering/actions";

/** The actions about a thread, practice or component, each with its state. Nothing where there is nothing to say or do. */
export function AgreedSection({ view: { actions, add }, about }: { view: AgreedView; about: string }) {
  if (actions.length === 0 && add === undefined) return null;
  return (
    <section className="stack-tight" id={AGREED_ID} aria-labelledby="agreed-label">
      <div className="row row-between">
        <h3 id="agreed-label">
          Actions <span className="muted number">({actions.length})</span>
        </h3>
        <AddAction to={add} about={about} />
      </div>
      {actions.length > 0 ? (
        <ul className="ruled plain-list">
          {actions.map(({ id, title, href, state, isOverdue, more }) => (
            <li key={id}>
              <Link to={href}>{title}</Link> <Badge color="gray">{state}</Badge> {isOverdue ? <Badge color="amber">Overdue</Badge> : null}
              {more ? <p className="small muted">{more}</p> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

import { ButtonLink } from "~/components/shell/parts";
import type { LastWork as LastWorkView } from "~/views/home";

/** The assessment that was saved last in this browser (docs/rules/navigation-and-home.md#continue-where-you-left). */
export function LastWork({ lastWork: { name, scope, organization, place, isLocked, open } }: { lastWork: LastWorkView }) {
  return (
    <section className="panel row row-between" aria-labelledby="last-work">
      <div className="stack-close">
        <h2 id="last-work">Continue where you left</h2>
        <p>
          <b>{name}</b>
          {scope === null ? null : `, ${scope}`} · {organization}
        </p>
        {place === undefined ? null : <p className="small muted">Last saved: {place}</p>}
        {isLocked ? <p className="small">Somebody else edits it now.</p> : null}
      </div>
      <ButtonLink to={open.to} aria-label={`${open.words} ${name}`}>
        {open.words}
      </ButtonLink>
    </section>
  );
}

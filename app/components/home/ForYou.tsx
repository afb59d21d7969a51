import { Link } from "@remix-run/react";
import { Moment } from "~/components/shell/Moment";
import type { ForYouList, ForYouRow } from "~/views/access";

/** What waits for the reader (docs/rules/walls.md#for-you). */
export function ForYou({ list: { rows, total, all } }: { list: ForYouList }) {
  return (
    <section className="panel stack-tight" aria-labelledby="for-you">
      <h2 id="for-you">For you</h2>
      <ForYouRows rows={rows} />
      {all === undefined ? null : <Link to={all}>Show all {total}</Link>}
    </section>
  );
}

export function ForYouRows({ rows }: { rows: readonly ForYouRow[] }) {
  return (
    <ul className="stack-tight plain-list">
      {rows.map(({ key, at, words, link, by, reason }) => (
        <li key={key}>
          {words} {link ? <Link to={link.to}>{link.label}</Link> : null}
          <br />
          <span className="small muted">
            <Moment iso={at} />, by {by}
            {reason === "" ? "" : `: ‘${reason}’`}
          </span>
        </li>
      ))}
    </ul>
  );
}

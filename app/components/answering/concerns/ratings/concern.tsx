/** Shows second ratings in a summary (docs/rules/second-ratings.md#beside-answers). */
import { Link } from "@remix-run/react";
import type { ConcernOf } from "~/components/answering/concerns/concern";

export const ratings: ConcernOf<"ratings"> = {
  inSummary: ({ words, differs, departs, to }) => (
    <span className="small">
      <Link to={to}>
        {words}
        {differs ? " (differs)" : ""}
      </Link>
      {departs ? <span className="block muted">Departs: {departs}</span> : null}
    </span>
  ),
};

/** Links from a grid to what answers rest on (docs/rules/evidence.md). */
import { Link } from "@remix-run/react";
import type { InGridOf } from "~/components/answering/concerns/concern";
import { EVIDENCE_ID } from "~/views/answering/evidence";

export const evidence: InGridOf<"evidence"> = {
  rowHead: (count, { name, here, roves }) => ({
    // Next to the grid, the panel leads there too.
    sign:
      count === 0 && roves ? null : (
        <Link to={`${here}#${EVIDENCE_ID}`} tabIndex={roves ? -1 : undefined} className="small">
          Evidence<span className="visually-hidden"> of {name}</span> ({count})
        </Link>
      ),
  }),
  rowFoot: (count, { here }) => ({ link: <Link to={`${here}#${EVIDENCE_ID}`}>{`Evidence (${count})`}</Link> }),
};

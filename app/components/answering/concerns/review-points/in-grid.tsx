/** What colleagues wrote for each other, in a grid (docs/rules/peer-review.md#next-to-what-they-are-about). */
import { Link } from "@remix-run/react";
import type { InGridOf } from "~/components/answering/concerns/concern";

export const reviewPoints: InGridOf<"reviewPoints"> = {
  rowHead: ({ words, to }, { name, roves }) => ({
    sign: (
      <Link to={to} tabIndex={roves ? -1 : undefined} className="small">
        {words}
        <span className="visually-hidden">, about {name}</span>
      </Link>
    ),
  }),
  cell({ inCells }, _page, { index }) {
    const words = inCells[index];
    // Whoever listens hears it with the statement. The link is in the head of the row.
    return { words, below: words && <small aria-hidden>{words}</small> };
  },
};

/** What second ratings say, in a grid (docs/rules/second-ratings.md#beside-answers). */
import { Link } from "@remix-run/react";
import type { InGridOf } from "~/components/answering/concerns/concern";
import { isDifferent, RATINGS_ID } from "~/views/answering/concerns/ratings";

export const ratings: InGridOf<"ratings"> = {
  live({ given, answers }) {
    const differs = given?.answers.some((rated) => isDifferent(rated, answers)) === true;
    return given && (given.differs === differs ? given : { ...given, differs });
  },
  rowHead: ({ words, departs }, { live, name, here, roves }) => ({
    sign: (
      <Link to={`${here}#${RATINGS_ID}`} tabIndex={roves ? -1 : undefined} className="small">
        {words}
        {live?.differs ? " (differs)" : ""}
        <span className="visually-hidden">, ratings of {name}</span>
      </Link>
    ),
    words: departs ? <span className="block small muted">Departs: {departs}</span> : null,
  }),
  cell({ inCells }, _page, { index }) {
    const words = inCells[index] || undefined;
    // Whoever listens hears it with the statement.
    return { words, below: words && <small aria-hidden>{words}</small> };
  },
};

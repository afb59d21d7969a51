/** What colleagues wrote for each other (docs/rules/peer-review.md#next-to-what-they-are-about). */
import { Link } from "@remix-run/react";
import type { ConcernOf } from "~/components/answering/concerns/concern";

export const reviewPoints: ConcernOf<"reviewPoints"> = {
  inSummary: ({ words, to }) => (
    <Link to={to} className="small">
      {words}
    </Link>
  ),
};

import { Link } from "@remix-run/react";
import type { Row, RowProgress } from "~/views/home";
import styles from "./AssessmentTable.module.css";

/** How far an assessment is, part by part (docs/rules/navigation-and-home.md#row-progress). */
export function ProgressParts({ progress: { apart, perspectives = [], practices, components } }: { progress: RowProgress }) {
  if (apart) return <span className="muted">You are rating this apart.</span>;
  if (perspectives.length === 0 && !practices) return null;
  return (
    <ul className="row row-close plain-list">
      {perspectives.map(({ code, name, answered, total }) => (
        <li key={code} {...filled(answered, total)} title={`${name}: ${answered} of ${total} threads`}>
          <span aria-hidden>
            {code} {answered}/{total}
          </span>{" "}
          <span className="visually-hidden">
            {name}: {answered} of {total} threads
          </span>
        </li>
      ))}
      {practices ? (
        <li {...filled(practices.complete, practices.total)}>
          {practices.complete}/{practices.total} practices complete
        </li>
      ) : null}
      {components ? (
        <li {...filled(components.complete, components.total)}>
          {components.complete}/{components.total} components complete
        </li>
      ) : null}
    </ul>
  );
}

/** How far its peer review is (docs/rules/peer-review.md#in-lists). */
export const ReviewState = ({ of }: { of: Row["review"] }) =>
  of ? (
    <p className="small">
      <Link to={of.to}>{of.words}</Link>
    </p>
  ) : null;

/** A second rating that the reader is asked for (docs/rules/second-ratings.md#asking). */
export const AskedRating = ({ to }: { to: Row["ratingRequest"] }) =>
  to ? (
    <p className="small">
      <Link to={to}>You are asked for a second rating</Link>
    </p>
  ) : null;

/** How far something is, as a line along its foot, and as its colour when it is complete. */
const filled = (done: number, total: number) => ({
  className: styles.part,
  "data-complete": total > 0 && done === total ? "" : undefined,
  style: { backgroundSize: `${total === 0 ? 0 : (100 * done) / total}% 3px` },
});

/** What colleagues wrote for each other, on a questions screen (docs/rules/peer-review.md#next-to-what-they-are-about). */
import { Link, useNavigate } from "@remix-run/react";
import type { OnQuestionsOf } from "~/components/answering/concerns/concern";
import type { PointsBeside } from "~/views/answering/concerns/review-points";

interface PointsProps {
  points: PointsBeside | undefined;
  /** Where a new one is written; empty where that is not offered. */
  to: string;
  /** The number of the statement, in words; empty for the whole. */
  of: string;
}

const Points = ({ points, to, of }: PointsProps) => (
  <>
    {points ? (
      <details className="small">
        <summary>{points.words}</summary>
        {points.points.map(({ id, to, head, text, reply }) => (
          <div key={id} id={id}>
            <p className="muted">{head}</p>
            <p className="note-text">{text}</p>
            <Link to={to}>{reply}</Link>
          </div>
        ))}
      </details>
    ) : null}
    {to ? (
      <Link to={to} id={`write${of}`} className="small">
        Write a review point{of && ` about statement ${of}`}
      </Link>
    ) : null}
  </>
);

export const useReviewPoints: OnQuestionsOf<"reviewPoints"> = (view, { item: { editable } }) => {
  const navigate = useNavigate();
  if (!view) return {};
  const { write } = view;
  const writeAt = (of: string) => write && `${write}${of && `/statement/${of}`}#new-point-text`;
  const numberAt = (index: number) => `${index + 1}`;
  return {
    statement(index) {
      const [points, of] = [view.statements[index], numberAt(index)];
      return <Points points={points} to={editable && !points ? "" : writeAt(of)} of={of} />;
    },
    section: <Points points={view.whole} to={writeAt("")} of="" />,
    keys: write
      ? [
          {
            key: "Q",
            of: "whole",
            does: "write a review point",
            joined: "about",
            reads: true,
            press(index) {
              navigate(writeAt(index < 0 ? "" : numberAt(index)));
              return true;
            },
          },
        ]
      : [],
  };
};

/** What colleagues wrote for each other, on a questions screen (docs/rules/peer-review.md#next-to-what-they-are-about). */
import { Link, useNavigate } from "@remix-run/react";
import type { OnQuestionsOf } from "~/components/answering/concerns/concern";
import type { PointsBeside } from "~/views/answering/concerns/review-points";

const Points = ({ points }: { points: PointsBeside | undefined }) =>
  points ? (
    <details className="small">
      <summary>{points.words}</summary>
      {points.points.map(({ to, head, text, reply }) => (
        <div key={to}>
          <p className="muted">{head}</p>
          <p className="note-text">{text}</p>
          <Link to={to}>{reply}</Link>
        </div>
      ))}
    </details>
  ) : null;

export const useReviewPoints: OnQuestionsOf<"reviewPoints"> = (view, { item }) => {
  const navigate = useNavigate();
  if (!view) return {};
  const { write } = view;
  const press = (index: number) => {
    navigate(write + (item.editable ? `%2Fstatement%2F${index + 1}` : ""));
    return true;
  };
  return {
    statement: (index) => <Points points={view.statements[index]} />,
    section: (
      <>
        <Points points={view.whole} />
        {write ? <Link to={`${write}#new-point`}>Write a review point</Link> : null}
      </>
    ),
    // Where nothing is answered no statement is in focus.
    keys: write
      ? [{ key: "Q", of: item.editable ? "statement" : "whole", does: "write a review point", joined: "about", reads: true, press }]
      : [],
  };
};

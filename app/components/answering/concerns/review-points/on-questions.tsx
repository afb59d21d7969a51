/** What colleagues wrote for each other, on a questions screen (docs/rules/peer-review.md#next-to-what-they-are-about). */
import { Link } from "@remix-run/react";
import { counted } from "#model/words.ts";
import type { OnQuestionsOf } from "~/components/answering/concerns/concern";
import type { PointBeside } from "~/views/answering/concerns/review-points";

const Points = ({ points, all }: { points: readonly PointBeside[] | undefined; all: string }) =>
  points?.length ? (
    <details className="small">
      <summary>{counted(points.length, "review point")}</summary>
      {points.map(({ id, head, text, replies }) => (
        <div key={id}>
          <p className="muted">{head}</p>
          <p className="note-text">{text}</p>
          <Link to={`${all}#point-${id}`}>{replies ? `Reply, ${replies} so far` : "Reply"}</Link>
        </div>
      ))}
    </details>
  ) : null;

export const useReviewPoints: OnQuestionsOf<"reviewPoints"> = (view) =>
  view
    ? {
        statement: (index) => <Points points={view.statements[index]} all={view.all} />,
        section: (
          <>
            <Points points={view.whole} all={view.all} />
            {view.write ? <Link to={view.write}>Write a review point</Link> : null}
          </>
        ),
      }
    : {};

import { Link } from "@remix-run/react";
import { byScript } from "~/components/forms/by-script";
import {
  alongsideField,
  isDifferent,
  RATINGS_ID,
  type RatingBeside,
  type Ratings,
  USE_FIELD,
  usedValue,
} from "~/views/answering/concerns/ratings";

interface RatingsSectionProps {
  view: Ratings["onQuestions"];
  /** As they are on the screen. */
  answers: string;
  /** One of several options is chosen: a component. */
  isChoice: boolean;
  /** Whether a note can come along. */
  takesNotes: boolean;
  mayUse(rating: RatingBeside): boolean;
  onUse(rating: RatingBeside): void;
}

/** The ratings of a thread, practice or component, below its statements (docs/rules/second-ratings.md#beside-answers). */
export function RatingsSection({ view: { ratings, departs, look }, answers, isChoice, takesNotes, mayUse, onUse }: RatingsSectionProps) {
  return (
    <section className="stack-close" id={RATINGS_ID} aria-labelledby="ratings-label" tabIndex={-1}>
      <h3 id="ratings-label">Second ratings</h3>
      <ul className="ruled plain-list small">
        {ratings.map((rating) => (
          <li key={rating.number}>
            <p>
              <strong>{rating.name}</strong>, {rating.words}
              {isChoice ? `, ${rating.said[0]}` : ""}
              {isDifferent(rating.answers, answers) ? " (differs)" : ""}
            </p>
            {rating.note ? (
              <details>
                <summary>Note of {rating.name}</summary>
                <p className="note-text">{rating.note}</p>
              </details>
            ) : null}
            {mayUse(rating) ? (
              <div className="row">
                {rating.alongside && takesNotes ? (
                  <label className="choice">
                    <input type="checkbox" name={alongsideField(rating.number)} value={rating.alongside} /> With the note
                  </label>
                ) : null}{" "}
                <button
                  type="submit"
                  className="link-button"
                  name={USE_FIELD}
                  value={usedValue(rating.use ?? "", rating.answers)}
                  aria-label={`Use this rating of ${rating.name}`}
                  onClick={byScript(() => onUse(rating))}
                >
                  Use this rating
                </button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {departs ? <p className="small note-text">Why the verdict departs: {departs}</p> : null}
      <Link to={look.to} className="small">
        {look.words}
      </Link>
    </section>
  );
}

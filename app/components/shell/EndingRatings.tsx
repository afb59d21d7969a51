import { counted } from "#model/words.ts";

/** Which second ratings a change ends, before it is made (docs/rules/second-ratings.md#how-a-rating-ends). */
export const EndingRatings = ({ ratings }: { ratings: readonly string[] }) =>
  ratings.length === 0 ? null : (
    <>
      <p>This ends {counted(ratings.length, "second rating")}. What the raters have answered is kept, but they can answer no more:</p>
      <ul>
        {ratings.map((rating) => (
          <li key={rating}>{rating}</li>
        ))}
      </ul>
    </>
  );

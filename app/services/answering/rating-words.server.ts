/** What second ratings say, in words (docs/rules/second-ratings.md#differences). */
import type { RatingDifferences } from "#model/contract/ratings.ts";
import { formatScore } from "#model/rounding.ts";
import { shortDate } from "~/views/dates";
import type { GivenAnswer } from "~/views/rating-differences";

type Place = RatingDifferences["places"][number];

const LETTERS: Readonly<Record<string, string>> = { F: "Fully", P: "Partially", R: "Rarely/Never" };

/** A word for each statement that somebody answered, and nothing for others; of a component one for its level. */
export const saidAt = ({ answers, level }: { answers: string; level: number | null }): string[] =>
  /^\d+$/.test(answers) ? [`Level ${level ?? "–"}`] : [...answers].map((letter) => (letter === "N" ? "" : (LETTERS[letter] ?? letter)));

/** What each rating is called by its number: by its rater, and by its number, too, where somebody rates more than once. */
export function namesOfRatings(ratings: readonly { number: number; name: string }[]): Map<number, string> {
  const isAlone = ({ name }: { name: string }) => ratings.filter((each) => each.name === name).length === 1;
  return new Map(ratings.map((each) => [each.number, isAlone(each) ? each.name : `${each.name} (${each.number})`]));
}

/** Which kind of rating it is. */
export const raterInWords = ({ kind, isBlind }: RatingDifferences["raters"][number]): string =>
  kind === "charge" ? "in charge" : isBlind ? "second opinion, blind" : "second opinion";

/** Why a verdict departs, and who says so; empty for no reason. */
export const departureInWords = (departure: Place["departure"]): string => (departure ? `${departure.text} (${saidBy(departure)})` : "");

/** Who says so, and when. */
export const saidBy = ({ by, at }: NonNullable<Place["departure"]>) => `${by ?? "Somebody"}, ${shortDate(at)}`;

/** The score that counts for agreement, if the rater has changed it since. */
export const blindBefore = ({ blindScore, score }: Pick<Place["ratings"][number], "blindScore" | "score">): string | undefined =>
  blindScore === null || blindScore === score ? undefined : formatScore(blindScore);

/** What somebody answered. A component has the id of an option, which says less than its level. */
export function givenAnswer(given: { answers: string; score: number | null; level: number | null } | null): GivenAnswer {
  if (!given || given.answers === "" || /^N+$/.test(given.answers)) return { score: "–", answers: "Nothing is answered." };
  const score = given.score === null ? "not complete" : formatScore(given.score);
  return {
    score,
    answers: /^\d+$/.test(given.answers)
      ? saidAt(given).join(", ")
      : saidAt(given)
          .map((word, index) => `${index + 1} ${word || "–"}`)
          .join(", "),
  };
}

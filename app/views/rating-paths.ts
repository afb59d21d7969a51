/** The addresses of second ratings (docs/rules/second-ratings.md). They are here, because `paths.ts` is part of every screen. */
import type { Id } from "#model/contract/common.ts";
import { type AnsweringPaths, changed, paths } from "~/views/paths";

const segment = (id: Id) => encodeURIComponent(String(id));
const assessment = (id: Id) => `/assessments/${segment(id)}`;
const withQuery = (path: string, query: object): string => {
  const fields = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]));
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`;
};

/** What the address of the differences asks for: which places, and the one that is looked at. */
export type RatingDifferencesAddress = Partial<Record<"group" | "show" | "rater" | "place" | "page", string>>;

export const ratingPaths = {
  /** Who rates, and how far they are. @param withdraw the number of a request, to ask about it */
  list: (assessmentId: Id, query: { withdraw?: string } = {}) => withQuery(`${assessment(assessmentId)}/ratings`, query),
  differences: (assessmentId: Id, query: RatingDifferencesAddress = {}) =>
    withQuery(`${assessment(assessmentId)}/ratings/differences`, query),
  workbook: (assessmentId: Id, query: RatingDifferencesAddress = {}) =>
    withQuery(`${assessment(assessmentId)}/ratings/differences.xlsx`, query),
  /** What a rater does with a rating. @param confirm the question to show. @param group what it is about */
  own: (assessmentId: Id, number: Id, query: { confirm?: "give-back" | "done"; group?: string } = {}) =>
    withQuery(`${assessment(assessmentId)}/rating/${segment(number)}`, query),
} as const;

/** Where a rater answers: the usual addresses of the model, below the rating. */
export function answeringPathsOf(number: Id): AnsweringPaths {
  const below = (path: string) => path.replace(/(\/assessments\/[^/]+)/, `$1/rating/${segment(number)}`);
  const own = (assessmentId: Id) => ratingPaths.own(assessmentId, number);
  return {
    ...changed(below, "questions", "practiceQuestions", "questionsSave", "practiceQuestionsSave", "grid", "practiceGrid"),
    ...{ firstToAnswer: own, summary: own, explained: own, search: paths.search },
  };
}

/** Whether an address is one below a rating. */
export const isOfRating = ({ url }: { url: string }): boolean => /^(\/\w+)?\/assessments\/[^/]+\/rating\//i.test(new URL(url).pathname);

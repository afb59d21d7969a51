/** What second ratings say (docs/rules/second-ratings.md#beside-answers). */
import { withText } from "#model/note.ts";
import { type ConcernView, SOURCE_FIELD } from "~/views/answering/concerns/concern";

/** Gives the text of a posted field. */
type FieldReader = (name: string) => string | undefined;

/** A rating of a thread, practice or component. */
export interface RatingBeside {
  number: number;
  /** Of the rater; 'Rater 1' for readers who learn no names. */
  name: string;
  /** Which kind it is, and its score: 'second opinion, blind: 2.50'. */
  words: string;
  /** As the gate reads them, and a word for each statement that it answers; of a component one for all. */
  answers: string;
  said: readonly string[];
  note: string;
  /** How answers name it that come from it; undefined where it cannot be used. */
  use: string | undefined;
  /** The note as it comes along with the rating; undefined where there is none, or no room for it. */
  alongside: string | undefined;
}

export interface Ratings {
  /** There are ratings that the reader may see. */
  onPage: true;
  /** The scores, whether a rating says anything else than the verdict, why that departs, and where it is settled. */
  inRow: {
    words: string;
    differs: boolean;
    departs: string;
    to: string;
    /** In a grid: the answers of complete ratings, and what ratings say of each statement. */
    answers: readonly string[];
    inCells: readonly string[];
  };
  onQuestions: {
    ratings: readonly RatingBeside[];
    /** Why the verdict departs, and who says so; empty for no reason. */
    departs: string;
    /** All differences of this place, with what can be done about it. */
    look: { to: string; words: string };
  };
}

export const ratings = {
  filters: {
    rated: { label: "Differs from a rating", none: "Nothing differs from a rating.", passes: (said) => said?.differs },
  },
} satisfies ConcernView<Ratings["inRow"]>;

/** Whether a rating says anything else than the verdict, where that says something. */
export const isDifferent = (rated: string, verdict: string): boolean => rated !== verdict && !/^N*$/.test(verdict);

/** The section of a questions screen. */
export const RATINGS_ID = "ratings";

/** The fields of the button that uses a rating without script, and of the box that takes its note along. */
export const USE_FIELD = "useRating";
export const alongsideField = (number: number) => `ratingNote-${number}`;

/** A rating as answers name it that come from it: its number, and the version of its answers. */
export const ratingSource = (number: number, version: number) => `${number}:${version}`;

/** The number and version in such a name; undefined for any other. */
export function ratingIn(source: string): { number: number; version: number } | undefined {
  const [, number, version] = /^(\d{1,9}):(\d{1,9})$/.exec(source) ?? [];
  return number === undefined ? undefined : { number: Number(number), version: Number(version) };
}

/** What the button posts. */
export const usedValue = (source: string, answers: string) => `${source}:${answers}`;

/** A posted form as if the answers of the rating that a button uses had been given in it, and its note had been typed. */
export function withUsed(posted: FieldReader): FieldReader {
  const [, source, number, answers] = /^((\d{1,9}):\d{1,9}):([A-Z]+|\d{1,12})$/.exec(posted(USE_FIELD) ?? "") ?? [];
  if (source === undefined) return posted;
  const alongside = posted(alongsideField(Number(number)));
  return (name) => {
    if (name === "target") return answers;
    if (name === SOURCE_FIELD) return source;
    const typed = posted(name);
    return name === "note" && typed !== undefined && alongside !== undefined ? withText(typed, alongside) : typed;
  };
}

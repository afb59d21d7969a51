/** Where ratings and the verdict differ (docs/rules/second-ratings.md#differences). */
import type { Id } from "#model/contract/common.ts";
import { DEPARTURE_MAX } from "#model/ratings.ts";
import type { Option } from "~/views/form-fields";
import type { RatingDifferencesAddress } from "~/views/rating-paths";
import type { Screens } from "~/views/screens";

export const USE_INTENTS = { use: "use", useGroup: "use-group", depart: "depart" } as const;
export const USE = {
  intent: "intent",
  number: "number",
  place: "place",
  group: "group",
  note: "note",
  verdict: "verdict",
  rating: "rating",
  text: "text",
  version: "version",
} as const;

export const DEPARTURE_LABEL = "Why the verdict departs from the ratings";
export const DEPARTURE_HINT = `At most ${DEPARTURE_MAX} characters. Viewers read this once the assessment is submitted, so name nobody.`;

/** Which places the address shows. */
export const SHOWN = {
  differ: "Where scores differ",
  level: "Where they differ by a level or more",
  departs: "Where a rating has another level than the verdict, without a reason",
  open: "Where scores differ, without a reason",
  unrated: "Without a verdict",
} as const;
export type ShownPlaces = keyof typeof SHOWN;

/** What somebody answered at a place, in words. */
export interface GivenAnswer {
  /** `2.50`; `not complete`, or a dash for nothing. */
  score: string;
  /** Each statement with its answer, in order: '1 Fully, 2 Partially, 3 –'. */
  answers: string;
}

export interface RatingAtPlace extends GivenAnswer {
  number: number;
  name: string;
  note: string;
  /** What counts for agreement, where the rater has changed it since. */
  blind?: string | undefined;
  /** What `Use this rating` posts; undefined where it cannot be used. */
  use: { rating: number; verdict: number } | undefined;
}

export interface DifferentPlace {
  place: string;
  name: string;
  group: string;
  /** Its questions. */
  to: string | undefined;
  verdict: GivenAnswer;
  ratings: RatingAtPlace[];
  /** Scores differ, and nobody has said why. */
  isOpen: boolean;
  /** The largest difference between two scores; undefined while fewer than two have one. */
  difference: string | undefined;
  departure: { text: string; words: string; version: number | undefined } | undefined;
  /** Shows this place alone, with what can be done about it. */
  look: string;
}

/** How far raters agree, in words: a line for each figure. */
export interface AgreementView {
  lines: string[];
  groups: { name: string; count: number; sameLevel: string; withinHalf: string; kappa: string }[];
}

export interface RatingDifferencesPage {
  assessment: { id: Id; name: string; scope: string };
  screens: Screens;
  raters: { number: number; name: string; words: string }[];
  /** What is said where there is no rater. */
  nobody: string;
  places: DifferentPlace[];
  counts: { shown: number; all: number };
  /** Undefined below the least that figures are told for; then `counted` says why. */
  agreement: AgreementView | undefined;
  counted: string;
  /** Whole groups that can be used: of raters in charge, as far as there is no verdict. */
  groups: { number: number; name: string; group: string; groupName: string; count: number }[];
  filter: Pick<RatingDifferencesAddress, "group" | "show">;
  isFiltered: boolean;
  groupOptions: Option[];
  /** The place that is looked at, with forms for whoever may use ratings. */
  looking: DifferentPlace | undefined;
  /** The next place among those shown where scores differ without a reason. */
  next: { name: string; to: string } | undefined;
  /** A colleague who edits, so that nothing can be settled now. */
  editor: string | undefined;
  mayUse: boolean;
  links: { here: string; all: string; back: string | undefined; workbook: string; history: string };
}

/** Why a departure was not stored, and what was typed. */
export interface DepartureReply {
  message: string;
  typed: string;
}

/** What the screens of second ratings show and post (docs/rules/second-ratings.md). */
import type { SubmissionResult } from "@conform-to/react";
import type { Id } from "#model/contract/common.ts";
import { dayProblem, type TextRule } from "#model/text.ts";
import type { Option } from "~/views/form-fields";
import type { Screens } from "~/views/screens";

export const RATING_INTENTS = {
  ask: "ask",
  withdraw: "withdraw",
  begin: "begin",
  decline: "decline",
  done: "done",
  giveBack: "give-back",
} as const;
export const RATING = {
  intent: "intent",
  formId: "formId",
  person: "person",
  kind: "kind",
  groups: "groups",
  until: "until",
  number: "number",
  group: "group",
} as const;

export const ASK_RATING_LABELS = { person: "Colleague", kind: "What the rating is for", groups: "What to rate", until: "Until" } as const;
export const ASK_RATING_RULES: Record<string, TextRule> = {
  person: { required: true },
  until: { required: true, check: (day) => dayProblem(day) },
};

/** The kinds of rating as the form offers them. */
export const RATING_KIND_OPTIONS = [
  { value: "charge", label: "In charge", hint: "Your colleague assesses these groups. The rating is meant to become the verdict." },
  {
    value: "opinion",
    label: "Second opinion",
    hint: "Your colleague rates without seeing the verdict. It shows whether another assessor would have said so.",
  },
] as const;

/** A group of a rating, in words. */
export interface RatedGroup {
  group: string;
  name: string;
  answered: number;
  total: number;
  isDone: boolean;
  /** How far it is. */
  words: string;
}

/** A rating as the list shows it. */
export interface RatingRow {
  number: number;
  /** Who rates. */
  name: string;
  kind: string;
  /** Who asked, until when, and how far it is. */
  words: string;
  groups: RatedGroup[];
  mayWithdraw: boolean;
  /** The rater's own page; undefined for somebody else's rating. */
  own: string | undefined;
}

export interface RatingsPage {
  assessment: { id: Id; name: string; scope: string };
  screens: Screens;
  ratings: RatingRow[];
  /** Open ones first, then those that ended. */
  ask: { people: Option[]; groups: Option[]; until: string; today: string; formId: string } | undefined;
  withdrawing: { number: number; name: string } | undefined;
  /** What ratings do to the assessment. */
  about: string;
  /** Where ratings differ; undefined while nobody has begun. */
  differences: string | undefined;
  here: string;
}

export interface AskRatingReply {
  id: string;
  result: SubmissionResult<string[]>;
}

/** The name of the question whether somebody has seen results of a group. */
export const seenField = (group: string) => `seen-${group.replace("/", "-")}`;

/** A group on the page of its rater, with the way to its questions. */
export interface OwnGroup extends RatedGroup {
  questions: string | undefined;
  grid: string | undefined;
  /** Asks whether the rater is done with it; undefined where that cannot be said. */
  done: string | undefined;
}

/** A rating as its rater sees it. */
export interface OwnRatingPage {
  assessment: { id: Id; name: string; scope: string };
  number: number;
  isOpinion: boolean;
  /** Who asked for what, and until when. */
  words: string[];
  groups: OwnGroup[];
  /** The questions that `Begin` asks; undefined where the rating cannot be begun. `seenAnyway`: it counts as seen. */
  begin: { group: string; name: string; seenAnyway: boolean }[] | undefined;
  mayDecline: boolean;
  giveBack: string | undefined;
  /** The question that the address asks for. */
  confirm:
    | { kind: "give-back" }
    /** `counts`: for agreement. */
    | { kind: "done"; group: string; name: string; open: number; counts: boolean; isLast: boolean }
    | undefined;
  /** Why nothing can be answered any more. */
  over: string | undefined;
  /** What a change of a group that is done counts as; undefined where nothing can be changed so. */
  afterDone: string | undefined;
  /** Where ratings differ; undefined while that is closed to the rater. */
  differences: string | undefined;
  here: string;
}

/** What was missing when somebody began, and what was chosen. */
export interface BeginReply {
  id: string;
  errors: Record<string, string>;
  chosen: Record<string, string>;
}

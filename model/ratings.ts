/** Rules for second ratings: what a colleague answers apart from the verdict (docs/rules/second-ratings.md). */
import { PRACTICE_GROUPS, PRACTICES } from "./itil/catalogue.ts";
import { PERSPECTIVES } from "./p3m3/catalogue.ts";
import { counted, countInWords, upperFirst } from "./words.ts";

/** The most ratings of an assessment that are open or were begun, requests for one at all, and characters of the notes of one rating. */
export const RATINGS_MAX = 10;
export const RATING_REQUESTS_MAX = 100;
export const RATING_NOTES_MAX = 40_000;
/** Characters of why the verdict departs from a rating. */
export const DEPARTURE_MAX = 500;

/** Agreement is told from so many places on that count. */
export const AGREEMENT_FROM = 20;

/** `charge`: the rating is meant to become the verdict. `opinion`: blind, from its beginning to its end. */
export const RATING_KINDS = ["charge", "opinion"] as const;
export type RatingKind = (typeof RATING_KINDS)[number];

/** How far a rating is. */
export const RATING_STATES = ["asked", "begun", "done", "declined", "ended"] as const;
export type RatingState = (typeof RATING_STATES)[number];

/** Why a rating ended before its rater was done. `day`: its last day is over. */
export const RATING_ENDS = [
  "declined",
  "givenBack",
  "withdrawn",
  "day",
  "submitted",
  "scope",
  "left",
  "suspended",
  "noModel",
  "walledOff",
  "viewer",
] as const;
export type RatingEnd = (typeof RATING_ENDS)[number];

/** The practices that are rated together, and the maturity components. */
const ITIL_GROUPS: readonly { group: string; name: string }[] = [...PRACTICE_GROUPS, { group: "components", name: "Maturity components" }];

/** The group of a place: `perspective/2`, `general`, `service`, `technical` or `components`. */
export function ratingGroupOf(place: string): string {
  const [kind, first] = place.split("/");
  if (kind === "thread") return `perspective/${first}`;
  return kind === "maturity" ? "components" : (PRACTICES.find(({ id }) => String(id) === first)?.group ?? "general");
}

/** What a group is called. */
export function ratingGroupName(group: string): string {
  const perspective = PERSPECTIVES.find(({ id }) => group === `perspective/${id}`);
  return perspective?.name ?? ITIL_GROUPS.find((each) => each.group === group)?.name ?? group;
}

/** A rater's note as it comes along: headed by the rater's name. */
export const headedNote = (rater: string, note: string): string => `From ${rater}'s rating:\n${note}`;

/** A note without such headings, for those who do not learn who rated (docs/rules/second-ratings.md#who-reads-what). */
export const withoutRaters = (note: string): string => note.replace(/^From [^\n]+'s rating:\n/gm, "");

/** A share from 0 to 1 as '81 %'. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** What kappa says in a word. The bounds are those of Landis and Koch (1977); up to 0 there is no agreement but by chance. */
export const kappaWord = (kappa: number): string | undefined => KAPPA_WORDS.find(({ above }) => kappa > above)?.word;
const KAPPA_WORDS = [
  { above: 0.8, word: "almost perfect" },
  { above: 0.6, word: "substantial" },
  { above: 0.4, word: "moderate" },
  { above: 0.2, word: "fair" },
  { above: 0, word: "slight" },
];

/** Kappa with two decimals and a true minus. */
export const formatKappa = (kappa: number): string => kappa.toFixed(2).replace("-", "−");

/**
 * How far second opinions agree, for the method of a report (docs/rules/second-ratings.md#in-a-report). It names nobody.
 * @param unit what was rated, such as 'thread'
 */
export function agreementOfReport(
  agreement: { count: number; raters: number; sameLevel: number; kappa: number | null; settled: number; open: number },
  unit: string,
): string {
  const { count, raters, sameLevel, kappa, settled, open } = agreement;
  const who = raters === 2 ? "A second assessor" : `${upperFirst(countInWords(raters - 1))} more assessors`;
  const word = kappa === null ? undefined : kappaWord(kappa);
  const kappaMeans = word === undefined ? "no more agreement than chance would give" : `${word} agreement beyond chance`;
  const figures =
    kappa === null
      ? "Everybody gave one and the same score throughout, so there is no kappa."
      : `${percent(sameLevel)} had the same level, kappa ${formatKappa(kappa)}: ${kappaMeans}.`;
  return [
    `${who} rated ${counted(count, unit)} without seeing the first result.`,
    figures,
    ...(settled > 0 ? [`${counted(settled, `${unit} was`, `${unit}s were`)} settled together.`] : []),
    ...(open > 0 ? [`${counted(open, `${unit} still differs`, `${unit}s still differ`)}.`] : []),
  ].join(" ");
}

/** What refusals say. The forms say the same where they can know it. */
export const ratingMessages = {
  apart: "You are rating this apart. Say I am done first.",
  self: "You cannot ask yourself.",
  unknown: "Your team has no such person.",
  suspended: (who: string) => `${who} is suspended.`,
  noModel: (who: string, model: string) => `${who} does not work with ${model}.`,
  viewer: (who: string) => `${who} can only read.`,
  walledOff: (who: string) => `${who} may not see this organization.`,
  askedAlready: (who: string) => `${who} is asked already.`,
  noGroups: "Choose at least one group.",
  unknownGroup: "This group is not in the assessment's scope.",
  past: "Please enter today or a later day.",
  manyRatings: `An assessment has at most ${RATINGS_MAX} second ratings.`,
  manyRequests: `An assessment has at most ${RATING_REQUESTS_MAX} requests for a second rating.`,
  noScope: "The assessment needs a scope first.",
  seen: "Say of each group whether you have seen results of it.",
  notBegun: "Begin the rating first.",
  begunAlready: "This rating has begun already.",
  over: "This rating is over.",
  overBecause: {
    declined: "This rating was declined.",
    givenBack: "This rating was given back.",
    withdrawn: "This rating was withdrawn.",
    day: "The last day of this rating is over.",
    submitted: "The assessment was submitted, which ended this rating.",
    scope: "The scope or level of the assessment was changed, which ended this rating.",
    left: "Its rater left the team.",
    suspended: "Its rater was suspended.",
    noModel: "Its rater no longer works with the model.",
    walledOff: "Its rater may no longer see the organization.",
    viewer: "Its rater can only read now.",
  } satisfies Record<RatingEnd, string>,
  onlyRater: "Only the rater can do this.",
  onlyAsker: "Only who asked, or a lead, can withdraw this.",
  outOfScope: "This is not in the assessment's scope.",
  notRated: "This is not part of the rating.",
  descoped: "This is descoped.",
  notAnswered: "The rating has no complete answer here.",
  onlyInCharge: "Only a rating of somebody in charge can be used for a whole group. Use the others one by one.",
  notDone: "The rater has not said that this group is done.",
  ratingChanged: "This rating was changed meanwhile.",
  nothingToUse: "No place of this group is without a verdict and has a complete rating.",
  manyCharacters: `The notes of one rating hold at most ${RATING_NOTES_MAX.toLocaleString("en-GB")} characters.`,
  longNote: "The note would be too long with the rater's note. Use the rating without the note.",
  notYet: "Second ratings can be read once the assessment is submitted.",
} as const;

/** Ratings in words. */
import type { Rating } from "#model/contract/ratings.ts";
import { RATING_ENDS, ratingMessages } from "#model/ratings.ts";
import { counted } from "#model/words.ts";
import { shortDate } from "~/views/dates";
import type { RatedGroup } from "~/views/ratings";

export const askerName = ({ firstName, by }: Pick<Rating, "firstName" | "by">): string => firstName ?? by;
export const kindName = (kind: Rating["kind"]): string => (kind === "charge" ? "In charge" : "Second opinion");

/** How far a rating is, in a sentence. */
export function stateInWords({ state, why, until, endedAt }: Rating): string {
  if (state === "asked") return `Asked until ${shortDate(until)}, and not begun yet.`;
  if (state === "begun") return `Begun. The last day is ${shortDate(until)}.`;
  if (state === "done") return "Done.";
  const known = RATING_ENDS.find((each) => each === why);
  const day = endedAt ? ` (${shortDate(endedAt)})` : "";
  return `${known ? ratingMessages.overBecause[known] : ratingMessages.over}${day}`;
}

/** The groups of a rating, with how far each is. */
export const groupsOf = ({ groups, kind, state }: Pick<Rating, "groups" | "kind" | "state">): RatedGroup[] =>
  groups.map(({ group, name, answered, total, doneAt, seen, isBlind }) => {
    const far = state === "asked" || state === "declined" ? counted(total, "place") : `${answered} of ${total} answered`;
    const blind = kind === "opinion" && doneAt ? (isBlind ? ", rated blind" : seen ? ", results were seen before" : "") : "";
    return { group, name, answered, total, isDone: doneAt !== null, words: `${far}${doneAt ? ", done" : ""}${blind}` };
  });

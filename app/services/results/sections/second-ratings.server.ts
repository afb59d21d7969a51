/** What a report's method says of second ratings (docs/rules/second-ratings.md#in-a-report). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { RatingDifferences } from "#model/contract/ratings.ts";
import { agreementOfReport } from "#model/ratings.ts";
import { readDifferences } from "~/services/upstream/rating-differences.server";
import type { UserApi } from "~/services/upstream/user-api.server";

export type RatingsAgree = RatingDifferences["agreement"];

/** @returns as `readDifferences` @throws UpstreamFault */
export const readAgreement = async (api: UserApi, assessment: Assessment): Promise<RatingsAgree | undefined> =>
  (await readDifferences(api, assessment))?.agreement;

/** What the list of notes for a client says of one, as ratings have to do with it; undefined for most. */
export type RemarkOnNote = (place: string, body: string) => string | undefined;

/** Reads what makes a note one to look at again before a client reads it. @throws UpstreamFault */
export async function readRemarks(api: UserApi, assessment: Assessment): Promise<RemarkOnNote> {
  const read = await readDifferences(api, assessment);
  const places = new Map(read?.places.map((each) => [each.place, each]));
  return (place, body) => {
    const { verdict = null, ratings = [] } = places.get(place) ?? {};
    if (ratings.some(({ note }) => note.trim() !== "" && body.includes(note.trim()))) return "has a rater’s note";
    const isOld = ratings.some(({ verdictThen }) => verdictThen !== null && verdictThen !== verdict?.score);
    return isOld ? "the score has changed since a second rating" : undefined;
  };
}

/** What counts for agreement. */
const UNITS = { P3M3: "thread", ITIL: "practice" } as const;

/** How far second opinions that were blind agree; undefined where nothing is told of it. */
export const methodOfRatings = (agreement: RatingsAgree | undefined, assessment: Assessment): string | undefined =>
  agreement ? agreementOfReport(agreement, UNITS[assessment.assessmentType]) : undefined;

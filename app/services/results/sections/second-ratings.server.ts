/** What a report's method says of second ratings (docs/rules/second-ratings.md#in-a-report). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { RatingDifferences } from "#model/contract/ratings.ts";
import { agreementOfReport } from "#model/ratings.ts";
import { hasExtension } from "~/services/upstream/extensions.server";
import { mayReadRatings } from "~/services/upstream/permissions.server";
import type { UserApi } from "~/services/upstream/user-api.server";

export type RatingsAgree = RatingDifferences["agreement"];

/** @returns undefined where the upstream has no ratings, or the reader may not read them yet @throws UpstreamFault */
export async function readAgreement(api: UserApi, assessment: Assessment): Promise<RatingsAgree | undefined> {
  if (!mayReadRatings(assessment) || !(await hasExtension("ratings"))) return undefined;
  return (await api.ratings.differences({ id: assessment.id })).agreement;
}

/** What counts for agreement. */
const UNITS = { P3M3: "thread", ITIL: "practice" } as const;

/** How far second opinions that were blind agree; undefined where nothing is told of it. */
export const methodOfRatings = (agreement: RatingsAgree | undefined, assessment: Assessment): string | undefined =>
  agreement ? agreementOfReport(agreement, UNITS[assessment.assessmentType]) : undefined;

/** What second ratings say, for those who may read it now (docs/rules/second-ratings.md#who-reads-what). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { RatingDifferences } from "#model/contract/ratings.ts";
import { hasExtension } from "~/services/upstream/extensions.server";
import { mayReadRatings } from "~/services/upstream/permissions.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** Whether there are second ratings that the reader may read now. @throws UpstreamFault */
export const readsRatings = async (assessment: Assessment): Promise<boolean> =>
  mayReadRatings(assessment) && (await hasExtension("ratings"));

/** @returns undefined where the upstream has no ratings, or the reader may not read them yet @throws UpstreamFault */
export async function readDifferences(api: UserApi, assessment: Assessment): Promise<RatingDifferences | undefined> {
  return (await readsRatings(assessment)) ? api.ratings.differences({ id: assessment.id }) : undefined;
}

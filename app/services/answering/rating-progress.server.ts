/** How far a rating is, as its screens show it. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { answeringOf } from "~/services/answering/models.server";
import { ratingStore } from "~/services/answering/rating-store.server";
import { loadFor } from "~/services/faults.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { ProgressView } from "~/views/answering";

/** @throws LoadFailure */
export async function progressOfRating(userApi: UserApi, assessment: Assessment, number: Id): Promise<ProgressView> {
  const { api, paths } = ratingStore(userApi, number);
  return loadFor("assessment", answeringOf(assessment).readProgress(api, assessment, paths));
}

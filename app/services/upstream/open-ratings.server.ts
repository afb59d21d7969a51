/** Second ratings that nobody has ended yet (docs/rules/second-ratings.md#how-a-rating-ends). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Rating } from "#model/contract/ratings.ts";
import { shownAddress } from "#model/mail-address.ts";
import { listed } from "#model/words.ts";
import { hasExtension } from "~/services/upstream/extensions.server";
import { mayChange } from "~/services/upstream/permissions.server";
import type { UserApi } from "~/services/upstream/user-api.server";

export const raterName = ({ rater }: Pick<Rating, "rater">): string => rater.firstName ?? shownAddress(rater.email);

export const isOpenRating = ({ state }: Pick<Rating, "state">): boolean => state === "asked" || state === "begun";

/**
 * The ratings that another scope, or submission, ends: 'Sam, in charge of Benefits management and Risk management'. None where the reader changes
 * nothing.
 * @throws UpstreamFault
 */
export async function listEndingRatings(api: UserApi, assessment: Assessment): Promise<string[]> {
  const isOpen = assessment.status !== "Completed" && !assessment.isArchived;
  if (!isOpen || !mayChange(assessment) || !(await hasExtension("ratings"))) return [];
  const { ratings } = await api.ratings.list({ id: assessment.id });
  return ratings.filter(isOpenRating).map((rating) => {
    const what = rating.kind === "charge" ? "in charge of" : "second opinion about";
    return `${raterName(rating)}, ${what} ${listed(rating.groups.map(({ name }) => name))}`;
  });
}

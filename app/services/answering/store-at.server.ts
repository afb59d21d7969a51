/** Which store the answers of an address are in. */
import { ratingStore } from "~/services/answering/rating-store.server";
import { type AnswerStore, verdictStore } from "~/services/answering/store.server";
import { NotFound } from "~/services/faults.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { isOfRating } from "~/views/rating-paths";

/**
 * @param request for questions or a grid
 * @param params of its address. Below a second rating they name its number
 * @throws NotFound for a rating where the upstream has none, and for an address that only the pattern of a route allows, such as one with `rating` and without a number
 */
export async function storeAt(
  api: UserApi,
  request: { url: string },
  { rating }: Readonly<Record<string, string | undefined>>,
): Promise<AnswerStore> {
  if ((rating !== undefined) !== isOfRating(request)) throw new NotFound();
  if (rating === undefined) return verdictStore(api);
  await requireExtension("ratings");
  return ratingStore(api, rating);
}

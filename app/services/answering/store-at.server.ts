/** Which store the answers of an address are in. */
import { ratingStore } from "~/services/answering/rating-store.server";
import { type AnswerStore, verdictStore } from "~/services/answering/store.server";
import { NotFound } from "~/services/faults.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { isOfRating } from "~/views/rating-paths";

/**
 * @param request for questions or a grid
 * @param params of its address. Below a second rating they name its number
 * @throws NotFound for an address that only the pattern of a route allows, such as one with `rating` and without a number
 */
export function storeAt(api: UserApi, request: { url: string }, { rating }: Readonly<Record<string, string | undefined>>): AnswerStore {
  if ((rating !== undefined) !== isOfRating(request)) throw new NotFound();
  return rating === undefined ? verdictStore(api) : ratingStore(api, rating);
}

import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { readDifferences } from "../services/ratings/differences.ts";
import {
  askForRating,
  beginRating,
  declineRating,
  finishGroup,
  giveRatingBack,
  listRatings,
  withdrawRating,
} from "../services/ratings/requests.ts";
import { answerRating, getRatingOverview, getRatingProgress, getRatingSheet, noteRating } from "../services/ratings/store.ts";
import { useRating, useRatingOfGroup, writeDeparture } from "../services/ratings/using.ts";

/** What colleagues answer apart from the verdict (docs/upstream-contract.md#ratings). */
export const ratingHandlers: Handlers<typeof CONTRACT.ratings> = {
  list: (work, { id }) => listRatings(work, id),
  ask: (work, { id, body }) => askForRating(work, id, body),
  get: (work, { id, number }) => getRatingSheet(work, id, number),
  begin: (work, { id, number, body }) => beginRating(work, id, number, body),
  decline: (work, { id, number }) => declineRating(work, id, number),
  done: (work, { id, number, body }) => finishGroup(work, id, number, body.group),
  giveBack: (work, { id, number }) => giveRatingBack(work, id, number),
  withdraw: (work, { id, number }) => withdrawRating(work, id, number),
  progress: (work, { id, number }) => getRatingProgress(work, id, number),
  overview: (work, { id, number, ...query }) => getRatingOverview(work, id, number, query),
  answer: (work, { id, number, body }) => answerRating(work, id, number, body),
  note: (work, { id, number, body }) => noteRating(work, id, number, body),
  differences: (work, { id, ...query }) => readDifferences(work, id, query),
  use: (work, { id, number, body }) => useRating(work, id, number, body),
  useGroup: (work, { id, number, body }) => useRatingOfGroup(work, id, number, body),
  depart: (work, { id, body }) => writeDeparture(work, id, body),
};

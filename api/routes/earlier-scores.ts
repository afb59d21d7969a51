import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { addEarlierScores, changeEarlierScores, listEarlierScores, removeEarlierScores } from "../services/earlier-scores.ts";

/** Scores of assessments that were made elsewhere (docs/upstream-contract.md#again). */
export const earlierScoresHandlers: Handlers<typeof CONTRACT.earlierScores> = {
  list: (work, { id }) => listEarlierScores(work, id),
  add: (work, { id, body }) => addEarlierScores(work, id, body),
  put: (work, { id, earlierId, body }) => changeEarlierScores(work, id, earlierId, body),
  remove: (work, { id, earlierId }) => removeEarlierScores(work, id, earlierId),
};

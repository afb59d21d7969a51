import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { decide, getPeerReview, readFourEyes, withdrawApproval } from "../services/peer-review.ts";
import { lookAt } from "../services/review-news.ts";
import { addPoint, correctPoint, countPoints, listPoints, removePoint, replyTo, settlePoint } from "../services/review-points.ts";
import { askForReview, withdrawRequest } from "../services/review-requests.ts";
import { readTeamRules, writeTeamRules } from "../services/team-rules.ts";

/** Review points, requests and approvals (docs/upstream-contract.md#peer-review). */
export const peerReviewHandlers: Handlers<typeof CONTRACT.peerReview> = {
  points: (work, { id, ...query }) => listPoints(work, id, query),
  counts: (work, { id }) => countPoints(work, id),
  add: (work, { id, body }) => addPoint(work, id, body),
  reply: (work, { id, pointId, body }) => replyTo(work, id, pointId, body),
  correct: (work, { id, pointId, body }) => correctPoint(work, id, pointId, body),
  settle: (work, { id, pointId }) => settlePoint(work, id, pointId),
  remove: (work, { id, pointId }) => removePoint(work, id, pointId),
  get: (work, { id }) => getPeerReview(work, id),
  ask: (work, { id, body }) => askForReview(work, id, body),
  withdraw: (work, { id, requestId }) => withdrawRequest(work, id, requestId),
  fourEyes: (work, { id }) => readFourEyes(work, id),
  decide: (work, { id, body }) => decide(work, id, body),
  withdrawApproval: (work, { id }) => withdrawApproval(work, id),
  look: (work, { id, body }) => lookAt(work, id, body),
};

/** The rules that a team has given itself (docs/upstream-contract.md#team-rules). */
export const teamRulesHandlers: Handlers<typeof CONTRACT.teamRules> = {
  get: (work) => readTeamRules(work),
  put: (work, { body }) => writeTeamRules(work, body),
};

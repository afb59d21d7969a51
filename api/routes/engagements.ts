import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { addPlanRows, getPlan, putPlanRow, removePlanRow } from "../services/engagement-plan.ts";
import { listEngagementTexts, putEngagementText } from "../services/engagement-texts.ts";
import {
  createEngagement,
  getEngagement,
  listEngagements,
  putEngagement,
  putEngagementState,
  putMember,
  removeEngagement,
  removeMember,
} from "../services/engagements.ts";

/** Jobs for one client (docs/upstream-contract.md#engagements). */
export const engagementHandlers: Handlers<typeof CONTRACT.engagements> = {
  list: (work, query) => listEngagements(work, query),
  create: (work, { id, body }) => createEngagement(work, id, body),
  get: (work, { id }) => getEngagement(work, id),
  put: (work, { id, body }) => putEngagement(work, id, body),
  state: (work, { id, body }) => putEngagementState(work, id, body),
  remove: (work, { id }) => removeEngagement(work, id),
  member: (work, { id, memberId, body }) => putMember(work, id, memberId, body),
  removeMember: (work, { id, memberId }) => removeMember(work, id, memberId),
  texts: (work, { id }) => listEngagementTexts(work, id),
  text: (work, { id, body }) => putEngagementText(work, id, body),
  plan: (work, { id }) => getPlan(work, id),
  addRows: (work, { id, body }) => addPlanRows(work, id, body),
  row: (work, { id, rowId, body }) => putPlanRow(work, id, rowId, body),
  removeRow: (work, { id, rowId }) => removePlanRow(work, id, rowId),
};

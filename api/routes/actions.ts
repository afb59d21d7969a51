import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import {
  addAction,
  addRemark,
  changeAction,
  getAction,
  listActions,
  listDue,
  listForAssessment,
  removeAction,
} from "../services/actions.ts";

/** What was agreed after assessments (docs/upstream-contract.md#actions). */
export const actionHandlers: Handlers<typeof CONTRACT.actions> = {
  list: (work, { id, ...query }) => listActions(work, id, query),
  add: (work, { id, body }) => addAction(work, id, body),
  get: (work, { id, actionId }) => getAction(work, id, actionId),
  put: (work, { id, actionId, body }) => changeAction(work, id, actionId, body),
  remove: (work, { id, actionId }) => removeAction(work, id, actionId),
  remark: (work, { id, actionId, body }) => addRemark(work, id, actionId, body),
  nextTime: (work, { id, ...query }) => listForAssessment(work, id, query),
  due: (work) => listDue(work),
};

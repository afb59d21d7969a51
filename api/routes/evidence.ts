import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { addEvidence, changeEvidence, listEvidence, removeEvidence } from "../services/evidence.ts";

/** What answers rest on (docs/upstream-contract.md#evidence). */
export const evidenceHandlers: Handlers<typeof CONTRACT.evidence> = {
  list: (work, { id, ...query }) => listEvidence(work, id, query),
  add: (work, { id, body }) => addEvidence(work, id, body),
  put: (work, { id, evidenceId, body }) => changeEvidence(work, id, evidenceId, body),
  remove: (work, { id, evidenceId }) => removeEvidence(work, id, evidenceId),
};

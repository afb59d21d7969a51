import type { CONTRACT } from "#model/contract/calls.ts";
import { Quota } from "#model/quota.ts";
import type { Handlers } from "../handlers.ts";
import { addEvidence, changeEvidence, listEvidence, removeEvidence } from "../services/evidence.ts";
import { countCreated } from "./created.ts";

/** What one person may add within a minute (docs/rules/rights.md#quotas). A workbook may bring many at once. */
const PER_MINUTE = 300;

/** What answers rest on, for one API: its quota is its own (docs/upstream-contract.md#evidence). */
export function evidenceHandlers(): Handlers<typeof CONTRACT.evidence> {
  const quota = new Quota(PER_MINUTE);
  return {
    list: (work, { id, ...asked }) => listEvidence(work, id, asked),
    add: (work, { id, body }) => {
      countCreated(quota, "entries of evidence", work);
      return addEvidence(work, id, body);
    },
    put: (work, { id, evidenceId, body }) => changeEvidence(work, id, evidenceId, body),
    remove: (work, { id, evidenceId }) => removeEvidence(work, id, evidenceId),
  };
}

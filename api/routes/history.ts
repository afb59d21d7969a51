import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { getReadableAssessment } from "../services/access.ts";
import { assessmentChain, listHistory, record } from "../services/history.ts";

/** The history of an assessment (docs/upstream-contract.md#history). */
export const historyHandlers: Handlers<typeof CONTRACT.history> = {
  async list(work, { id, ...filter }) {
    await getReadableAssessment(work, id);
    return listHistory(work.db, id, filter);
  },
  async fileTaken(work, { id, body: { what } }) {
    await getReadableAssessment(work, id);
    await record(work, assessmentChain(id), { kind: "file", after: what });
  },
};

import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { getReadableAssessment, learnsRaters } from "../services/access.ts";
import { assessmentChain, listHistory, record } from "../services/history.ts";

/** The history of an assessment (docs/upstream-contract.md#history). */
export const historyHandlers: Handlers<typeof CONTRACT.history> = {
  async list(work, { id, ...filter }) {
    const row = await getReadableAssessment(work, id);
    // Whose ratings they are, only those learn who may change the assessment (docs/rules/second-ratings.md#who-reads-what).
    return listHistory(work.db, id, filter, { withRatings: learnsRaters(work, row) });
  },
  async fileTaken(work, { id, body: { what } }) {
    await getReadableAssessment(work, id);
    await record(work, assessmentChain(id), { kind: "file", after: what });
  },
};

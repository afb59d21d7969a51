import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { mayWrite } from "../services/access.ts";
import {
  completeAssessment,
  getAssessment,
  getOverview,
  getProgress,
  getScores,
  setArchived,
  updateAssessment,
} from "../services/assessments.ts";
import { storeMany } from "../services/bulk.ts";
import { recordReading } from "../services/history.ts";
import { endorseAssessment } from "../services/itil/assessments.ts";
import { certifyAssessment } from "../services/p3m3/assessments.ts";
import type { Store } from "../store/open.ts";

/** Both models' assessments. @param store its own handle, for what is recorded when somebody reads */
export const assessmentHandlers = (store: Store): Handlers<typeof CONTRACT.assessments> => ({
  async get(work, { id }) {
    const { row, described } = await getAssessment(work, id);
    if (!mayWrite(work, row)) await recordReading(work, store, id);
    return described;
  },
  put: (work, { id, body }) => updateAssessment(work, id, body),
  progress: (work, { id }) => getProgress(work, id),
  scores: (work, { id }) => getScores(work, id),
  overview: (work, { id, ...only }) => getOverview(work, id, only),
  bulk: (work, { id, body }) => storeMany(work, id, body.changes),
  complete: (work, { id }) => completeAssessment(work, id),
  certify: (work, { id }) => certifyAssessment(work, id),
  endorse: (work, { id }) => endorseAssessment(work, id),
  archive: (work, { id }) => setArchived(work, id, true),
  unarchive: (work, { id }) => setArchived(work, id, false),
});

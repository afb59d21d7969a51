import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { getAgain, getFit } from "../services/again.ts";
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
import { endorseAssessment } from "../services/itil/assessments.ts";
import { certifyAssessment } from "../services/p3m3/assessments.ts";

/** Both models' assessments. */
export const assessmentHandlers: Handlers<typeof CONTRACT.assessments> = {
  get: (work, { id }) => getAssessment(work, id),
  put: (work, { id, body }) => updateAssessment(work, id, body),
  progress: (work, { id, ...query }) => getProgress(work, id, query),
  scores: (work, { id }) => getScores(work, id),
  overview: (work, { id, ...only }) => getOverview(work, id, only),
  again: (work, { id, ...query }) => getAgain(work, id, query),
  fit: (work, { id }) => getFit(work, id),
  bulk: (work, { id, body }) => storeMany(work, id, body),
  complete: (work, { id }) => completeAssessment(work, id),
  certify: (work, { id }) => certifyAssessment(work, id),
  endorse: (work, { id }) => endorseAssessment(work, id),
  archive: (work, { id }) => setArchived(work, id, true),
  unarchive: (work, { id }) => setArchived(work, id, false),
};

import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { getReadableAssessment } from "../services/access.ts";
import { completeAssessment, describeAssessment, getProgress, getScores, setArchived, updateAssessment } from "../services/assessments.ts";
import { endorseAssessment } from "../services/itil/assessments.ts";
import { certifyAssessment } from "../services/p3m3/assessments.ts";

export const assessmentHandlers: Handlers<typeof CONTRACT.assessments> = {
  get: async (work, { id }) => describeAssessment(work, await getReadableAssessment(work, id)),
  put: (work, { id, body }) => updateAssessment(work, id, body),
  progress: (work, { id }) => getProgress(work, id),
  scores: (work, { id }) => getScores(work, id),
  complete: (work, { id }) => completeAssessment(work, id),
  certify: (work, { id }) => certifyAssessment(work, id),
  endorse: (work, { id }) => endorseAssessment(work, id),
  archive: (work, { id }) => setArchived(work, id, true),
  unarchive: (work, { id }) => setArchived(work, id, false),
};

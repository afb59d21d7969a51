import type { CONTRACT } from "#model/contract/calls.ts";
import { type Handlers, idInBody } from "../handlers.ts";
import {
  answerThread,
  flagThread,
  getThreadNote,
  getThreadQuestions,
  markDiagnostic,
  setDescoped,
  writeReason,
  writeThreadNote,
} from "../services/p3m3/answering.ts";
import { getBenchmark } from "../services/p3m3/benchmarks.ts";
import { p3m3Draft, p3m3Results } from "../services/p3m3/results.ts";

export const p3m3Handlers: Handlers<typeof CONTRACT.p3m3> = {
  perspectives: async ({ db, catalogue }) => (await catalogue.findNewestP3m3(db))?.perspectives ?? [],
  threads: async ({ db, catalogue }) => (await catalogue.findNewestP3m3(db))?.threads ?? [],
  questions: (work, { id, p, t }) => getThreadQuestions(work, id, p, t),
  answer: (work, { id, body }) => answerThread(work, id, body),
  mark: (work, { id, questionId, body }) => markDiagnostic(work, id, questionId, body),
  descope: (work, { id, perspectiveId, threadId, body }) => setDescoped(work, id, perspectiveId, threadId, true, body.reason),
  rescope: (work, { id, perspectiveId, threadId }) => setDescoped(work, id, perspectiveId, threadId, false),
  reason: (work, { id, perspectiveId, threadId, body }) => writeReason(work, id, perspectiveId, threadId, body.reason),
  flag: (work, { id, perspectiveId, threadId, body }) => flagThread(work, id, perspectiveId, threadId, body.flagged),
  notes: {
    get: (work, { assessmentId, perspectiveId, threadId }) => getThreadNote(work, assessmentId, perspectiveId, threadId),
    put: (work, { body: { assessmentId, ...note } }) => writeThreadNote(work, idInBody(assessmentId), note),
  },
  results: (work, { id }) => p3m3Results(work, id),
  draft: (work, { id }) => p3m3Draft(work, id),
  benchmark: (work, query) => getBenchmark(work, query),
};

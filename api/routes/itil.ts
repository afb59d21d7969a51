import type { CONTRACT } from "#model/contract/calls.ts";
import { type Handlers, idInBody } from "../handlers.ts";
import {
  answerComponent,
  answerPractice,
  flagPractice,
  getItilNote,
  getMaturityQuestions,
  getPracticeQuestions,
  writeItilNote,
} from "../services/itil/answering.ts";
import { itilDraft, itilResults } from "../services/itil/results.ts";

export const itilHandlers: Handlers<typeof CONTRACT.itil> = {
  capabilities: async ({ db, catalogue }) => {
    const content = await catalogue.findNewestItil(db);
    return content?.practices.map((practice) => ({ ...practice, criteria: content.criteriaOf(practice.id).length })) ?? [];
  },
  maturities: async ({ db, catalogue }) =>
    (await catalogue.findNewestItil(db))?.components.map(({ id, code, name, help }) => ({ id, code, name, help })) ?? [],
  questions: {
    capability: (work, { id, capabilityId }) => getPracticeQuestions(work, id, capabilityId),
    maturity: (work, { id }) => getMaturityQuestions(work, id),
  },
  answer: {
    capability: (work, { id, body }) => answerPractice(work, id, body),
    maturity: (work, { id, body }) => answerComponent(work, id, body),
  },
  flag: (work, { id, capabilityId, body }) => flagPractice(work, id, capabilityId, body.flagged),
  notes: {
    capability: {
      get: (work, { assessmentId, capabilityId }) => getItilNote(work, assessmentId, { kind: "capability", id: capabilityId }),
      put: (work, { body: { assessmentId, capabilityId, body } }) =>
        writeItilNote(work, idInBody(assessmentId), { kind: "capability", id: capabilityId }, body),
    },
    maturity: {
      get: (work, { assessmentId, maturityId }) => getItilNote(work, assessmentId, { kind: "maturity", id: maturityId }),
      put: (work, { body: { assessmentId, maturityId, body } }) =>
        writeItilNote(work, idInBody(assessmentId), { kind: "maturity", id: maturityId }, body),
    },
  },
  results: (work, { id }) => itilResults(work, id),
  draft: (work, { id }) => itilDraft(work, id),
};
